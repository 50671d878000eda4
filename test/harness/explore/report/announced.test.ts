/** What the report of `explore --next` says of announced changes, and what to do about each. */
import { describe, expect, it } from "vitest";

import { announcedAdvice } from "../../../../src/harness/explore/report/announced-advice.ts";
import type {
  AnnouncedChange,
  AnnouncedReport,
} from "../../../../src/harness/explore/report/announced-shape.ts";
import { announcedHeadline } from "../../../../src/harness/explore/report/announced-text.ts";
import { textOfReport } from "../../../../src/harness/explore/report/text.ts";
import type { Change } from "../../../../src/harness/next/findings.ts";
import { madeUpReport } from "./made-up.ts";

function change(given: Partial<Change>): Change {
  const of = { direction: null, from: null, to: null, operations: [] } as const;
  return { id: "f", kind: "field-renamed", subject: "Lead.phone", ...of, ...given };
}

const next: AnnouncedReport = {
  document: "next.yaml",
  version: "2.0",
  from: null,
  unknownOperations: 0,
  notes: [],
  changes: [],
  together: null,
};

const changed: AnnouncedChange = {
  id: "f",
  kind: "field-renamed",
  sentence: "phone becomes mobile",
  operations: [],
  possible: false,
  verdict: "not-reached",
  trials: [],
  provoked: null,
  moreLeads: 0,
  why: null,
};

describe("the advice on an announced change", () => {
  const renamed = change({ to: "mobile" });

  it.each<[string, Change, string]>([
    ["both", renamed, "Send mobile. Read mobile, else phone: that works before and after."],
    [
      "answers",
      { ...renamed, direction: "answer" },
      "Read mobile, else phone: that works before and after.",
    ],
    ["requests", { ...renamed, direction: "request" }, "Send mobile."],
    [
      "a new type in requests",
      change({ kind: "type", direction: "request", from: "string", to: "object" }),
      "Send phone as object from the switch on.",
    ],
    [
      "a moved key",
      change({ kind: "auth", to: "header.Authorization" }),
      "Send the key in Authorization too: that works before and after.",
    ],
  ])("concerns %s", (_what, one, advice) => {
    expect(announcedAdvice([one])).toBe(advice);
  });

  it("of several together asks for halves, and of none is empty", () => {
    expect(announcedAdvice([renamed, renamed])).toMatch(/^Each change alone is harmless\./);
    expect(announcedAdvice([])).toBe("");
  });
});

describe("the text about announced changes", () => {
  it("names both documents, and says if the run meets no change", () => {
    const met = { ...changed, trials: ["t-1"] };
    expect(announcedHeadline(next)).toBe("no change from the present document to next.yaml (2.0)");
    expect(
      announcedHeadline({ ...next, version: null, from: "now.yaml", changes: [changed] }),
    ).toBe("No change touches this run: 1 change from now.yaml to next.yaml.");
    expect(announcedHeadline({ ...next, changes: [met, changed] })).toMatch(/^2 changes from /);
    expect(announcedHeadline({ ...next, changes: [{ ...changed, verdict: "unknown" }] })).toMatch(
      /^1 change from /,
    );
  });

  it("counts runs in seconds, and what is left to do", () => {
    const text = textOfReport(
      madeUpReport([], {
        next: { ...next, unknownOperations: 2, together: { verdict: "independent", trial: "t-2" } },
        durationMs: 12_340,
      }),
    );
    expect(text).toContain("2 operations that the sandbox lacks left out");
    expect(text).toContain("All definite changes at once: no difference.");
    expect(text).toContain("2 runs in 12.3 s: no change to act on before the switch");
  });
});
