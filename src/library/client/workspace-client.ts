import type { getEmulatedDocument } from "../../server/control/documents/documents.ts";
import type { getCoverage } from "../../server/control/requests/coverage.ts";
import type { explain } from "../../server/control/requests/explain.ts";
import type { getReport } from "../../server/control/requests/report.ts";
import type {
  getAssumptions,
  putAssumption,
  putAssumptions,
} from "../../server/control/workspaces/assumptions.ts";
import type { getNext } from "../../server/control/workspaces/next.ts";
import type { resetWorkspace } from "../../server/control/workspaces/state.ts";
import type { getTrial } from "../../server/control/workspaces/trial.ts";
import type { Connection } from "./connection.ts";
import { emailCalls } from "./emails.ts";
import { eventCalls } from "./events.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";
import { pactCalls } from "./pact.ts";
import { clientProfileCalls, leadCalls, planCalls, signUpCall } from "./platform.ts";
import { requestCalls } from "./requests.ts";
import { apiKeyCalls, clockCalls, faultCalls, quotaCalls } from "./time-and-limits.ts";
import { directoryCalls, snapshotCalls, stateCalls, workflowCalls } from "./world.ts";

/** All calls to one workspace. */
export type WorkspaceClient = ReturnType<typeof workspaceClient>;

/** The document of a workspace. */
export function emulatedDocument({ answer }: Connection) {
  return {
    /** The emulated API under the workspace's assumptions as OpenAPI 3.1. */
    emulated: () => answer<typeof getEmulatedDocument>("GET", "/spec/openapi.json"),
  };
}

/** The calls of the workspace behind `connection`. */
export function workspaceClient(connection: Connection) {
  const { bytes, data } = connection;
  return {
    /** Resets to the fixture, or to another one. */
    reset: (to: BodyOf<typeof resetWorkspace> = {}) =>
      data<typeof resetWorkspace>("POST", "/reset", { body: to }),
    state: stateCalls(connection),
    snapshots: snapshotCalls(connection),
    ...directoryCalls(connection),
    workflows: workflowCalls(connection),
    apiKeys: apiKeyCalls(connection),
    leads: leadCalls(connection),
    signUp: signUpCall(connection),
    plans: planCalls(connection),
    clientProfiles: clientProfileCalls(connection),
    emails: emailCalls(connection),
    clock: clockCalls(connection),
    quotas: quotaCalls(connection),
    faults: faultCalls(connection),
    requests: requestCalls(connection),
    events: eventCalls(connection),
    /** The last requests with the rules and reasons of their answers, the newest mail and the clock, as text. */
    report: async (query: QueryOf<typeof getReport> = {}) =>
      new TextDecoder().decode(await bytes<typeof getReport>("GET", "/report", { query })),
    /** Show how a request would be answered now and by which rules, as a dry run. */
    explain: (request: BodyOf<typeof explain>) =>
      data<typeof explain>("POST", "/explain", { body: request }),
    /** Show which rules, operations, statuses and transitions the traffic exercised. */
    coverage: (query: QueryOf<typeof getCoverage> = {}) =>
      data<typeof getCoverage>("GET", "/coverage", { query }),
    /** What `explore` varies in this run; null in a baseline and without it. */
    trial: () => data<typeof getTrial>("GET", "/trial"),
    next: () => data<typeof getNext>("GET", "/next"),
    pact: pactCalls(connection),
    documents: emulatedDocument(connection),
    assumptions: {
      get: () => data<typeof getAssumptions>("GET", "/assumptions"),
      /** Switches the named rules and leaves the others. */
      set: (choices: BodyOf<typeof putAssumptions>) =>
        data<typeof putAssumptions>("PUT", "/assumptions", { body: choices }),
      /** Switches one rule; answers its choice before and after. */
      choose: (ruleId: string, choice: string) =>
        data<typeof putAssumption>("PUT", "/assumptions/{ruleId}", {
          params: { ruleId },
          body: { choice },
        }),
    },
  };
}
