/** What a reverse proxy says about the request that it received. */
import { hasHeader } from "./raw-headers.ts";

interface Forwarded {
  /** Null if the proxy does not say it. */
  readonly isHttps: boolean | null;
  /** A host with an optional port, as in a URL; null if the proxy does not send a valid one. */
  readonly host: string | null;
}

/** Reads `X-Forwarded-Proto` and `X-Forwarded-Host`, or else `Forwarded` (RFC 7239). Of several proxies, the first counts. */
export function forwardedBy(headers: Pick<Headers, "get">): Forwarded {
  const standard = headers.get("forwarded");
  const pairs = standard === null ? noPairs : firstElement(standard);
  const proto = firstOf(headers.get("x-forwarded-proto")) ?? pairs.get("proto") ?? null;
  const host = firstOf(headers.get("x-forwarded-host")) ?? pairs.get("host") ?? null;
  return {
    isHttps: proto === null ? null : proto.toLowerCase() === "https",
    host: host !== null && hostShape.test(host) && URL.canParse(`http://${host}`) ? host : null,
  };
}

/** Whether a proxy says anything about the host or the scheme, by headers that alternate names and values. */
export function isForwarded(rawHeaders: readonly string[]): boolean {
  return forwardingNames.some((name) => hasHeader(rawHeaders, name));
}

const forwardingNames = ["x-forwarded-proto", "x-forwarded-host", "forwarded"] as const;

const noPairs: ReadonlyMap<string, string> = new Map();

const hostShape = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function firstOf(list: string | null): string | null {
  const first = list?.split(",", 1)[0]?.trim() ?? "";
  return first === "" ? null : first;
}

/** The pairs of the first element, whose values may be quoted. */
function firstElement(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const pair = /\s*([\w!#$%&'*+.^`|~-]+)=("(?:[^"\\]|\\.)*"|[^\s",;]*)\s*(;|,|$)/y;
  for (let found = pair.exec(text); found !== null; found = pair.exec(text)) {
    const [, name = "", value = "", end = ""] = found;
    const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
    pairs.set(name.toLowerCase(), plain);
    if (end !== ";") break;
  }
  return pairs;
}
