import { surfaceHosts, surfaceNames } from "../../domain/model/surface.ts";

/** The default hosts of each surface, as patterns; `*` matches any text. */
export const providerHosts: readonly string[] = surfaceNames.flatMap((name) => surfaceHosts[name]);

/**
 * Returns a check for URLs whose host, without its port, matches a pattern. Throws a TypeError for an invalid
 * pattern.
 */
export function hostMatcher(patterns: readonly string[]): (url: string) => boolean {
  const shapes = patterns.map(shapeOf);
  return (url) => {
    if (!URL.canParse(url)) return false;
    const { hostname } = new URL(url);
    return shapes.some((shape) => shape.test(hostname));
  };
}

function shapeOf(pattern: string): RegExp {
  if (!/^[a-z0-9.*-]+$/i.test(pattern)) {
    throw new TypeError(
      `A host is a name such as api.partner.example or a pattern such as api.partner.*, not ${JSON.stringify(pattern)}.`,
    );
  }
  const literal = pattern.toLowerCase().replaceAll(".", "\\.").replaceAll("*", ".+");
  return new RegExp(`^${literal}$`);
}
