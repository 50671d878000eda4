import * as z from "zod";

import { permissions } from "../domain/api-key.ts";
import { environments, roleTypes } from "../domain/firm.ts";
import { isTaken, issueKey } from "../platform/issue-key.ts";
import { revokeKey } from "../platform/revoke-key.ts";
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
    return ok(showApiKey(workspace, revokeKey(workspace, key)));
  },
});
