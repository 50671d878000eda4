import * as calls from "./calls.ts";
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
    emulated: () => answer(calls.getEmulatedDocument),
  };
}

/** The calls of the workspace behind `connection`. */
export function workspaceClient(connection: Connection) {
  const { data, text } = connection;
  return {
    /** Resets to the fixture, or to another one. */
    reset: (to: BodyOf<typeof calls.resetWorkspace> = {}) =>
      data(calls.resetWorkspace, { body: to }),
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
    report: (query: QueryOf<typeof calls.getReport> = {}) => text(calls.getReport, { query }),
    /** Show how a request would be answered now and by which rules, as a dry run. */
    explain: (request: BodyOf<typeof calls.explain>) => data(calls.explain, { body: request }),
    /** Show which rules, operations, statuses and transitions the traffic exercised. */
    coverage: (query: QueryOf<typeof calls.getCoverage> = {}) => data(calls.getCoverage, { query }),
    /** What `explore` varies in this run; null in a baseline and without it. */
    trial: () => data(calls.getTrial),
    next: () => data(calls.getNext),
    pact: pactCalls(connection),
    documents: emulatedDocument(connection),
    assumptions: {
      get: () => data(calls.getAssumptions),
      /** Switches the named rules and leaves the others. */
      set: (choices: BodyOf<typeof calls.putAssumptions>) =>
        data(calls.putAssumptions, { body: choices }),
      /** Switches one rule; answers its choice before and after. */
      choose: (ruleId: string, choice: string) =>
        data(calls.putAssumption, {
          params: { ruleId },
          body: { choice },
        }),
    },
  };
}
