/**
 * Whether a path matches a pattern, with or without the version segment. `*` and `{name}` match one segment,
 * `**` matches any text. Takes linear time, where a regular expression could backtrack (ReDoS).
 */
export function pathMatches(pattern: string, path: string): boolean {
  const parts = pattern.split(/(\*\*|\*|\{\w+\})/);
  return fits(parts, path) || (path.startsWith("/v1/") && fits(parts, path.slice("/v1".length)));
}

/** Follows texts and wildcards through all positions in the path that they can reach. */
function fits(parts: readonly string[], path: string): boolean {
  let places: readonly number[] = [0];
  for (const [index, part] of parts.entries()) {
    places = index % 2 === 0 ? behindText(path, places, part) : behindWildcard(path, places, part);
    if (places.length === 0) return false;
  }
  return places.at(-1) === path.length;
}

function behindText(path: string, places: readonly number[], text: string): readonly number[] {
  return places.filter((place) => path.startsWith(text, place)).map((place) => place + text.length);
}

/** Keeps positions sorted and unique. */
function behindWildcard(path: string, places: readonly number[], part: string): readonly number[] {
  const isAnyText = part === "**";
  const leadsTo = (place: number): boolean => isAnyText || path[place - 1] !== "/";
  const found: number[] = [];
  for (const place of places) {
    let next = Math.max(isAnyText ? place : place + 1, (found.at(-1) ?? -1) + 1);
    for (; next <= path.length && leadsTo(next); next += 1) {
      found.push(next);
    }
  }
  return found;
}
