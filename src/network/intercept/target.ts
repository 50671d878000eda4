/** Where a request to a forward proxy wants to go. */
import { plainHostName } from "../../base/values/host-pattern.ts";

/** A host and a port. The host is as the client wrote it, an IPv6 address without its brackets. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** Parses the authority of a CONNECT request, such as `leads.lender.example:443` or `[::1]:443`; null if it is none. */
export function connectTarget(text: string): Target | null {
  const [, address, name, port = ""] =
    /^(?:\[([\da-f:.]+)\]|([\w.*-]+)):(\d{1,5})$/i.exec(text) ?? [];
  return targetOf(address ?? name ?? "", Number(port));
}

/** The target of an absolute `http:` or `https:` URL; null for any other request target. */
export function absoluteTarget(text: string): (Target & { readonly path: string }) | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, pathname, search } = new URL(text);
  const usual = protocol === "https:" ? 443 : 80;
  const target = targetOf(hostname.replaceAll(/[[\]]/g, ""), port === "" ? usual : Number(port));
  return target === null ? null : { ...target, path: pathname + search };
}

function targetOf(host: string, port: number): Target | null {
  const isName = plainHostName(host) !== "" && host.length <= 254;
  return isName && port > 0 && port <= 65_535 ? { host, port } : null;
}

/** The target as text, such as `leads.lender.example:443`; names in lower case without a trailing dot. */
export function textOfTarget({ host, port }: Target): string {
  const name = plainHostName(host);
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}
