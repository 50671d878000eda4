import { setTimeout } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { checkTarget, probes } from "../../../src/contract/conformance/check.ts";
import { partIdsAsked } from "../../../src/contract/conformance/probe.ts";
import type { PartId } from "../../../src/rules/parts.ts";
import { newSandbox } from "../../support/sandbox.ts";
import type { Deviation } from "./deviating.ts";
import { deviating } from "./deviating.ts";
import { deviationsOfChanges } from "./deviations-of-changes.ts";
import { deviationsOfClientData } from "./deviations-of-client-data.ts";
import { deviationsOfFields } from "./deviations-of-fields.ts";
import { deviationsOfLeads } from "./deviations-of-leads.ts";
import { deviationsOfLists } from "./deviations-of-lists.ts";
import { deviationsOfRequests } from "./deviations-of-requests.ts";
import { deviationsOfResources } from "./deviations-of-resources.ts";
import { facts, newReference } from "./target.ts";

const deviations: readonly Deviation[] = [
  ...deviationsOfLeads,
  ...deviationsOfFields,
  ...deviationsOfClientData,
  ...deviationsOfChanges,
  ...deviationsOfLists,
  ...deviationsOfRequests,
  ...deviationsOfResources,
];

/** The parts of one rule that a service with this change confirms and denies. Only the probes of the rule run. */
async function partsOf({ part, change }: Pick<Deviation, "part" | "change">) {
  const rule = ruleIn(part);
  const service = newSandbox({ quota: 100_000 });
  const { verdicts, stopped } = await checkTarget({
    baseUrl: "http://partner.localhost/v1",
    fetch: deviating(service.fetch, change),
    wait: async () => {},
    pause: () => setTimeout(2),
    run: "run",
    requestsMax: 1_000,
    facts,
    reference: newReference(),
    probes: probes.filter((probe) => probe.rule === rule),
  });
  expect(stopped).toBeNull();
  const verdict = verdicts.find((one) => one.rule === rule);
  if (verdict === undefined) throw new Error(`There is no verdict on ${rule}`);
  const { asked, denied } = verdict.parts;
  const confirmed = asked.filter((one) => !denied.includes(one));
  return {
    verdict: verdict.verdict,
    confirmed: idsOf(rule, confirmed),
    denied: idsOf(rule, denied),
  };
}

function idsOf(rule: string, parts: readonly string[]): readonly string[] {
  return parts.map((part) => `${rule}#${part}`);
}

function ruleIn(part: PartId): string {
  return part.slice(0, part.indexOf("#"));
}

describe("a service with one deviation", () => {
  it("is listed for each part that a probe asks", () => {
    const listed = new Set<string>(deviations.map(({ part }) => part));
    const asked = new Set<string>(probes.flatMap(partIdsAsked));
    expect([...listed].filter((part) => !asked.has(part))).toEqual([]);
    const missing = [...asked].filter((part) => !listed.has(part));
    expect(missing.filter((part) => !part.endsWith("#whole"))).toEqual([]);
  });

  it.each(deviations)("$part: $does, and this part is denied", async ({ part, change }) => {
    const { verdict, confirmed, denied } = await partsOf({ part, change });
    expect({ verdict, confirmed }).toMatchObject({ verdict: "denied" });
    expect(confirmed).not.toContain(part);
    expect(denied).toContain(part);
  });
});
