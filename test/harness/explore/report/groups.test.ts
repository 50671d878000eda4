import { describe, expect, it } from "vitest";

import type { GroupKey } from "../../../../src/harness/explore/report/finding-id.ts";
import { findingId, groupId } from "../../../../src/harness/explore/report/finding-id.ts";
import { groupsOf } from "../../../../src/harness/explore/report/groups.ts";
import type { Finding } from "../../../../src/harness/explore/report/shape.ts";
import { madeUpFinding, madeUpFindingCall, madeUpVariation, oneBug } from "./made-up-finding.ts";

const maya = madeUpFinding("maya@example.com");
const call = madeUpFindingCall("noor@example.com");

/** The group of a violation at an operation. */
function ofOperation(id: string, operation: string): string {
  const variation = madeUpVariation(call, { id, operation, family: "violations" });
  return groupId({ verdict: "missed", call: null, variation });
}

/** A finding about a variation of the whole run. */
function ofRun(id: string): Pick<Finding, "call" | "verdict" | "variation"> {
  return {
    call: null,
    verdict: "dependent",
    variation: madeUpVariation(call, { id, family: "unknowns" }),
  };
}

describe("the group of a finding", () => {
  it.each([
    ["fault", { variation: madeUpVariation(call, { id: "fault:503" }) }],
    ["person", { call }],
    ["test", { workspace: "Import > Noor" }],
  ])("is the same for another %s", (_what, change) => {
    expect(groupId({ ...maya, ...change })).toBe(groupId(maya));
  });

  it.each([
    ["family", { variation: madeUpVariation(call, { family: "violations" }) }],
    ["verdict", { verdict: "altered" as const }],
    ["operation", { call: madeUpFindingCall("maya@example.com", "patch-Lead") }],
  ])("is another for another %s", (_what, change) => {
    expect(groupId({ ...maya, ...change })).not.toBe(groupId(maya));
  });

  it("is that of the operation whose calls a violation changes", () => {
    const one = ofOperation("violation:ignores-limit", "get-leads");
    expect(ofOperation("violation:ignores-order", "get-leads")).toBe(one);
    expect(ofOperation("violation:ignores-limit", "get-firms")).not.toBe(one);
  });

  it("is that of the variation if no operation is varied, whatever the test", () => {
    const one = groupId(ofRun("unknown:state.delete=204"));
    const ofTest: GroupKey = madeUpFinding("ada@example.com", {
      ...ofRun("unknown:state.delete=204"),
      workspace: "a test",
    });
    expect(groupId(ofTest)).toBe(one);
    expect(groupId(ofRun("unknown:lead.unique=firm"))).not.toBe(one);
  });

  it("has an id that no finding has and that stays the same in later versions", () => {
    const planned = { family: "faults", variation: "503", workspace: null, choices: null } as const;
    expect(findingId({ ...planned, call }, "lost")).toBe("f-3365fc9e221a");
    expect(groupId(maya)).toBe("g-80a3ff8297db");
  });
});

describe("the groups of a report", () => {
  it("have the number and ids of their findings, the first group first", () => {
    const altered = madeUpFinding("ada@example.com", { verdict: "altered", severity: "medium" });
    const findings = [...oneBug(), altered];
    expect(groupsOf(findings)).toEqual([
      {
        id: groupId(maya),
        family: "faults",
        verdict: "lost",
        operation: "post-leads-for-firm",
        severity: "high",
        count: 15,
        findings: oneBug().map(({ id }) => id),
      },
      expect.objectContaining({ id: altered.group, verdict: "altered", count: 1 }),
    ]);
  });
});
