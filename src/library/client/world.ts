import * as calls from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";

/** The world as one document. */
export function stateCalls({ data }: Connection) {
  return {
    /** The records and assumptions, in the format of a fixture. */
    get: () => data(calls.getState),
    /** Replaces them; a key that another workspace has is replaced by a new one. */
    put: (world: BodyOf<typeof calls.putState>) => data(calls.putState, { body: world }),
  };
}

/** Named snapshots of the workspace. */
export function snapshotCalls({ answer, data, bytes }: Connection) {
  return {
    list: () => answer(calls.listSnapshots),
    take: (name: string) => data(calls.takeSnapshot, { body: { name } }),
    restore: (name: string) => data(calls.restoreSnapshot, { params: { name } }),
    /** The world in a snapshot, in the format of a fixture. */
    state: (name: string) => data(calls.getSnapshotState, { params: { name } }),
    /** The SQLite file. */
    download: (name: string) => bytes(calls.downloadSnapshot, { params: { name } }),
    remove: (name: string) => data(calls.deleteSnapshot, { params: { name } }),
  };
}

/** The workflows, in the format of a fixture. */
export function workflowCalls({ data }: Connection) {
  return {
    get: () => data(calls.getWorkflows),
    /** Replaces them all. */
    put: (workflows: BodyOf<typeof calls.putWorkflows>["workflows"]) =>
      data(calls.putWorkflows, { body: { workflows } }),
  };
}

/** Additions to the directory. */
export function directoryCalls({ data }: Connection) {
  return {
    firms: {
      add: (firm: BodyOf<typeof calls.addFirm>) => data(calls.addFirm, { body: firm }),
    },
    firmMembers: {
      add: (member: BodyOf<typeof calls.addFirmMember>) =>
        data(calls.addFirmMember, { body: member }),
    },
    referralCodes: {
      add: (code: BodyOf<typeof calls.addReferralCode>) =>
        data(calls.addReferralCode, { body: code }),
    },
    subscriptions: {
      set: (subscription: BodyOf<typeof calls.setSubscription>) =>
        data(calls.setSubscription, { body: subscription }),
    },
  };
}
