/** For a request that reaches no record: whether it is there, why the caller does not see it, and what would show it. */
import * as z from "zod";

import type { ApiKey } from "../domain/api-key.ts";
import { keyRefusal } from "../domain/api-key.ts";
import { leadState } from "../domain/lead.ts";
import type { RuledOperation } from "../http/operation.ts";
import type { Rehearsed } from "../workspace/exchange.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ControlCall } from "./operation.ts";

export const ExplainedRecord = z.strictObject({
  type: z.string(),
  id: z.string(),
  exists: z.boolean(),
  /** The Firms whose keys reach it. */
  firmIds: z.array(z.string()),
  state: z.string().nullable(),
  reason: z.string(),
  shownBy: z.strictObject({
    scope: z.literal("withDeleted").exactOptional(),
    apiKeyIds: z.array(z.string()).exactOptional(),
  }),
});
type ExplainedRecord = z.infer<typeof ExplainedRecord>;

/** What is to be said of the record that a refused path names; null for any other answer (interface 2.6, 7). */
export function explainRecord(
  { workspace, server }: ControlCall,
  request: Request,
  { response, exchange }: Rehearsed,
): ExplainedRecord | null {
  if (response?.status !== 404 && response?.status !== 403) return null;
  const found = server.locate(request.method, new URL(request.url).pathname);
  const [name, encoded] = Object.entries(found?.params ?? {})[0] ?? [];
  if (found === null || name === undefined || encoded === undefined) return null;
  const id = decoded(encoded);
  const kind = kindOf(name, found.operation.path);
  const record = kind === null ? null : { type: kind.type, id, found: kind.find(workspace, id) };
  if (record === null) return null;
  if (record.found === null) return missing(record.type, id);
  const { firmIds, state } = record.found;
  const about = { type: record.type, id, exists: true, firmIds: [...firmIds], state };
  const key = exchange.apiKey;
  if (key === null || !firmIds.includes(key.firmId)) {
    return { ...about, ...foreign(workspace, record.type, firmIds, key) };
  }
  if (state === null) return null;
  return { ...about, ...deleted(record.type, state, found.operation) };
}

interface FoundRecord {
  readonly firmIds: readonly string[];
  /** Why it is soft-deleted; null when it is not. */
  readonly state: string | null;
}

interface Kind {
  readonly type: string;
  readonly find: (workspace: Workspace, id: string) => FoundRecord | null;
}

/** What a parameter of a path names: by its own name, or by the resource before it. */
function kindOf(parameter: string, path: string): Kind | null {
  const resource = path.split("/")[1] ?? "";
  return kinds[parameter] ?? kinds[resource] ?? null;
}

const firm: Kind = {
  type: "Firm",
  find: (workspace, id) => {
    const found = workspace.store().firms.find(id);
    return found && { firmIds: [found.id], state: deletedState(found) };
  },
};

const firmMember: Kind = {
  type: "FirmMember",
  find: (workspace, id) => {
    const found = workspace.store().firmMembers.find(id);
    return found && { firmIds: [found.firmId], state: deletedState(found) };
  },
};

const kinds: Readonly<Record<string, Kind>> = {
  firmId: firm,
  firms: firm,
  firmMemberId: firmMember,
  firmMembers: firmMember,
  leadId: {
    type: "Lead",
    find(workspace, id) {
      const lead = workspace.store().leads.find(id);
      if (lead === null) return null;
      const state = leadState(lead);
      return { firmIds: [lead.firmId], state: state === "Active" ? null : state };
    },
  },
  referralCodes: {
    type: "ReferralCode",
    find: (workspace, id) => {
      const found = workspace.store().referralCodes.find(id);
      return found && { firmIds: [found.firmId], state: deletedState(found) };
    },
  },
  plans: {
    type: "Plan",
    find(workspace, id) {
      const { plans } = workspace.store();
      const found = plans.find(id);
      return found && { firmIds: plans.ownersOf(id), state: deletedState(found) };
    },
  },
  clientProfiles: {
    type: "ClientProfile",
    find(workspace, id) {
      const { clientProfiles, firms } = workspace.store();
      const found = clientProfiles.find(id);
      const reaching = firms
        .all()
        .filter(({ id: firmId }) => clientProfiles.findOfFirm(id, firmId));
      return found && { firmIds: reaching.map((one) => one.id), state: deletedState(found) };
    },
  },
};

function deletedState({ deletedAt }: { readonly deletedAt: number | null }): string | null {
  return deletedAt === null ? null : "deleted";
}

function missing(type: string, id: string): ExplainedRecord {
  const reason = `This workspace has no ${type} with this id.`;
  return { type, id, exists: false, firmIds: [], state: null, reason, shownBy: {} };
}

function foreign(
  workspace: Workspace,
  type: string,
  firmIds: readonly string[],
  key: ApiKey | null,
): Pick<ExplainedRecord, "reason" | "shownBy"> {
  const now = workspace.clock.now();
  const reaching = workspace
    .keys()
    .filter((other) => firmIds.includes(other.firmId) && keyRefusal(other, now) === null);
  const whose = firmIds.length === 0 ? "no Firm" : `the Firm ${firmIds.join(", ")}`;
  const by = key === null ? "the request has no valid key" : `the key acts for ${key.firmId}`;
  return {
    reason: `The ${type} is there and reached by keys of ${whose}; ${by}.`,
    shownBy: { apiKeyIds: reaching.map(({ id }) => id) },
  };
}

function deleted(
  type: string,
  state: string,
  operation: RuledOperation,
): Pick<ExplainedRecord, "reason" | "shownBy"> {
  const takesScope = "scope" in operation.query.shape;
  return {
    reason: takesScope
      ? `The ${type} is there and ${state}, so soft-deleted; scope=withDeleted shows it.`
      : `The ${type} is there and ${state}, so soft-deleted; this operation takes no scope.`,
    shownBy: takesScope ? { scope: "withDeleted" } : {},
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign names no record.
    return text;
  }
}
