import type { Connection } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";

/** The world as one document. */
export function stateCalls({ data }: Connection) {
  return {
    /** The records and assumptions, in the format of a fixture. */
    get: () => data("get-state"),
    /** Replaces them; a key that another workspace has is replaced by a new one. */
    put: (world: BodyOf<"put-state">) => data("put-state", { body: world }),
  };
}

/** Named snapshots of the workspace. */
export function snapshotCalls({ answer, data, bytes }: Connection) {
  return {
    list: () => answer("list-snapshots"),
    take: (name: string) => data("take-snapshot", { body: { name } }),
    restore: (name: string) => data("restore-snapshot", { params: { name } }),
    /** The world in a snapshot, in the format of a fixture. */
    state: (name: string) => data("get-snapshot-state", { params: { name } }),
    /** The SQLite file. */
    download: (name: string) => bytes("download-snapshot", { params: { name } }),
    remove: (name: string) => data("delete-snapshot", { params: { name } }),
  };
}

/** The workflows, in the format of a fixture. */
export function workflowCalls({ data }: Connection) {
  return {
    get: () => data("get-workflows"),
    /** Replaces them all. */
    put: (workflows: BodyOf<"put-workflows">["workflows"]) =>
      data("put-workflows", { body: { workflows } }),
  };
}

/** Additions to the directory. */
export function directoryCalls({ data }: Connection) {
  return {
    firms: {
      add: (firm: BodyOf<"add-firm">) => data("add-firm", { body: firm }),
    },
    firmMembers: {
      add: (member: BodyOf<"add-firm-member">) => data("add-firm-member", { body: member }),
    },
    referralCodes: {
      add: (code: BodyOf<"add-referral-code">) => data("add-referral-code", { body: code }),
    },
    subscriptions: {
      set: (subscription: BodyOf<"set-subscription">) =>
        data("set-subscription", { body: subscription }),
    },
  };
}
