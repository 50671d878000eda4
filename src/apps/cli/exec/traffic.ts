import { hasVersion } from "../../../domain/model/request-target.ts";

/** The traffic of a command: operations and statuses, refusals with their rules, and assumptions used. */
export interface TrafficSummary {
  readonly requests: number;
  /** Number of them whose path has no version segment (rule http.version-prefix). */
  readonly withoutVersion: number;
  readonly operations: readonly {
    readonly id: string;
    readonly statuses: Readonly<Record<string, number>>;
  }[];
  /** Number of operations that a client is expected to call. */
  readonly operationsInAll: number;
  /** Number of those that the command called. */
  readonly operationsCovered: number;
  readonly refusals: readonly {
    readonly status: number;
    readonly rule: string;
    readonly count: number;
  }[];
  readonly assumptions: readonly string[];
  /** Expected operations that the command did not call. */
  readonly neverCalled: readonly string[];
  /** Statuses that the contract of a called operation has and no request got. */
  readonly neverMet: readonly { readonly id: string; readonly statuses: readonly number[] }[];
  /** The command's exit code. */
  readonly code: number;
  readonly minCoverage: number;
  /** Whether the command called at least `minCoverage` percent of the expected operations. */
  readonly covered: boolean;
  /** Whether the command made no request although one was required. */
  readonly noTraffic: boolean;
}

/** Whether a command passed, with the required requests and coverage. */
export function isPassed({
  code,
  covered,
  noTraffic,
}: Pick<TrafficSummary, "code" | "covered" | "noTraffic">): boolean {
  return code === 0 && covered && !noTraffic;
}

/** The part of a request that the summary shows. */
export interface CountedRequest {
  readonly path: string;
  readonly status: number;
  readonly operationId: string | null;
  /** The rules that decided the answer, with assumed ones marked. */
  readonly rules: readonly string[];
}

export interface TrafficCounter {
  readonly count: (request: CountedRequest) => void;
  /** The number of requests so far. */
  readonly requests: () => number;
  readonly summary: (end: TrafficEnd) => TrafficSummary;
}

interface TrafficEnd extends Pick<TrafficSummary, "minCoverage" | "code"> {
  readonly allowNoRequests: boolean;
  /** The operations that a client is expected to call, with the statuses of their contract. */
  readonly expected: readonly { readonly id: string; readonly statuses: readonly number[] }[];
}

/** Counts the traffic of all workspaces as it arrives, so that resets and dropped workspaces lose none of it. */
export function newTrafficCounter(): TrafficCounter {
  let requests = 0;
  let withoutVersion = 0;
  const operations = new Map<string, Map<string, number>>();
  const refusals = new Map<string, TrafficSummary["refusals"][number]>();
  const assumptions = new Set<string>();
  return {
    requests: () => requests,
    count({ path, status, operationId, rules }) {
      requests += 1;
      if (!hasVersion(path)) withoutVersion += 1;
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
    summary({ expected, minCoverage, code, allowNoRequests }) {
      const neverCalled = expected.filter(({ id }) => !operations.has(id)).map(({ id }) => id);
      const operationsCovered = expected.length - neverCalled.length;
      return {
        requests,
        withoutVersion,
        operations: Array.from(operations, ([id, statuses]) => ({
          id,
          statuses: Object.fromEntries(statuses),
        })),
        operationsInAll: expected.length,
        operationsCovered,
        refusals: [...refusals.values()],
        assumptions: [...assumptions].toSorted(),
        neverCalled,
        neverMet: expected.flatMap(({ id, statuses }) => {
          const seen = operations.get(id);
          const missing = statuses.filter((status) => seen?.has(String(status)) === false);
          return missing.length === 0 ? [] : [{ id, statuses: missing }];
        }),
        code,
        minCoverage,
        covered: operationsCovered * 100 >= minCoverage * expected.length,
        noTraffic: requests === 0 && !allowNoRequests,
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
