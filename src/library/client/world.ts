import type {
  addFirm,
  addFirmMember,
  addReferralCode,
  setSubscription,
} from "../../server/control/people/directory.ts";
import type {
  deleteSnapshot,
  downloadSnapshot,
  getSnapshotState,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from "../../server/control/workspaces/snapshots.ts";
import type { getState, putState } from "../../server/control/workspaces/state.ts";
import type { getWorkflows, putWorkflows } from "../../server/control/workspaces/workflows.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";

/** The world as one document. */
export function stateCalls({ data }: Connection) {
  return {
    /** The records and assumptions, in the format of a fixture. */
    get: () => data<typeof getState>("GET", "/state"),
    /** Replaces them; a key that another workspace has is replaced by a new one. */
    put: (world: BodyOf<typeof putState>) =>
      data<typeof putState>("PUT", "/state", { body: world }),
  };
}

/** Named snapshots of the workspace. */
export function snapshotCalls({ answer, data, bytes }: Connection) {
  return {
    list: () => answer<typeof listSnapshots>("GET", "/snapshots"),
    take: (name: string) => data<typeof takeSnapshot>("POST", "/snapshots", { body: { name } }),
    restore: (name: string) =>
      data<typeof restoreSnapshot>("POST", "/snapshots/{name}/restore", { params: { name } }),
    /** The world in a snapshot, in the format of a fixture. */
    state: (name: string) =>
      data<typeof getSnapshotState>("GET", "/snapshots/{name}/state", { params: { name } }),
    /** The SQLite file. */
    download: (name: string) =>
      bytes<typeof downloadSnapshot>("GET", "/snapshots/{name}/download", { params: { name } }),
    remove: (name: string) =>
      data<typeof deleteSnapshot>("DELETE", "/snapshots/{name}", { params: { name } }),
  };
}

/** The workflows, in the format of a fixture. */
export function workflowCalls({ data }: Connection) {
  return {
    get: () => data<typeof getWorkflows>("GET", "/workflows"),
    /** Replaces them all. */
    put: (workflows: BodyOf<typeof putWorkflows>["workflows"]) =>
      data<typeof putWorkflows>("PUT", "/workflows", { body: { workflows } }),
  };
}

/** Additions to the directory. */
export function directoryCalls({ data }: Connection) {
  return {
    firms: {
      add: (firm: BodyOf<typeof addFirm>) => data<typeof addFirm>("POST", "/firms", { body: firm }),
    },
    firmMembers: {
      add: (member: BodyOf<typeof addFirmMember>) =>
        data<typeof addFirmMember>("POST", "/firm-members", { body: member }),
    },
    referralCodes: {
      add: (code: BodyOf<typeof addReferralCode>) =>
        data<typeof addReferralCode>("POST", "/referral-codes", { body: code }),
    },
    subscriptions: {
      set: (subscription: BodyOf<typeof setSubscription>) =>
        data<typeof setSubscription>("POST", "/subscriptions", { body: subscription }),
    },
  };
}
