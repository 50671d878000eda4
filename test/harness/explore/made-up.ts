/** Fabricated runs and records for the judge. */
import type {
  CallId,
  ObservedCall,
  Observation,
  PlannedVariation,
} from "../../../src/harness/explore/model.ts";
import type { FinalWorld, PersonRecord } from "../../../src/harness/runs/run.ts";
import { jsonHeaders } from "../../../src/network/http/answer.ts";
import { madeUpCall } from "../traffic/made-up.ts";

/** A Lead of `email` under the first Firm, with `given` over the defaults. */
export function lead(email: string, given: Partial<PersonRecord> = {}): PersonRecord {
  return { kind: "Lead", email, parent: "Firm A", state: "Active", content: {}, ...given };
}

/** The default workspace with these records at the end. */
export function world(...records: readonly PersonRecord[]): FinalWorld {
  return { workspace: "default", turn: 0, records };
}

/** The first POST of a Lead for `subject`, with `given` over the defaults. */
export function callId(subject: string | null, given: Partial<CallId> = {}): CallId {
  return { workspace: "default", operation: "post-leads-for-firm", subject, ordinal: 1, ...given };
}

/** A call that was answered with 201, with `given` over the defaults. */
export function call(id: CallId, given: Partial<ObservedCall> = {}): ObservedCall {
  const { operation } = id;
  return {
    ...madeUpCall({ operation, method: operation.startsWith("get") ? "GET" : "POST" }),
    id,
    requestId: "r1",
    process: 1,
    workspaceId: "default",
    apiKeyId: "key",
    path: "/v1/firms/A/leads",
    isOnKeptConnection: true,
    isOpen: false,
    status: 201,
    responseHeaders: new Map(Object.entries(jsonHeaders)),
    answer: '{"data":{}}',
    sentAtMs: 10,
    answeredAtMs: 20,
    keyIn: null,
    variation: null,
    serverStatus: 201,
    rules: [],
    ...given,
  };
}

/** A successful run without observations, with `given` over the defaults. */
export function observation(given: Partial<Observation> = {}): Observation {
  return {
    exit: { code: 0, timedOut: false },
    exits: [given.exit ?? { code: 0, timedOut: false }],
    tests: null,
    calls: [],
    controlCalls: [],
    worlds: [],
    labels: new Set(),
    lateCalls: [],
    choices: new Set(),
    effects: new Map(),
    stalls: null,
    machine: "calm",
    durationMs: 100,
    output: "",
    outputSeen: null,
    ledger: null,
    refusedCertificates: null,
    ...given,
  };
}

/** A fault for the first POST of `maya@example.com`, with `given` over the defaults. */
export function planned(
  variation: string,
  given: Partial<PlannedVariation> = {},
): PlannedVariation {
  const id = callId("maya@example.com");
  return { family: "faults", variation, workspace: null, call: id, choices: null, ...given };
}
