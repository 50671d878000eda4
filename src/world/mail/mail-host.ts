/** Which hosts may receive mail without explicit permission. */
import { BlockList, isIP } from "node:net";

/**
 * Whether `host` is this machine or in a private network. That includes loopback and private addresses, names without
 * a dot (compose and CI services), and names under `.localhost`, `.internal` and `.local`.
 */
export function isOwnHost(host: string): boolean {
  const name = plainHost(host);
  const version = isIP(name);
  if (version !== 0) return ownAddresses().check(name, version === 4 ? "ipv4" : "ipv6");
  // A number is an alternative spelling of an address, possibly a public one.
  if (/^(?:\d+|0x[\da-f]*)$/.test(name)) return false;
  return !name.includes(".") || /\.(?:localhost|internal|local)\.?$/.test(name);
}

/** A host in normal form for comparison: lower case, an IPv6 address without brackets. */
export function plainHost(host: string): string {
  return host.replace(/^\[|\]$/g, "").toLowerCase();
}

function ownAddresses(): BlockList {
  const own = new BlockList();
  own.addSubnet("127.0.0.0", 8);
  own.addSubnet("10.0.0.0", 8);
  own.addSubnet("172.16.0.0", 12);
  own.addSubnet("192.168.0.0", 16);
  own.addSubnet("169.254.0.0", 16);
  own.addAddress("::1", "ipv6");
  own.addSubnet("fc00::", 7, "ipv6");
  own.addSubnet("fe80::", 10, "ipv6");
  return own;
}
