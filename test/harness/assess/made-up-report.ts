import type { ReportContext } from "../../../src/harness/assess/report/report.ts";
import { reportOf } from "../../../src/harness/assess/report/report.ts";
import type { Report } from "../../../src/harness/assess/report/shape.ts";
import type { AssessedRun } from "../../../src/harness/assess/run.ts";
import { baseline, context, create, exit, run } from "./made-up.ts";

/** A report on a client that loses a Lead. */
export function madeUpReport(
  given: Partial<ReportContext> = {},
  runs: readonly AssessedRun[] = lossy,
): Report {
  return reportOf(runs, {
    ...context,
    version: "0.1.0",
    now: Date.UTC(2026, 2, 2, 9),
    command: ["node", "sync.mjs"],
    source: "command",
    client: { name: "sync", revision: "0123456789ab" },
    problem: null,
    interrupted: false,
    required: [],
    questions: [],
    notCovered: { operations: ["get-plan"], statuses: { "get-lead": [404] }, transitions: [] },
    leftOut: [],
    notes: [],
    violations: null,
    runCount: 4,
    durationMs: 4_200,
    ...given,
  });
}

const lossy: readonly AssessedRun[] = [
  baseline,
  run("fault:503", [create(0, { isVaried: true, status: 503 })], { number: 2, verdict: "lost" }),
  run("again", [create(0), create(100, { process: 2, status: 409 })], {
    number: 3,
    exits: [exit(0), exit(1)],
  }),
];

/** Text that would change a page or a terminal that shows it as it is. */
export const hostile = "<script>alert(1)</script>\"'&]]>|`*_\u001B[31m\u202Ex\u0000";

/** A report whose every foreign text is hostile. */
export function hostileReport(): Report {
  const question = {
    rule: hostile,
    statement: hostile,
    breaks: [hostile],
    basis: "trial",
    request: `GET ${hostile}`,
    body: null,
    answers: [hostile],
  } as const;
  const calls = [
    create(0, {
      path: `/${hostile}`,
      requestHeaders: new Map([["user-agent", hostile]]),
      query: `${hostile}=1`,
    }),
  ];
  return madeUpReport(
    {
      command: [hostile],
      client: { name: hostile, revision: hostile },
      questions: [question],
      notes: [hostile],
      leftOut: [hostile],
      notCovered: { operations: [hostile], statuses: { [hostile]: [404] }, transitions: [hostile] },
    },
    [run("baseline", calls)],
  );
}

/** A report on a client that could not be assessed, whose output would leave the block that shows it. */
export function hostileProblem(): Report {
  const output = `${hostile}\n\`\`\`\n</pre>\n# A heading\n]]></error>`;
  return { ...hostileReport(), problem: { kind: "fails", message: hostile, output } };
}
