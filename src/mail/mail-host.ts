/** Which hosts mail may be sent to without being asked for by name. */
import { BlockList, isIP } from "node:net";

/**
 * Whether `host` is this machine or a network of one's own: loopback and private addresses, names without a dot (as
 * those of compose and CI services), and names under `.localhost`, `.internal` and `.local`.
 */
export function isOwnHost(host: string): boolean {
  const name = plainHost(host);
  const version = isIP(name);
  if (version !== 0) return ownAddresses().check(name, version === 4 ? "ipv4" : "ipv6");
  // A number is an address in another spelling, which may be anybody's.
  if (/^(?:\d+|0x[\da-f]*)$/.test(name)) return false;
  return !name.includes(".") || /\.(?:localhost|internal|local)\.?$/.test(name);
}

/** A host in the one spelling in which hosts are compared: in small letters, an IPv6 address without brackets. */
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
