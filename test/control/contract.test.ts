import { describe, expect, it } from "vitest";

import { controlOperations } from "../../src/control/operations.ts";
import { isRemote } from "../support/target.ts";
import { newWorld } from "../support/world.ts";
import { contracts } from "./contract/contracts.ts";
import { conventions } from "./contract/conventions.ts";
import { creation } from "./contract/creation.ts";
import { directory } from "./contract/directory.ts";
import { dropping } from "./contract/dropping.ts";
import { explanation } from "./contract/explanation.ts";
import { faults } from "./contract/faults.ts";
import { holds } from "./contract/holds.ts";
import { journal } from "./contract/journal.ts";
import { kits } from "./contract/kits.ts";
import { mail } from "./contract/mail.ts";
import { metrics } from "./contract/metrics.ts";
import { oneAssumption } from "./contract/one-assumption.ts";
import { otherLanguages } from "./contract/other-languages.ts";
import { platform } from "./contract/platform.ts";
import { publicUrl } from "./contract/public-url.ts";
import { report } from "./contract/report.ts";
import type { Row } from "./contract/row.ts";
import { serverLevel } from "./contract/server-level.ts";
import { session } from "./contract/session.ts";
import { theWorld } from "./contract/the-world.ts";
import { time } from "./contract/time.ts";
import { variables } from "./contract/variables.ts";
import { workflows } from "./contract/workflows.ts";

/**
 * The promises of the control API by section of its contract. Each line of the contract has a row for each promise.
 */
const sections: Readonly<Record<string, readonly Row[]>> = {
  Conventions: conventions,
  "Server level": [...serverLevel, ...metrics, ...publicUrl, ...session, ...creation, ...dropping],
  "The world": [...theWorld, ...directory, ...workflows],
  "What the platform does": platform,
  Mail: mail,
  "Time, quota, faults": [...time, ...faults, ...holds],
  "Journal and explanation": [...journal, ...explanation, ...oneAssumption],
  Contracts: contracts,
  "Other languages": [...otherLanguages, ...variables, ...report, ...kits],
};

/** Calls without a line in the contract: the document pages, and a single entry of the journal. */
const others = /^GET \/_sandbox\/docs|^GET W\/requests\/\{/;

describe("the contract", () => {
  it.each(
    controlOperations
      .map(
        ({ level, method, path }) => `${method} ${level === "server" ? "/_sandbox" : "W"}${path}`,
      )
      .filter((call) => !others.test(call)),
  )("has a promise for %s", (call) => {
    const rows = Object.values(sections).flat();
    const calls = rows.map((row) => shape(row.call));
    expect(calls, "Missing in test/control/contract").toContain(shape(call));
  });

  it("has promises only for existing calls", () => {
    const calls = Object.values(sections)
      .flat()
      .filter(({ call }) => / (?:W|\/_sandbox)\//.test(call));
    const known = controlOperations.map(({ level, method, path }) =>
      shape(`${method} ${level === "server" ? "/_sandbox" : "W"}${path}`),
    );
    expect(calls.filter(({ call }) => !known.includes(shape(call)))).toEqual([]);
  });
});

/** A call with anonymous parameters. */
function shape(call: string): string {
  return call.replaceAll(/\{\w+\}/g, "{}");
}

describe.each(Object.entries(sections))("%s", (_section, rows) => {
  it.each(rows.filter(({ local }) => local !== true || !isRemote))(
    "$call: $promise",
    async ({ keeps, options }) => {
      expect.hasAssertions();
      await keeps(await newWorld(options));
    },
  );
});
