import { describe, expect, it } from "vitest";

import { readAccepted } from "../../src/explore/accepted.ts";
import { unmatchedIn, unmatchedNotes } from "../../src/explore/report/unmatched.ts";
import { temporaryFile } from "../cli/program.ts";

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
    expect(find(finding, group)).toEqual({ reason: "One.", expires: null });
    expect(find("f-000000000000", group)).toEqual({ reason: "All.", expires: "2026-06-01" });
    expect(find("f-000000000000", "g-000000000000")).toBeNull();
  });

  it("accepts nothing by an expired entry, and does not look for it", async () => {
    const accepted = await read({ finding: group, reason: "All.", expires: "2026-05-31" });
    expect(accepted.find(finding, group)).toBeNull();
    expect(accepted.ids).toEqual([]);
    expect(accepted.notes).toEqual([
      expect.stringContaining(`the entry for ${group} expired on 2026-05-31.`),
    ]);
  });

  it("has ids that match nothing", async () => {
    const ids = (
      await read(...[finding, group, "f-typo"].map((id) => ({ finding: id, reason: "x" })))
    ).ids;
    expect(unmatchedIn(ids, [])).toEqual([finding, group, "f-typo"]);
    expect(unmatchedIn(ids, [{ id: finding, group: "g-other" }])).toEqual([group, "f-typo"]);
    expect(unmatchedIn(ids, [{ id: "f-other", group }])).toEqual([finding, "f-typo"]);
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
