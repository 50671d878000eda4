/** Fabricated runs for the checks. */
import { checks } from "../../../src/harness/assess/checks/checks.ts";
import type {
  AssessedCall,
  AssessedRun,
  Assessment,
  CheckContext,
  CheckVerdict,
} from "../../../src/harness/assess/run.ts";
import type { FinalWorld, PersonRecord } from "../../../src/harness/runs/run.ts";

export const maya = "maya@example.com";
export const body = JSON.stringify({ email: maya, firstName: "Maya", lastName: "Moss" });

/** A call that is answered with 200 after 10 ms, with `given` over the defaults. */
export function call(sentAtMs: number, given: Partial<AssessedCall> = {}): AssessedCall {
  return {
    process: 1,
    workspace: "default",
    operation: "get-leads-for-firm",
    subject: null,
    method: "GET",
    path: "/v1/firms/Harb0rPt/leads",
    query: "",
    body: null,
    status: 200,
    answer: '{"data":[],"meta":{"total":0,"count":0,"offset":0,"limit":20}}',
    sentAtMs,
    answeredAtMs: sentAtMs + 10,
    isVaried: false,
    requestId: `req_${sentAtMs}`,
    scheme: "http",
    host: "127.0.0.1:4610",
    basePath: "",
    surface: "partner-sandbox",
    key: "a",
    requestHeaders: new Map([["user-agent", "test"]]),
    responseHeaders: new Map(),
    isLoopback: true,
    keyIn: null,
    ...given,
  };
}

/** A POST of Maya. */
export function create(sentAtMs: number, given: Partial<AssessedCall> = {}): AssessedCall {
  return call(sentAtMs, {
    operation: "post-leads-for-firm",
    method: "POST",
    subject: maya,
    body,
    status: 201,
    answer: JSON.stringify({ data: { id: "L1", email: maya } }),
    ...given,
  });
}

/** A GET of Maya's Lead. */
export function read(sentAtMs: number, given: Partial<AssessedCall> = {}): AssessedCall {
  return call(sentAtMs, {
    operation: "get-lead",
    path: "/v1/leads/L1",
    subject: maya,
    answer: JSON.stringify({ data: { id: "L1", email: maya } }),
    ...given,
  });
}

/** A page of a list of Leads. */
export function page(
  sentAtMs: number,
  [offset, count, total]: readonly [number, number, number],
  query = "",
): AssessedCall {
  const meta = { total, count, offset, limit: count };
  return call(sentAtMs, {
    query: new URLSearchParams([...new URLSearchParams(query), ["offset", `${offset}`]]).toString(),
    answer: JSON.stringify({ data: [], meta }),
  });
}

/** A run of a command that ended with 0, with `given` over the defaults. */
export function run(
  trial: string,
  calls: readonly AssessedCall[],
  given: Partial<AssessedRun> = {},
): AssessedRun {
  return {
    number: 1,
    trial,
    source: "command",
    exits: [exit(0)],
    calls,
    worlds: [world(lead(maya))],
    stalls: [],
    verdict: "tolerated",
    isReached: true,
    tests: null,
    machine: "calm",
    output: "",
    outputSeen: { bytes: 0, keys: [] },
    refusedCertificates: null,
    ledger: null,
    durationMs: 1_000,
    ...given,
  };
}

export function exit(code: number, timedOut = false) {
  return { code, timedOut };
}

export function lead(email: string, given: Partial<PersonRecord> = {}): PersonRecord {
  return { kind: "Lead", email, parent: "Firm A", state: "Active", content: {}, ...given };
}

export function world(...records: readonly PersonRecord[]): FinalWorld {
  return { workspace: "default", turn: 0, records };
}

/** The baseline: one POST. */
export const baseline = run("baseline", [create(0)], { verdict: null });

export const context: CheckContext = {
  everyMs: null,
  quotaPerHour: 100,
  leads: null,
  also: 0,
  polling: null,
};

/** The verdict of a check, and its evidence as `trial call`. */
export function verdictOf(
  id: string,
  runs: readonly AssessedRun[],
  given: Partial<CheckContext> = {},
): { readonly verdict: CheckVerdict; readonly evidence: readonly string[] } {
  const found = assessmentOf(id, runs, given);
  return {
    verdict: found?.verdict ?? "not-exercised",
    evidence: (found?.evidence ?? []).map((one) => `${one.trial} ${one.call}`),
  };
}

/** The reason of a check's verdict; empty without a verdict. */
export function reasonOf(id: string, runs: readonly AssessedRun[]): string {
  return assessmentOf(id, runs)?.reason ?? "";
}

function assessmentOf(
  id: string,
  runs: readonly AssessedRun[],
  given: Partial<CheckContext> = {},
): Assessment | null {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}.`);
  return check.judge(runs, { ...context, ...given });
}
