/** The console checks a bundle like the command, whose schema would be an eighth of the page. */
import { describe, expect, it } from "vitest";

import { wrongPlace } from "../../../src/console/reports/bundle-shape.ts";
import { BundleContent } from "../../../src/explore/bundle/bundle-content.ts";
import { bundleText } from "../bundle.ts";

const { sha256: _checksum, ...plain } = JSON.parse(bundleText());
const call = { workspace: "default", operation: "get-lead", subject: null, ordinal: 1 };
const variation = {
  family: "faults",
  variation: "lost",
  workspace: null,
  call,
  choices: { a: "b" },
};
const bundle = {
  ...plain,
  variation: { ...variation, operation: "get-lead" },
  settings: { ...plain.settings, quota: 5 },
};

const numbers = [0, 1, -1, 1.5, 2 ** 53, 1e300, NaN];
const texts = ["", "x", "../x", "\0", "api", "empty", "faults", "lost"];
const parts = [undefined, null, true, [], [1], {}, { a: 1 }, { a: "b" }, ["x"], [""]];
const values: readonly unknown[] = [...numbers, ...texts, ...parts];

/** Every copy of a value with one of its parts replaced, removed or added, at any depth. */
function changed(value: unknown): readonly unknown[] {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, part]) =>
          changed(part).map((other) => withPart(value, name, other)),
        )
      : [];
  const added = typeof value === "object" && value !== null ? [withPart(value, "more", 1)] : [];
  return [...values, ...inner, ...added];
}

function withPart(value: object, name: string, part: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === name ? part : one));
  const { [name]: _old, ...rest }: Record<string, unknown> = { ...value };
  return part === undefined ? rest : { ...rest, [name]: part };
}

describe("the check of a bundle in the console", () => {
  it("accepts and rejects what the command does", () => {
    const all = [bundle, plain, ...changed(bundle)];
    expect(all.length).toBeGreaterThan(1_000);
    const differing = all.filter(
      (one) => BundleContent.safeParse(one).success !== (wrongPlace(one) === null),
    );
    expect(differing).toEqual([]);
    expect([wrongPlace(bundle), wrongPlace(plain)]).toEqual([null, null]);
  });
});
