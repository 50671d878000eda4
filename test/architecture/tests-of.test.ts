import { globSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { testsOf } from "../../scripts/tests-of.ts";

const always = ["test/architecture", "test/docs/prose.test.ts"];
const tests = [
  "test/control/clock-frozen.test.ts",
  "test/control/faults-hold.test.ts",
  "test/control/faults.test.ts",
  "test/mail/relay.test.ts",
  "test/mail/mime.test.ts",
];

describe("the tests of a change", () => {
  it("share the name of the changed file, else its first word, else its room", () => {
    const of = (file: string) => testsOf([file], tests).filter((one) => !always.includes(one));
    expect(of("src/control/faults.ts")).toEqual(tests.slice(1, 3));
    expect(of("src/control/fault-log.ts")).toEqual(tests.slice(1, 3));
    expect(of("src/control/clock.ts")).toEqual(tests.slice(0, 1));
    expect(of("src/mail/html-template.ts")).toEqual([
      "test/mail/mime.test.ts",
      "test/mail/relay.test.ts",
    ]);
  });

  it("are a changed test itself, the folder of its parts, and the documents for a page", () => {
    const changed = ["test/mail/mime.test.ts", "test/mail/parts.ts", "docs/mail.md"];
    expect(testsOf(changed, tests)).toEqual([
      "test/architecture",
      "test/docs",
      "test/docs/prose.test.ts",
      "test/mail",
      "test/mail/mime.test.ts",
    ]);
  });

  it("exist for every room of the source", () => {
    const all = globSync("test/**/*.test.ts");
    const rooms = globSync("src/*/").filter((room) => !/\/(?:texts|values)$/.test(room));
    const without = rooms.filter(
      (room) => testsOf([`${room}/any.ts`], all).length <= always.length,
    );
    expect(without).toEqual([]);
  });
});
