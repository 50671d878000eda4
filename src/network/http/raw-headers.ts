/**
 * Whether headers that alternate names and values have that name, given in lower case. Most requests lack most headers,
 * and a name of another length needs no comparison.
 */
export function hasHeader(rawHeaders: readonly string[], name: string): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const one = rawHeaders[at] ?? "";
    if (one.length === name.length && one.toLowerCase() === name) return true;
  }
  return false;
}
