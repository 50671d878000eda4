/** Fabricated reports. */
import { callKey } from "../../../src/explore/identity.ts";
import type { CallId } from "../../../src/explore/model.ts";
import { adviceOn } from "../../../src/explore/report/advice.ts";
import { findingId } from "../../../src/explore/report/finding-id.ts";
import type {
  Finding,
  Report,
  ReportedCall,
  ReportedTrial,
} from "../../../src/explore/report/shape.ts";
import { reportFormat } from "../../../src/explore/report/shape.ts";
import { summaryOf } from "../../../src/explore/report/summary.ts";

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

/** The fault `reset-after` at the POST for `subject`, and its finding. */
export function madeUpFinding(subject: string, given: Partial<Finding> = {}): Finding {
  const id = { workspace: "default", operation: "post-leads-for-firm", subject, ordinal: 1 };
  const { variation = madeUpVariation(id), verdict = "lost" } = given;
  const reason = "The client claims success, but a record is missing.";
  return {
    variation,
    sentence: "The call is carried out, but the connection is reset before the answer arrives.",
    rules: ["error.server"],
    workspace: null,
    call: { ...id, name: `post-leads-for-firm ${subject}`, bestEffort: false },
    trials: ["trial-1"],
    verdict,
    reason,
    title: reason,
    explanation: reason,
    id: findingId(
      {
        family: variation.family,
        variation: variation.id,
        workspace: null,
        call: id,
        choices: null,
      },
      verdict,
    ),
    severity: "high",
    advice: adviceOn({ family: variation.family, verdict }),
    alsoSeen: [],
    records: [{ kind: "Lead", parent: "Firm A", email: subject, expected: 1, found: 0 }],
    changes: [changeOf(subject)],
    claim: { exitCode: 0, timedOut: false, test: null },
    evidence: evidence([
      madeUpCall({ id: callKey(id), variation: "reset-after", answer: null }),
    ]).map((call) => ({ ...call, received: false })),
    output: "",
    bundle: null,
    accepted: false,
    acceptance: null,
    ...given,
  };
}

/** An accepted finding. */
export function acceptedFinding(subject: string, acceptance: Finding["acceptance"]): Finding {
  return madeUpFinding(subject, { accepted: true, acceptance });
}

/** The fault `reset-after` at a call. */
export function madeUpVariation(
  call: CallId,
  given: Partial<Finding["variation"]> = {},
): Finding["variation"] {
  const [id, rules] = ["fault:reset-after", ["error.server"]];
  return { id, family: "faults", callId: callKey(call), rules, choice: null, ...given };
}

/** Evidence of these calls, in order, all with a response. */
export function evidence(calls: readonly ReportedCall[]): Finding["evidence"] {
  return calls.map((call, at) => ({ ...call, call: at + 1, received: true }));
}

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

function changeOf(email: string): Finding["changes"][number] {
  const content = { firstName: "Maya", clientData: { Plans: [{ type: "Fixed" }] } };
  const record = { kind: "Lead", email, parent: "Firm A", state: "Active", content } as const;
  return {
    change: "missing",
    kind: "Lead",
    email,
    workspace: "default",
    baseline: record,
    trial: null,
  };
}

/** A call that was answered with 201. */
export function madeUpCall(given: Partial<ReportedCall> = {}): ReportedCall {
  return {
    id: callKey({ workspace: "default", operation: "get-leads", subject: null, ordinal: 1 }),
    label: null,
    operationId: "get-leads",
    rules: ["lead.unique"],
    method: "POST",
    path: "/firms/Harb0rPt/leads",
    query: "",
    status: 201,
    sentAtMs: 12,
    answeredAtMs: 20,
    variation: null,
    body: '{"firstName":"Maya"}',
    answer: '{"data":{}}',
    ...given,
  };
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
    summary: summaryOf({ trials, findings, leftOut, runs: trials.length + 2, durationMs }),
    baseline: {
      exitCode: 0,
      deterministic: true,
      durationMs: 100,
      calls: [madeUpCall()],
      choices: ["lead.unique"],
      tests: null,
    },
    findings,
    trials,
    leftOut,
    notes: [],
    ...given,
  };
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
        ...(at % 2 === 0 ? {} : { severity: "low", verdict: "missed", variation: violation }),
      }),
    ),
  ),
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
      madeUpCall({ body: "x".repeat(1_048_576), path: `/${"long".repeat(500)}` }),
      ...Array.from({ length: 20 }, () => madeUpCall()),
    ]),
  });
  const accepted = acceptedFinding("other@example.com", { reason: all, expires: null });
  return madeUpReport([finding, accepted], {
    command: ["node", all],
    notes: [all],
    problem: { kind: "differs", message: all, output: all },
  });
}
