/** What a command did to the API: operations and statuses, refusals with their rules, the assumptions it rested on. */
import { escaped } from "./xml.ts";

export interface TrafficSummary {
  readonly requests: number;
  readonly operations: readonly {
    readonly id: string;
    readonly statuses: Readonly<Record<string, number>>;
  }[];
  /** How many operations a client can be expected to call. */
  readonly operationsInAll: number;
  /** How many of those it called. */
  readonly operationsCovered: number;
  readonly refusals: readonly {
    readonly status: number;
    readonly rule: string;
    readonly count: number;
  }[];
  readonly assumptions: readonly string[];
  /** The exit code of the command. */
  readonly code: number;
  readonly minCoverage: number;
  /** Whether at least `minCoverage` percent of what can be expected was called. */
  readonly covered: boolean;
}

/** A request, as far as the summary tells of it. */
export interface HeardRequest {
  readonly status: number;
  readonly operationId: string | null;
  /** The rules that decided the answer, assumed ones marked. */
  readonly rules: readonly string[];
}

export interface Traffic {
  readonly hear: (request: HeardRequest) => void;
  readonly summary: (end: TrafficEnd) => TrafficSummary;
}

interface TrafficEnd extends Pick<TrafficSummary, "minCoverage" | "code"> {
  /** The ids of the operations that a client can be expected to call. */
  readonly expected: readonly string[];
}

/** Counts the traffic of all workspaces as it comes, so that no reset and no dropped workspace takes any of it. */
export function newTraffic(): Traffic {
  let requests = 0;
  const operations = new Map<string, Map<string, number>>();
  const refusals = new Map<string, TrafficSummary["refusals"][number]>();
  const assumptions = new Set<string>();
  return {
    hear({ status, operationId, rules }) {
      requests += 1;
      for (const rule of rules.filter(isAssumed)) assumptions.add(unmarked(rule));
      if (operationId !== null) {
        const statuses = operations.get(operationId) ?? new Map<string, number>();
        const count = statuses.get(String(status)) ?? 0;
        operations.set(operationId, statuses.set(String(status), count + 1));
      }
      if (status < 400) return;
      const rule = unmarked(rules[0] ?? "");
      const before = refusals.get(`${status} ${rule}`)?.count ?? 0;
      refusals.set(`${status} ${rule}`, { status, rule, count: before + 1 });
    },
    summary({ expected, minCoverage, code }) {
      const operationsCovered = expected.filter((id) => operations.has(id)).length;
      return {
        requests,
        operations: Array.from(operations, ([id, statuses]) => ({
          id,
          statuses: Object.fromEntries(statuses),
        })),
        operationsInAll: expected.length,
        operationsCovered,
        refusals: [...refusals.values()],
        assumptions: [...assumptions].toSorted(),
        code,
        minCoverage,
        covered: operationsCovered * 100 >= minCoverage * expected.length,
      };
    },
  };
}

function isAssumed(rule: string): boolean {
  return rule.endsWith(";assumed");
}

function unmarked(rule: string): string {
  return rule.replace(";assumed", "");
}

/** The summary as lines for a terminal. */
export function textOfTraffic(summary: TrafficSummary): string {
  const { requests, operations, operationsInAll, operationsCovered } = summary;
  const { refusals, assumptions } = summary;
  return [
    "",
    `lead-sandbox: ${requests} ${requests === 1 ? "request" : "requests"} to ${operationsCovered} of ${operationsInAll} operations that a key may use`,
    ...operations.map(({ id, statuses }) => `  ${id.padEnd(32)} ${counted(statuses)}`),
    ...(refusals.length === 0 ? [] : ["  refused:"]),
    ...refusals.map(({ status, rule, count }) => `    ${status} by ${rule} ×${count}`),
    ...(assumptions.length === 0 ? [] : [`  rested on assumptions: ${assumptions.join(", ")}`]),
    ...(summary.covered ? [] : [`  too little: ${tooLittle(summary)}`]),
    "",
  ].join("\n");
}

function tooLittle({ operationsInAll, operationsCovered, minCoverage }: TrafficSummary): string {
  const share = Math.floor((operationsCovered * 1_000) / operationsInAll) / 10;
  return `${share} % of the operations, and at least ${minCoverage} % were asked for`;
}

function counted(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status === "0" ? "no answer" : status} ×${count}`)
    .join("  ");
}

/** The summary as JUnit XML: the command, its coverage, and a case for each operation it called. */
export function junitOfTraffic(summary: TrafficSummary): string {
  const { code, covered, operations } = summary;
  const cases = [
    caseOf("the command", code === 0 ? null : `it ended with ${code}`),
    caseOf("coverage", covered ? null : tooLittle(summary)),
    ...operations.map(({ id }) => caseOf(id, null)),
  ];
  const failures = cases.filter((one) => one.includes("<failure")).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites>\n  <testsuite name="lead-sandbox exec" tests="${cases.length}" failures="${failures}">`,
    ...cases,
    "  </testsuite>\n</testsuites>\n",
  ].join("\n");
}

function caseOf(name: string, failure: string | null): string {
  const open = `    <testcase name="${escaped(name)}" classname="lead-sandbox"`;
  return failure === null
    ? `${open}/>`
    : `${open}><failure message="${escaped(failure)}"/></testcase>`;
}
