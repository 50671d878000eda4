import * as z from "zod";

import type { ApiKey } from "../domain/api-key.ts";
import { defaultPermissions, permissions } from "../domain/api-key.ts";
import { environments, roleTypes } from "../domain/firm.ts";
import type { Registry } from "../workspace/registry.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { created, list, ok } from "./answer.ts";
import { ControlError, unknown } from "./control-error.ts";
import { withQuery, withBody } from "./operation.ts";
import { keyOf } from "./quotas.ts";
import { Moment, NoQuery, one, pageOf } from "./shapes.ts";
import { showApiKey, ShownApiKey } from "./show.ts";

/** GET `W/api-keys`. */
export const listApiKeys = withQuery({
  id: "list-api-keys",
  summary: "Every key, revoked ones too",
  level: "workspace",
  method: "GET",
  path: "/api-keys",
  query: NoQuery,
  answer: pageOf(ShownApiKey),
  run: ({ workspace }) => list(workspace.keys(), (key) => showApiKey(workspace, key)),
});

const NewApiKey = z.strictObject({
  key: z
    .uuidv4()
    .toLowerCase()
    .exactOptional()
    .describe(
      "the text of the key, kept in small letters, which no workspace may have; one is made when it is left out",
    ),
  firmId: z.string(),
  roleType: z.enum(roleTypes),
  environment: z.enum(environments),
  quotaPerHour: z.int().min(1).nullable().exactOptional(),
  permissions: z.array(z.enum(permissions)).exactOptional(),
  expiresAt: Moment.nullable().exactOptional(),
});

/** POST `W/api-keys`. */
export const issueApiKey = withBody({
  id: "issue-api-key",
  summary: "Issue a key for a Firm, a role type and an environment",
  level: "workspace",
  method: "POST",
  path: "/api-keys",
  body: NewApiKey,
  status: 201,
  answer: one(ShownApiKey),
  run({ registry, workspace }, { expiresAt = null, ...body }) {
    if (workspace.store().firms.find(body.firmId) === null) throw unknown("Firm", body.firmId);
    if (body.key !== undefined && isTaken(registry, workspace, body.key)) {
      throw new ControlError(409, "A workspace of this sandbox has or had that key already.", {
        hint: "Send another UUID version 4, or leave key out.",
      });
    }
    return created(showApiKey(workspace, issueKey(registry, workspace, { ...body, expiresAt })));
  },
});

/** A new key of a Firm that is there; without a quota of its own, rule quota.value says it. */
export function issueKey(
  registry: Registry,
  workspace: Workspace,
  fields: Pick<ApiKey, "firmId" | "roleType" | "environment" | "expiresAt"> &
    Partial<Pick<ApiKey, "key" | "quotaPerHour" | "permissions">>,
): ApiKey {
  const { apiKeys } = workspace.store();
  const { number, id } = workspace.nextRecord("apiKey", apiKeys);
  const key: ApiKey = {
    quotaPerHour: "by-rule",
    permissions: defaultPermissions,
    key: fields.key ?? freeKey(registry, workspace, number),
    ...fields,
    id,
    createdAt: workspace.clock.now(),
    revokedAt: null,
  };
  apiKeys.insert(number, key);
  workspace.keysChanged();
  workspace.emit("key.issued", { id, firmId: key.firmId });
  // As it is kept: its permissions in their own order, each once.
  return workspace.findKey(key.key) ?? key;
}

/** Whether a key is there already, or in a snapshot of another workspace, which may get it back. */
function isTaken(registry: Registry, workspace: Workspace, key: string): boolean {
  return workspace.findKey(key) !== null || !registry.isFree(key, workspace.id);
}

/** The text of the key of that number, or of the next whose text no workspace has: a loaded state may have brought some. */
function freeKey(registry: Registry, workspace: Workspace, number: number): string {
  const key = workspace.ids().key(number);
  return !isTaken(registry, workspace, key) ? key : freeKey(registry, workspace, number + 1);
}

/** DELETE `W/api-keys/{keyId}`. */
export const revokeApiKey = withQuery({
  id: "revoke-api-key",
  summary: "Revoke a key: it answers 401 from now on",
  level: "workspace",
  method: "DELETE",
  path: "/api-keys/{keyId}",
  query: NoQuery,
  answer: one(ShownApiKey),
  run(call) {
    const { workspace } = call;
    const key = keyOf(call);
    if (key.revokedAt !== null)
      throw new ControlError(409, `The key ${key.id} is revoked already.`);
    const revoked = { ...key, revokedAt: workspace.clock.now() };
    workspace.store().apiKeys.update(revoked);
    workspace.keysChanged();
    workspace.emit("key.revoked", { id: key.id });
    return ok(showApiKey(workspace, revoked));
  },
});
