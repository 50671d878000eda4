/** What a command did to the API: operations and statuses, refusals with their rules, the assumptions it rested on. */
import type { SandboxClient } from "../client/sandbox-client.ts";
import type { WorkspaceClient } from "../client/workspace-client.ts";
import { escaped } from "./xml.ts";

export interface TrafficSummary {
  readonly requests: number;
  readonly operations: readonly {
    readonly id: string;
    readonly statuses: Readonly<Record<string, number>>;
  }[];
  /** How many operations there are in all. */
  readonly operationsInAll: number;
  readonly refusals: readonly {
    readonly status: number;
    readonly rule: string;
    readonly count: number;
  }[];
  readonly assumptions: readonly string[];
  /** The exit code of the command. */
  readonly code: number;
  readonly minCoverage: number;
  /** Whether at least `minCoverage` percent of the operations were called. */
  readonly covered: boolean;
}

/** The traffic of every workspace that is still there, together. */
export async function summaryOfTraffic(
  client: SandboxClient,
  { minCoverage, code }: { readonly minCoverage: number; readonly code: number },
): Promise<TrafficSummary> {
  const { data: workspaces } = await client.workspaces.list();
  const parts = await Promise.all(workspaces.map(({ id }) => partOf(client.workspace(id))));
  const statuses = new Map<string, Map<string, number>>();
  for (const { id, status, count } of parts.flatMap(({ operations }) => operations)) {
    const of = statuses.get(id) ?? new Map<string, number>();
    statuses.set(id, of.set(status, (of.get(status) ?? 0) + count));
  }
  const operationsInAll = parts[0]?.operationsInAll ?? 0;
  return {
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    operations: Array.from(statuses, ([id, of]) => ({ id, statuses: Object.fromEntries(of) })),
    operationsInAll,
    refusals: countedRefusals(parts.flatMap(({ refusals }) => refusals)),
    assumptions: [...new Set(parts.flatMap(({ assumptions }) => assumptions))].toSorted(),
    code,
    minCoverage,
    covered: statuses.size * 100 >= minCoverage * operationsInAll,
  };
}

async function partOf(workspace: WorkspaceClient) {
  const coverage = await workspace.coverage();
  const { data } = await workspace.requests.list({ limit: 1_000 });
  return {
    requests: coverage.requests,
    operationsInAll: coverage.operations.length,
    operations: coverage.operations.flatMap(({ id, statuses }) =>
      Object.entries(statuses).map(([status, count]) => ({ id, status, count })),
    ),
    refusals: data
      .filter(({ status }) => status >= 400)
      .map(({ status, rules }) => ({ status, rule: unmarked(rules[0] ?? "") })),
    assumptions: data.flatMap(({ rules }) => rules.filter(isAssumed).map(unmarked)),
  };
}

function isAssumed(rule: string): boolean {
  return rule.endsWith(";assumed");
}

function unmarked(rule: string): string {
  return rule.replace(";assumed", "");
}

function countedRefusals(
  refusals: readonly { readonly status: number; readonly rule: string }[],
): TrafficSummary["refusals"] {
  const groups = Map.groupBy(refusals, ({ status, rule }) => `${status} ${rule}`);
  return [...groups.values()].flatMap((of) => {
    const [first] = of;
    return first === undefined ? [] : [{ ...first, count: of.length }];
  });
}

/** The summary as lines for a terminal. */
export function textOfTraffic(summary: TrafficSummary): string {
  const { requests, operations, operationsInAll, refusals, assumptions, minCoverage } = summary;
  return [
    "",
    `lead-sandbox: ${requests} requests to ${operations.length} of ${operationsInAll} operations`,
    ...operations.map(({ id, statuses }) => `  ${id.padEnd(32)} ${counted(statuses)}`),
    ...(refusals.length === 0 ? [] : ["  refused:"]),
    ...refusals.map(({ status, rule, count }) => `    ${status} by ${rule} ×${count}`),
    ...(assumptions.length === 0 ? [] : [`  rested on assumptions: ${assumptions.join(", ")}`]),
    ...(summary.covered
      ? []
      : [`  too little: at least ${minCoverage} % of the operations were asked for`]),
    "",
  ].join("\n");
}

function counted(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status} ×${count}`)
    .join("  ");
}

/** The summary as JUnit XML: the command, its coverage, and a case for each operation it called. */
export function junitOfTraffic(summary: TrafficSummary): string {
  const { code, covered, minCoverage, operations } = summary;
  const cases = [
    caseOf("the command", code === 0 ? null : `it ended with ${code}`),
    caseOf("coverage", covered ? null : `less than ${minCoverage} % of the operations`),
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
