import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

const style = readFileSync("src/apps/console/style.css", "utf8");
/** The classes that rules are for. */
const styled = new Set([...style.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));

/** The words of all texts in the sources; its classes are among them. */
const words = new Set(
  globSync("src/apps/console/**/*.tsx")
    .flatMap((path) => readFileSync(path, "utf8").match(/"[^"\n]*"|`[^`]*`/g) ?? [])
    .flatMap((text) => text.match(/[\w-]+/g) ?? []),
);

describe("the style sheet of the console", () => {
  it.each([...styled])("has the class %s for an element of the page", (name) => {
    expect(words).toContain(name);
  });
});
