/** What a URL asks for, as texts; nothing in it is decoded. */
export interface RequestTarget {
  /** Host and port, in lower case. */
  readonly host: string;
  readonly path: string;
  /** What follows the question mark. */
  readonly query: string;
}

/** The target of an absolute URL in its normal form, as a `Request` carries it. */
export function targetOf(url: string): RequestTarget {
  const hostAt = url.indexOf("//") + 2;
  const pathAt = url.indexOf("/", hostAt);
  const hashAt = url.indexOf("#", pathAt);
  const end = hashAt === -1 ? url.length : hashAt;
  const queryAt = url.indexOf("?", pathAt);
  const pathEnd = queryAt === -1 || queryAt > end ? end : queryAt;
  return {
    host: url.slice(hostAt, pathAt),
    path: url.slice(pathAt, pathEnd),
    query: url.slice(pathEnd + 1, end),
  };
}

/** The name in a host, without its port. */
export function hostName(host: string): string {
  const portAt = host.lastIndexOf(":");
  return portAt === -1 || host.endsWith("]") ? host : host.slice(0, portAt);
}
