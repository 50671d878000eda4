import { setTimeout } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { checkTarget } from "../../../src/harness/check-target/check.ts";
import type { Probe } from "../../../src/harness/check-target/probes/probe.ts";
import { partIdsAsked } from "../../../src/harness/check-target/probes/probe.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import { newSandbox } from "../../support/sandbox.ts";
import type { Change, Deviation } from "./deviating.ts";
import { deviating } from "./deviating.ts";
import { deviationsOfChanges } from "./deviations-of-changes.ts";
import { deviationsOfClientData } from "./deviations-of-client-data.ts";
import { deviationsOfFields } from "./deviations-of-fields.ts";
import { deviationsOfLeads } from "./deviations-of-leads.ts";
import { deviationsOfLists } from "./deviations-of-lists.ts";
import { deviationsOfRequests } from "./deviations-of-requests.ts";
import { deviationsOfResources } from "./deviations-of-resources.ts";
import { deviationsOfWholeRules } from "./deviations-of-whole-rules.ts";
import { facts, sharedReference } from "./target.ts";

const deviations: readonly Deviation[] = [
  ...deviationsOfLeads,
  ...deviationsOfFields,
  ...deviationsOfClientData,
  ...deviationsOfChanges,
  ...deviationsOfLists,
  ...deviationsOfRequests,
  ...deviationsOfResources,
  ...deviationsOfWholeRules,
];

/** The parts that a service with this change confirms and denies, asked by these probes. */
async function partsSeen(change: Change, asking: readonly Probe[]) {
  const service = newSandbox({ quota: 100_000 });
  const { verdicts, stopped } = await checkTarget({
    baseUrl: "http://partner.localhost/v1",
    fetch: deviating(service.fetch, change),
    wait: async () => {},
    pause: () => setTimeout(2),
    run: "run",
    requestsMax: 1_000,
    facts,
    reference: sharedReference(),
    probes: asking,
  });
  expect(stopped).toBeNull();
  const seen = verdicts.flatMap(({ rule, parts: { asked, denied } }) =>
    asked.map((part) => ({ id: `${rule}#${part}`, isDenied: denied.includes(part) })),
  );
  const idsOf = (isDenied: boolean): string[] =>
    seen.filter((one) => one.isDenied === isDenied).map(({ id }) => id);
  return { confirmed: idsOf(false), denied: idsOf(true) };
}

const every = [...new Set<string>(probes.flatMap(partIdsAsked))].toSorted();

describe("a service with one deviation", () => {
  it("is listed for each part that a probe asks", () => {
    const listed = new Set<string>(deviations.map(({ part }) => part));
    expect([...listed].toSorted()).toEqual(every);
  });

  // Only the probes of the rule run, which takes a tenth of the time.
  it.each(deviations)("$part: $does, and this part is denied", async ({ part, change }) => {
    const asking = probes.filter(({ rule }) => part.startsWith(`${rule}#`));
    const { confirmed, denied } = await partsSeen(change, asking);
    expect(confirmed).not.toContain(part);
    expect(denied).toContain(part);
  });
});
