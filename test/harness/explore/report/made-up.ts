/** Fabricated reports. */
import { groupsOf } from "../../../../src/harness/explore/report/groups.ts";
import { reportedHazards } from "../../../../src/harness/explore/report/hazards.ts";
import type {
  Finding,
  Report,
  ReportedTrial,
} from "../../../../src/harness/explore/report/shape.ts";
import { reportFormat } from "../../../../src/harness/explore/report/shape.ts";
import { summaryOf } from "../../../../src/harness/explore/report/summary.ts";
import {
  acceptedFinding,
  evidence,
  madeUpCall,
  madeUpFinding,
  madeUpFindingCall,
  oneBug,
} from "./made-up-finding.ts";

/**
 * Texts that could be parsed as markup, terminal escape sequences or bidirectional control
 * characters.
 */
export const hostile = {
  script: `</pre></code></script><script>document.title="taken"</script><img src=x onerror="document.title='taken'">`,
  attribute: `" onmouseover="document.title='taken'" '`,
  markdown: "| `` [link](https://evil.example) <b>*x*</b> @octocat www.evil.example\n# heading",
  xml: `]]></failure><testcase name="forged"/>&amp;\u0000\uFFFE`,
  terminal: "\u001B[2J\u001B]0;taken\u0007\u009B31m\r",
  direction: "\u202Eexample.com@maya\u2066 مرحبا 🧑‍🚀",
} as const;

/** The trial of a finding. */
export function trialOf(
  { id: _id, trials: [id = ""], ...finding }: Finding,
  given: Partial<ReportedTrial> = {},
): ReportedTrial {
  const { variation, sentence, workspace, call, verdict, alsoSeen, reason, claim } = finding;
  const varied = { variation, sentence, workspace, call };
  const facts = { exitCode: claim.exitCode, durationMs: 100, calls: 1, fired: true, tests: [] };
  return { id, ...varied, ...facts, verdict, alsoSeen, reason, ...given };
}

/** A report with these findings and one trial for each. */
export function madeUpReport(
  findings: readonly Finding[] = [],
  given: Partial<Report> = {},
): Report {
  const trials = given.trials ?? findings.map((finding) => trialOf(finding));
  const { leftOut = [], durationMs = 1_500 } = given;
  return {
    format: reportFormat,
    version: "0.1.0",
    command: ["npm", "run", "sync"],
    startedAt: "2026-11-22T02:00:00.000Z",
    durationMs,
    seed: 1,
    fixture: "default",
    families: ["faults"],
    shard: { part: 1, of: 1 },
    problem: null,
    interrupted: false,
    summary: summaryOf({
      trials,
      findings,
      leftOut,
      hazards: given.hazards ?? [],
      runs: trials.length + 2,
      durationMs,
    }),
    baseline: {
      exitCode: 0,
      deterministic: true,
      durationMs: 100,
      calls: [madeUpCall()],
      choices: ["lead.unique"],
      tests: null,
    },
    findings,
    groups: groupsOf(findings),
    unmatchedAccepted: [],
    trials,
    leftOut,
    notes: [],
    ...given,
  };
}

/** A report with the hazards of its trials. */
export function withHazards(report: Report): Report {
  return { ...report, hazards: reportedHazards(report) };
}

/** A trial without a finding. */
export function toleratedTrial(): ReportedTrial {
  return trialOf(madeUpFinding("tolerated@example.com"), { verdict: "tolerated" });
}

const message = "The command fails without any variation (exit code 1).";
const interrupted = madeUpReport([madeUpFinding("maya@example.com")], { interrupted: true });

const violation = {
  id: "violation:accepts-duplicates",
  family: "violations",
  callId: null,
  rules: [],
  choice: null,
} as const;

/** One report of each kind, by its special property. */
export const everyReport: Readonly<Record<string, Report>> = {
  "no findings": madeUpReport([], { trials: [toleratedTrial()] }),
  "many findings": madeUpReport(
    Array.from({ length: 60 }, (_, at) =>
      madeUpFinding(`person-${at}@example.com`, {
        trials: [`trial-${at}`],
        call: madeUpFindingCall(`person-${at}@example.com`, `operation-${at % 30}`),
        ...(at % 2 === 0 ? {} : { severity: "low", verdict: "missed", variation: violation }),
      }),
    ),
  ),
  "one bug": madeUpReport(oneBug()),
  "a group that is partly accepted": madeUpReport(
    oneBug().map((one, at) =>
      at % 2 === 0
        ? one
        : { ...one, accepted: true, acceptance: { reason: "Known.", expires: null } },
    ),
  ),
  "known findings": madeUpReport(oneBug({ known: true })),
  "known and new findings": madeUpReport([
    ...oneBug({ known: true }),
    madeUpFinding("new@example.com", { verdict: "altered", severity: "medium" }),
  ]),
  "an accepted finding": madeUpReport([
    acceptedFinding("maya@example.com", { reason: "Known.", expires: "2026-12-31" }),
  ]),
  "a baseline that fails": problemReport("fails", "Error: no firm\n"),
  "a baseline out of time": problemReport("timed-out", ""),
  "no calls": problemReport("no-calls", null),
  "no results": problemReport("no-results", null),
  "a dropped workspace": problemReport("dropped-workspace", null),
  "two baselines that differ": problemReport("differs", null),
  interrupted,
  "left out": madeUpReport([], {
    leftOut: Array.from({ length: 7 }, (_, at) => madeUpFinding(`later-${at}@example.com`)),
  }),
  hostile: hostileReport(),
};

function problemReport(
  kind: NonNullable<Report["problem"]>["kind"],
  output: string | null,
): Report {
  return madeUpReport([], { baseline: null, problem: { kind, message, output } });
}

function hostileReport(): Report {
  const all = Object.values(hostile).join(" ");
  const finding = madeUpFinding(`${all}@example.com`, {
    workspace: `test of ${all}`,
    reason: `The test ${all} is failed here.`,
    output: all,
    bundle: `${hostile.attribute}.bundle.json`,
    evidence: evidence([
      madeUpCall({ body: all, answer: all, query: `filter=${all}`, variation: "reset-after" }),
      // The longest body that a report keeps.
      madeUpCall({ body: "x".repeat(65_536), path: `/${"long".repeat(500)}` }),
      ...Array.from({ length: 20 }, () => madeUpCall()),
    ]),
  });
  const variation = { ...finding.variation, id: `fault:${all}` };
  const another = { ...finding, id: all, variation, workspace: `other test of ${all}` };
  const call = madeUpFindingCall(all, all);
  const known = madeUpFinding("known@example.com", { known: true, group: all, call });
  const accepted = acceptedFinding("other@example.com", { reason: all, expires: null });
  return madeUpReport([finding, another, accepted, known], {
    command: ["node", all],
    notes: [all],
    problem: { kind: "differs", message: all, output: all },
  });
}
