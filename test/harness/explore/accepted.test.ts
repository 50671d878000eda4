import { describe, expect, it } from "vitest";

import { readAccepted } from "../../../src/harness/explore/report/accepted.ts";
import { acceptableIds } from "../../../src/harness/explore/report/finding-id.ts";
import { mergedReport } from "../../../src/harness/explore/report/merge.ts";
import type { Report } from "../../../src/harness/explore/report/shape.ts";
import { textOfReport } from "../../../src/harness/explore/report/text.ts";
import { unmatchedIn, unmatchedNotes } from "../../../src/harness/explore/report/unmatched.ts";
import { temporaryFile } from "../../apps/cli/program.ts";
import { madeUpFinding } from "./report/made-up-finding.ts";
import { madeUpReport } from "./report/made-up.ts";

const variation = { id: "fault:reset-after", family: "faults" } as const;
const [finding, group] = ["f-3b1c95d0a2e4", "g-80a3ff8297db"];

/** A file with these entries, as read on 1 June 2026. */
function read(...accepted: readonly object[]): ReturnType<typeof readAccepted> {
  const file = temporaryFile("accepted.json", JSON.stringify({ accepted }));
  return readAccepted(file, "2026-06-01");
}

describe("the file of accepted findings", () => {
  it("accepts a finding by its id, and every finding of a group by the group's", async () => {
    const { find } = await read(
      { finding, reason: "One." },
      { finding: group, reason: "All.", expires: "2026-06-01" },
    );
    expect(find([finding, group])).toEqual({ reason: "One.", expires: null });
    expect(find(["f-000000000000", group])).toEqual({ reason: "All.", expires: "2026-06-01" });
    expect(find(["f-000000000000", "g-000000000000"])).toBeNull();
  });

  it("accepts nothing by an expired entry, and does not look for it", async () => {
    const accepted = await read({ finding: group, reason: "All.", expires: "2026-05-31" });
    expect(accepted.find([finding, group])).toBeNull();
    expect(accepted.ids).toEqual([]);
    expect(accepted.notes).toEqual([
      expect.stringContaining(`the entry for ${group} expired on 2026-05-31.`),
    ]);
  });

  it("accepts an announced change by its id, whatever it breaks", async () => {
    const change = "status:201→200";
    const { find } = await read({ finding: change, reason: "Known, ticket 123." });
    const found = {
      id: finding,
      group,
      variation: { id: `next:${change}`, family: "next" },
    } as const;
    expect(find(acceptableIds(found))).toEqual({ reason: "Known, ticket 123.", expires: null });
    expect(unmatchedIn([change, "status:204→200"], [found])).toEqual(["status:204→200"]);
    expect(find(acceptableIds({ ...found, variation }))).toBeNull();
  });

  it("has ids that match nothing", async () => {
    const ids = (
      await read(...[finding, group, "f-typo"].map((id) => ({ finding: id, reason: "x" })))
    ).ids;
    expect(unmatchedIn(ids, [])).toEqual([finding, group, "f-typo"]);
    expect(unmatchedIn(ids, [{ id: finding, group: "g-other", variation }])).toEqual([
      group,
      "f-typo",
    ]);
    expect(unmatchedIn(ids, [{ id: "f-other", group, variation }])).toEqual([finding, "f-typo"]);
  });
});

describe("the note on accepted ids that match nothing", () => {
  const whole = { unmatchedAccepted: [finding], problem: null, shard: { part: 1, of: 1 } };

  it("names at most ten", () => {
    expect(unmatchedNotes(whole)[0]).toContain(
      "1 accepted id matches no finding of this run: f-3b",
    );
    const many = Array.from({ length: 12 }, (_, at) => `f-${at}`);
    const [note] = unmatchedNotes({ ...whole, unmatchedAccepted: many });
    expect(note).toContain("12 accepted ids match no finding of this run: f-0, f-1,");
    expect(note).toContain("f-9, and 2 more.");
  });

  it("is left out in a shard, because another one may have the finding", () => {
    expect(unmatchedNotes({ ...whole, shard: { part: 1, of: 2 } })).toEqual([]);
  });

  it("is left out if the exploration did not run", () => {
    const problem = { kind: "fails", message: "It fails.", output: null } as const;
    expect(unmatchedNotes({ ...whole, problem })).toEqual([]);
  });
});

const maya = madeUpFinding("maya@example.com");
const noor = madeUpFinding("noor@example.com", { severity: "medium", verdict: "altered" });

/** The merged report of these. */
function merged(reports: readonly [Report, ...Report[]]): Report {
  const [first, ...others] = reports.map((report, at) => ({ name: `part-${at}`, report }));
  if (first === undefined) throw new Error("No report.");
  return mergedReport([first, ...others], { partial: true, minExplored: "core" });
}

describe("accepted ids in a merged report", () => {
  it("are noted if they match in no shard", () => {
    const [inOne, inTwo] = [
      [noor.group, "f-typo", "g-\u001B[2Jtypo"],
      ["f-typo", maya.id],
    ];
    const one = madeUpReport([maya], { unmatchedAccepted: inOne, shard: { part: 1, of: 2 } });
    const two = madeUpReport([noor], { unmatchedAccepted: inTwo, shard: { part: 2, of: 2 } });
    const report = merged([one, two]);
    expect(report.unmatchedAccepted).toEqual(["f-typo", "g-\u001B[2Jtypo"]);
    expect(report.notes).toHaveLength(1);
    expect(textOfReport(report).replaceAll(/\s+/g, " ")).toContain(
      String.raw`2 accepted ids match no finding of this run: f-typo, g-\u{1b}[2Jtypo. Remove`,
    );
    // The missing shard may have the findings.
    expect(merged([one]).notes).toEqual([expect.stringContaining("Part 2 of 2 is missing")]);
  });

  it("are not noted if another run matches them", () => {
    const unmatched = { unmatchedAccepted: [noor.group], problem: null, shard: { part: 1, of: 1 } };
    const one = madeUpReport([maya], { ...unmatched, notes: unmatchedNotes(unmatched) });
    expect(one.notes).toHaveLength(1);
    expect(merged([one, madeUpReport([noor])]).notes).toEqual([]);
    expect(merged([one, madeUpReport([])]).notes).toEqual(one.notes);
  });
});
