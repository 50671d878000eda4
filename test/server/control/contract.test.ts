import { describe, expect, it } from "vitest";

import { newSandboxClient } from "../../../src/index.ts";
import { isRemote } from "../../support/target.ts";
import { calls, newClientWorld, shape } from "./contract/client-world.ts";
import { contracts } from "./contract/contracts.ts";
import { conventions } from "./contract/conventions.ts";
import { creation } from "./contract/creation.ts";
import { directory } from "./contract/directory.ts";
import { dropping } from "./contract/dropping.ts";
import { explanation } from "./contract/explanation.ts";
import { faults } from "./contract/faults.ts";
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
  "Time, quota, faults": [...time, ...faults],
  "Journal and explanation": [...journal, ...explanation, ...oneAssumption],
  Contracts: contracts,
  "Other languages": [...otherLanguages, ...variables, ...report, ...kits],
};

const rows = Object.values(sections).flat();

/** Pages for a browser and their files, for which the client has no methods. */
const pages = /^GET \/_sandbox\/(?:docs|console|$)/;

describe("the contract", () => {
  it.each(calls.filter((call) => !call.startsWith("GET /_sandbox/docs")))(
    "has a promise for %s",
    (call) => {
      expect(
        rows.map((row) => shape(row.call)),
        "Missing in test/server/control/contract",
      ).toContain(shape(call));
    },
  );

  it("has promises only for existing calls", () => {
    const known = calls.map(shape);
    const others = rows.filter(({ call }) => / (?:W|\/_sandbox)\//.test(call));
    expect(others.filter(({ call }) => !known.includes(shape(call)))).toEqual([]);
  });
});

describe("the typed client", () => {
  const methods = rows.flatMap(({ method }) => method ?? []);

  it.each(calls.filter((call) => !pages.test(call)))("has a method for %s", (call) => {
    const found = rows.filter((row) => row.method !== undefined).map((row) => shape(row.call));
    expect(found, "Missing in test/server/control/contract").toContain(shape(call));
  });

  it.each(methodsOf(newSandboxClient({ url: "http://127.0.0.1" })))(
    "has a promise for its method %s",
    (method) => {
      expect([...methods, "workspace"], "Missing in test/server/control/contract").toContain(
        method,
      );
    },
  );
});

describe.each(Object.entries(sections))("%s", (_section, ofSection) => {
  it.each(ofSection.filter(({ local }) => local !== true || !isRemote))(
    "$call: $promise",
    async ({ call, method, keeps, options }) => {
      expect.hasAssertions();
      const world = await newClientWorld(options);
      await keeps(world);
      const own = method === undefined ? [] : [shape(call)];
      expect(world.sent).toEqual(expect.arrayContaining(own));
    },
  );
});

/** The name of every method of a client. */
function methodsOf(client: object, prefix = ""): readonly string[] {
  return Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "function") return [prefix + name];
    return typeof value === "object" && value !== null ? methodsOf(value, `${prefix}${name}.`) : [];
  });
}
