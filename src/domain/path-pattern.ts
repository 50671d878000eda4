/**
 * Whether a path fits a pattern, with or without the version segment in front: `*` and `{name}` stand for one
 * segment, `**` for any text.
 */
export function pathMatches(pattern: string, path: string): boolean {
  const shape = pathShape(pattern);
  return shape.test(path) || (path.startsWith("/v1/") && shape.test(path.slice("/v1".length)));
}

function pathShape(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*|\{\w+\})/)
    .map((part, index) => (index % 2 === 0 ? literal(part) : wildcard(part)))
    .join("");
  return new RegExp(`^${source}$`);
}

function literal(part: string): string {
  return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function wildcard(part: string): string {
  return part === "**" ? ".*" : "[^/]+";
}
