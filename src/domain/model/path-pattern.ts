/** Maximum characters and wildcards of a pattern. */
export const patternLengthMax = 200;
const wildcardsMax = 10;

/** Why `isBoundedPattern` is false for a short pattern. */
export const tooManyWildcards = `Expected at most ${wildcardsMax} wildcards`;

const wildcard = /(\*\*|\*|\{\w+\})/;

/** Whether a pattern has few enough wildcards to match any path fast. */
export function isBoundedPattern(pattern: string): boolean {
  return partsOf(pattern).length <= 2 * wildcardsMax + 1;
}

/**
 * Whether a path matches a pattern, with or without the version segment. `*` and `{name}` match one segment,
 * `**` matches any text. Takes linear time, where a regular expression could backtrack (ReDoS).
 */
export function pathMatches(pattern: string, path: string): boolean {
  const parts = partsOf(pattern);
  return fits(parts, path) || (path.startsWith("/v1/") && fits(parts, path.slice("/v1".length)));
}

/** Texts and wildcards by turns, beginning and ending with a text. Three or more `*` count as `**`. */
function partsOf(pattern: string): readonly string[] {
  return pattern.replaceAll(/\*{3,}/g, "**").split(wildcard);
}

/** Follows texts and wildcards through all positions in the path that they can reach. */
function fits([start = "", ...rest]: readonly string[], path: string): boolean {
  let places: readonly number[] = path.startsWith(start) ? [start.length] : [];
  for (let at = 0; at < rest.length && places.length > 0; at += 2) {
    const [part, text = "", next] = rest.slice(at, at + 3);
    places =
      part === "**"
        ? behindAnyText(path, places[0] ?? 0, text, next)
        : behindText(path, behindSegment(path, places), text);
  }
  return places.at(-1) === path.length;
}

function behindText(path: string, places: readonly number[], text: string): readonly number[] {
  return places.filter((place) => path.startsWith(text, place)).map((place) => place + text.length);
}

/**
 * The positions behind `**` and the text that follows it. Before another `**` the first one is enough, and at the
 * end of the pattern only the last one counts.
 */
function behindAnyText(
  path: string,
  from: number,
  text: string,
  next: string | undefined,
): readonly number[] {
  if (next === undefined) {
    return path.length - text.length >= from && path.endsWith(text) ? [path.length] : [];
  }
  const found: number[] = [];
  for (
    let place = path.indexOf(text, from);
    place >= 0 && place <= path.length;
    place = path.indexOf(text, place + 1)
  ) {
    found.push(place + text.length);
    if (next === "**" || place === path.length) break;
  }
  return found;
}

/** The positions in and behind the segments in which `places` are. Keeps positions sorted and unique. */
function behindSegment(path: string, places: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const place of places) {
    let next = Math.max(place + 1, (found.at(-1) ?? -1) + 1);
    for (; next <= path.length && path[next - 1] !== "/"; next += 1) found.push(next);
  }
  return found;
}
