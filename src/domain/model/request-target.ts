/** The parts of a URL, without decoding. */
export interface RequestTarget {
  /** Host and port, in lower case. */
  readonly host: string;
  readonly path: string;
  /** The text after the question mark. */
  readonly query: string;
}

/** The target of a normalized absolute URL, as a `Request` carries it. */
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

/** Whether a path starts with the segment of a version, such as `/v1`. */
export function hasVersion(path: string): boolean {
  return versioned.test(path);
}

const versioned = /^\/v\d+(?=\/|$)/;

/** The name in a host header, without the port. */
export function hostName(host: string): string {
  const portAt = host.lastIndexOf(":");
  return portAt === -1 || host.endsWith("]") ? host : host.slice(0, portAt);
}
