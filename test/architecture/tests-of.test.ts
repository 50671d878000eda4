import { globSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { always, testsOf } from "../../scripts/tests-of.ts";

const tests = [
  "test/server/control/faults/faults.test.ts",
  "test/server/control/faults/hold.test.ts",
  "test/server/control/time-and-quotas/system-clock.test.ts",
  "test/world/mail/relay.test.ts",
  "test/world/mail/mime.test.ts",
  "test/apps/cli/explore-html.test.ts",
  "test/apps/cli/serve.test.ts",
];

describe("the tests of a change", () => {
  it("share the name of the changed file, else its first word, else its part of the room, else its room", () => {
    const of = (file: string) => testsOf([file], tests).filter((one) => !always.includes(one));
    expect(of("src/server/control/faults/faults.ts")).toEqual(tests.slice(0, 2));
    expect(of("src/server/control/faults/own-headers.ts")).toEqual(tests.slice(0, 2));
    expect(of("src/server/control/time-and-quotas/clock.ts")).toEqual(tests.slice(2, 3));
    expect(of("src/server/control/calls/mount.ts")).toEqual(tests.slice(0, 3));
    expect(of("src/apps/cli/explore/progress.ts")).toEqual(["test/apps/cli/explore-html.test.ts"]);
    expect(of("src/world/mail/html-template.ts")).toEqual([
      "test/world/mail/mime.test.ts",
      "test/world/mail/relay.test.ts",
    ]);
  });

  it("are a changed test itself, the folder of its parts, and the documents for a page", () => {
    const changed = ["test/world/mail/mime.test.ts", "test/world/mail/parts.ts", "docs/mail.md"];
    expect(testsOf(changed, tests)).toEqual(
      [...always, "test/docs", "test/world/mail", "test/world/mail/mime.test.ts"].toSorted(),
    );
  });

  it("exist for every room of the source", () => {
    const all = globSync("test/**/*.test.ts");
    const rooms = globSync("src/*/*/").filter((room) => !room.startsWith("src/base/"));
    const without = rooms.filter(
      (room) => testsOf([`${room}/any.ts`], all).length <= always.length,
    );
    expect(without).toEqual([]);
  });
});
