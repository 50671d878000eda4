/** Explains why a request reaches no record: whether it exists, why the caller cannot see it, and how to see it. */
import * as z from "zod";

import { decoded } from "../../../base/values/decoded.ts";
import type { ApiKey } from "../../../domain/model/api-key.ts";
import { keyRefusal } from "../../../domain/model/api-key.ts";
import type { Environment } from "../../../domain/model/firm.ts";
import { leadState } from "../../../domain/model/lead.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { isIn } from "../../../world/platform/environment.ts";
import type { DryRunResult } from "../../../world/workspace/requests/context.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { ControlCall } from "../calls/operation.ts";
import type { ServerInfo } from "../server/server-info.ts";

export const ExplainedRecord = z.strictObject({
  type: z.string(),
  id: z.string(),
  exists: z.boolean(),
  /** The Firms whose keys can access it. */
  firmIds: z.array(z.string()),
  state: z.string().nullable(),
  reason: z.string(),
  shownBy: z.strictObject({
    scope: z.literal("withDeleted").exactOptional(),
    apiKeyIds: z.array(z.string()).exactOptional(),
  }),
});
type ExplainedRecord = z.infer<typeof ExplainedRecord>;

/** Explains the record in a refused path; null if the refusal has another cause (interface 2.6, 7). */
export function explainRecord(
  { workspace, server }: ControlCall,
  request: Request,
  { context }: DryRunResult,
): ExplainedRecord | null {
  const refusals = context.trace.cited().filter(({ id }) => refusalsOfRecords.has(id));
  const located = server.locate(request.method, new URL(request.url).pathname);
  const [name, encoded] = Object.entries(located?.params ?? {})[0] ?? [];
  if (refusals.length === 0 || located === null) return null;
  if (name === undefined || encoded === undefined) return null;
  const id = decoded(encoded);
  const { operation } = located;
  const kind = kindOf(name, operation.path);
  if (kind === null) return null;
  const { type } = kind;
  const found = kind.find(workspace, id);
  if (found === null) return missing(type, id);
  const { firmIds, state } = found;
  const key = context.apiKey;
  const isElsewhere = key !== null && !isReachedFrom(workspace, found, key);
  const isForeign = key === null || isElsewhere || !firmIds.includes(key.firmId);
  if (!isForeign && state === null) return null;
  const keyIds = isForeign ? reachingKeys(workspace, found, operation) : null;
  return {
    type,
    id,
    exists: true,
    firmIds: [...firmIds],
    state,
    reason: isElsewhere
      ? `The ${type} exists in the environment ${found.environment}, and the key is for ${key.environment} (rule env.data).`
      : isForeign
        ? foreign(type, firmIds, key)
        : deleted(type, state, operation),
    shownBy: shownBy(found, operation, keyIds),
  };
}

/** Whether the key's environment includes the record (rule env.data). */
function isReachedFrom(
  workspace: Workspace,
  { environment }: FoundRecord,
  key: Pick<ApiKey, "environment">,
): boolean {
  return environment === null || isIn(workspace, key.environment, { environment });
}

/** The rules that refuse a request because of its record. */
const refusalsOfRecords: ReadonlySet<RuleId> = new Set([
  "auth.foreign-record",
  "scope.default",
  "scope.deleted-parent",
]);

type Located = NonNullable<ReturnType<ServerInfo["locate"]>>["operation"];

interface FoundRecord {
  readonly firmIds: readonly string[];
  /** Its environment; null for the directory, which both environments share (rule env.data). */
  readonly environment: Environment | null;
  /** Why it is soft-deleted; null if it is not. */
  readonly state: string | null;
}

interface Kind {
  readonly type: string;
  readonly find: (workspace: Workspace, id: string) => FoundRecord | null;
}

/** The kind of record that a path parameter names, by the parameter or by the resource before it. */
function kindOf(parameter: string, path: string): Kind | null {
  const resource = path.split("/")[1] ?? "";
  return kinds[parameter] ?? kinds[resource] ?? null;
}

const firm: Kind = {
  type: "Firm",
  find: (workspace, id) => {
    const found = workspace.store().firms.find(id);
    return found && { firmIds: [found.id], environment: null, state: deletedState(found) };
  },
};

const firmMember: Kind = {
  type: "FirmMember",
  find: (workspace, id) => {
    const found = workspace.store().firmMembers.find(id);
    return found && { firmIds: [found.firmId], environment: null, state: deletedState(found) };
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
      const { environment } = lead;
      return { firmIds: [lead.firmId], environment, state: state === "Active" ? null : state };
    },
  },
  referralCodes: {
    type: "ReferralCode",
    find: (workspace, id) => {
      const found = workspace.store().referralCodes.find(id);
      return found && { firmIds: [found.firmId], environment: null, state: deletedState(found) };
    },
  },
  plans: {
    type: "Plan",
    find(workspace, id) {
      const { plans } = workspace.store();
      const found = plans.find(id);
      if (found === null) return null;
      const { environment } = found;
      return { firmIds: plans.ownersOf(id), environment, state: deletedState(found) };
    },
  },
  clientProfiles: {
    type: "ClientProfile",
    find(workspace, id) {
      const { clientProfiles, firms } = workspace.store();
      const found = clientProfiles.find(id);
      const reaching = firms.all().filter(({ id: firmId }) => clientProfiles.isOfFirm(id, firmId));
      if (found === null) return null;
      const { environment } = found;
      return {
        firmIds: reaching.map((one) => one.id),
        environment,
        state: deletedState(found),
      };
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

/** The valid keys of the record's Firms that have the permission, each on its own surface. */
function reachingKeys(
  workspace: Workspace,
  found: FoundRecord,
  { permission }: Located,
): readonly string[] {
  const now = workspace.clock.now();
  return workspace
    .keys()
    .filter((key) => found.firmIds.includes(key.firmId) && keyRefusal(key, now) === null)
    .filter((key) => isReachedFrom(workspace, found, key))
    .filter((key) => key.permissions.some((one) => one === permission))
    .map(({ id }) => id);
}

function shownBy(
  { state }: FoundRecord,
  operation: Located,
  keyIds: readonly string[] | null,
): ExplainedRecord["shownBy"] {
  if (state !== null && !takesScope(operation)) return {};
  return {
    ...(state === null ? {} : { scope: "withDeleted" }),
    ...(keyIds === null ? {} : { apiKeyIds: [...keyIds] }),
  };
}

/** Whether `scope` applies to the record of the path. On a list below it, `scope` applies to the listed records. */
function takesScope({ path, query }: Located): boolean {
  return path.endsWith("}") && "scope" in query({}).shape;
}

function foreign(type: string, firmIds: readonly string[], key: ApiKey | null): string {
  const whose = firmIds.length === 0 ? "no key" : `only a key of the Firm ${firmIds.join(", ")}`;
  const by = key === null ? "the request has no valid key" : `the key acts for ${key.firmId}`;
  return `The ${type} exists, but ${whose} can access it; ${by}.`;
}

function deleted(type: string, state: string | null, operation: Located): string {
  const scope = takesScope(operation)
    ? "scope=withDeleted shows it"
    : "this operation takes no scope for it";
  return `The ${type} exists and is ${state}, so soft-deleted; ${scope}.`;
}
