import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isBoundedPattern, pathMatches } from "../../../src/domain/model/path-pattern.ts";

describe("pathMatches", () => {
  it.each([
    { name: "an exact path", pattern: "/v1/leads", path: "/v1/leads" },
    { name: "a path without the version", pattern: "/leads", path: "/leads" },
    { name: "a path with the version in front", pattern: "/leads", path: "/v1/leads" },
    { name: "one segment by *", pattern: "/firms/*/leads", path: "/v1/firms/Harb0rPt/leads" },
    { name: "the last segment by *", pattern: "/leads/*", path: "/leads/LeadHPa1" },
    { name: "one segment by its name", pattern: "/leads/{leadId}", path: "/v1/leads/LeadHPa1" },
    { name: "two names", pattern: "/a/{b}/c/{d}", path: "/a/1/c/2" },
    { name: "a part of a segment by *", pattern: "/leads/Lead*", path: "/leads/LeadHPa1" },
    { name: "several segments by **", pattern: "/firms/**", path: "/v1/firms/Harb0rPt/leads" },
    { name: "no text at all by **", pattern: "/leads**", path: "/leads" },
    { name: "everything by **", pattern: "**", path: "/v1/nowhere/at/all" },
    { name: "the middle by **", pattern: "/firms/**/leads", path: "/firms/a/b/c/leads" },
    { name: "the version by *", pattern: "/*/leads", path: "/v1/leads" },
    { name: "the root", pattern: "/", path: "/" },
    { name: "an encoded segment by *", pattern: "/leads/*", path: "/leads/a%2Fb%0A" },
  ])("fits $name: $pattern for $path", ({ pattern, path }) => {
    expect(pathMatches(pattern, path)).toBe(true);
  });

  it.each([
    { name: "a longer path", pattern: "/leads", path: "/leads/LeadHPa1" },
    { name: "a shorter path", pattern: "/leads/*", path: "/leads" },
    { name: "an empty segment for *", pattern: "/leads/*", path: "/leads/" },
    { name: "an empty segment for a name", pattern: "/leads/{leadId}", path: "/leads/" },
    { name: "two segments for *", pattern: "/leads/*", path: "/leads/a/b" },
    { name: "a slash at the end", pattern: "/leads", path: "/leads/" },
    { name: "another case", pattern: "/leads", path: "/Leads" },
    { name: "a path without the requested version", pattern: "/v1/leads", path: "/leads" },
    { name: "another version", pattern: "/leads", path: "/v2/leads" },
    { name: "the version as a part of a segment", pattern: "/leads", path: "/v1leads" },
    { name: "a path in the middle", pattern: "/leads", path: "/firms/leads" },
    { name: "a dot for any letter", pattern: "/l.ads", path: "/leads" },
    { name: "a repetition", pattern: "/leads+", path: "/leadsss" },
    { name: "an alternative", pattern: "/leads|/plans", path: "/plans" },
    { name: "a class", pattern: "/[a-z]", path: "/a" },
    { name: "the dollar as an end", pattern: "/leads$", path: "/leads" },
    { name: "an invalid name with a dash", pattern: "/{lead-id}", path: "/leads" },
  ])("does not fit $name: $pattern for $path", ({ pattern, path }) => {
    expect(pathMatches(pattern, path)).toBe(false);
  });

  it.each(["/a.b", "/a+b", "/a(b)", "/a[b]", "/a|b", "/a^b$", "/a\\b", "/{lead-id}", "/a?b"])(
    "treats %s literally",
    (text) => {
      expect(pathMatches(text, text)).toBe(true);
    },
  );
});

describe("a random pattern", () => {
  it("matches the paths that the equal regular expression matches", () => {
    const letters = fc.constantFrom("a", "b", "/");
    const part = fc.oneof(letters, fc.constantFrom("*", "**", "{id}"));
    const path = fc.array(letters, { maxLength: 8 }).map((all) => all.join(""));
    const pattern = fc.array(part, { maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(pattern, path, (one, text) => {
        expect(pathMatches(one, text)).toBe(expressionOf(one).test(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("isBoundedPattern", () => {
  it.each([
    { wildcards: 10, pattern: "/*".repeat(10), bounded: true },
    { wildcards: 11, pattern: "/*".repeat(11), bounded: false },
    { wildcards: 11, pattern: "/{a}".repeat(11), bounded: false },
    { wildcards: 1, pattern: `/${"*".repeat(100)}`, bounded: true },
  ])("is $bounded for $wildcards wildcards", ({ pattern, bounded }) => {
    expect(isBoundedPattern(pattern)).toBe(bounded);
  });
});

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/\*{3,}/g, "**")
    .split(/(\*\*|\*|\{\w+\})/)
    .map((part, index) => (index % 2 === 0 ? part : part === "**" ? ".*" : "[^/]+"))
    .join("");
  return new RegExp(`^${source}$`);
}
