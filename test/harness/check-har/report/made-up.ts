/** A report of `check-har` on a recording that was never made. */
import { harReportFormat } from "../../../../src/harness/check-har/report/shape.ts";
import type { HarReport } from "../../../../src/harness/check-har/report/shape.ts";
import type { Skipped } from "../../../../src/harness/traffic/recording.ts";

type Rule = HarReport["rules"][number];
type Unexplained = HarReport["unexplained"][number];

const date = "2027-03-01T09:00:00.000Z";

export function place(entry: number, file = 1) {
  return { file, entry, date };
}

/** A confirmed rule, with `given` over the defaults. */
export function rule(given: Partial<Rule> = {}): Rule {
  return {
    rule: "list.limit",
    standing: "documented",
    verdict: "confirmed",
    choice: "422",
    default: "422",
    evidence: [place(1)],
    evidenceCalls: 1,
    ...given,
  };
}

export const denied = rule({
  verdict: "denied",
  choice: "clamped",
  evidence: [place(2), place(3), place(4), place(5)],
});

/** A call that got 409 where 201 was expected. */
export function unexplained(entry: number, given: Partial<Unexplained> = {}): Unexplained {
  return {
    ...place(entry),
    request: "POST /v1/firms/F1/leads",
    expected: { status: "201" },
    recorded: { status: "409" },
    rules: ["lead.unique"],
    ...given,
  };
}

export const nothingSkipped = {
  otherHosts: 0,
  otherPaths: 0,
  unreadable: 0,
  untimed: 0,
  overLimit: 0,
  misplaced: 0,
  repeated: 0,
} satisfies Skipped;

/** A report without unexplained calls, with `given` over the defaults. */
export function madeUpReport(
  given: Partial<HarReport> = {},
  summary: Partial<HarReport["summary"]> = {},
): HarReport {
  return {
    format: harReportFormat,
    version: "0.1.0",
    files: 1,
    period: { from: date, to: date },
    calls: { total: 3, judged: 2, undecided: { "no-answer": 1 } },
    skipped: nothingSkipped,
    adopted: [],
    unexplained: [],
    undecidedChoices: [],
    rules: [],
    ...given,
    summary: {
      confirmed: 0,
      denied: 0,
      partly: 0,
      unknown: 89,
      unexplained: given.unexplained?.length ?? 0,
      replays: 1,
      durationMs: 5,
      interrupted: false,
      ...summary,
    },
  };
}
