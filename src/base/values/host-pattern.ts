/** A host name as patterns match it: in lower case, without the trailing dot of a full name. */
export function plainHostName(host: string): string {
  const name = host.toLowerCase();
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** The host without the brackets that an IPv6 address has in a URL. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[([\da-f:.]+(?:%[\w.-]+)?)\]$/i, "$1");
}

/** Whether a plain host name matches a pattern, in which `*` matches any text. */
export function hostPattern(pattern: string): (host: string) => boolean {
  const literal = plainHostName(pattern).replaceAll(/[^a-z0-9*-]/g, "\\$&");
  const shape = new RegExp(`^${literal.replaceAll("*", ".+")}$`);
  return (host) => shape.test(host);
}
