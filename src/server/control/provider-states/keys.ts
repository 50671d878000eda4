/** States of API keys, one for each refusal of authentication and permission (interface 5). */
import * as z from "zod";

import type { ApiKey } from "../../../domain/model/api-key.ts";
import { defaultPermissions, permissions } from "../../../domain/model/api-key.ts";
import { environments, roleTypes } from "../../../domain/model/firm.ts";
import { issueKey } from "../../../world/platform/issue-key.ts";
import { revokeKeyWithoutEffects } from "../../../world/platform/revoke-key.ts";
import { listOf } from "../../../world/workspace/fixtures/list-of.ts";
import { firmOf, workingKey } from "./directory.ts";
import type { ProviderState, Stage, StateValues } from "./state.ts";
import { Id, providerState } from "./state.ts";

/** The parameters of a key of any Firm, API and environment. */
export const keyParams = {
  firmId: Id.exactOptional(),
  roleType: z.enum(roleTypes).default("Partner"),
  environment: z.enum(environments).default("sandbox"),
};
export const keyValues = {
  apiKey: "the key to send",
  apiKeyId: "its id",
  firmId: "the Firm it acts for",
} as const;

/** States with valid keys, and with keys that are invalid for each possible reason. */
export const keyStates: readonly ProviderState[] = [
  providerState({
    name: "the API key is valid",
    description: "A working key of the Firm for that API and environment.",
    params: z.strictObject({
      ...keyParams,
      permissions: listOf(z.enum(permissions)).exactOptional(),
    }),
    values: keyValues,
    setUp(stage, { firmId, roleType, environment, permissions: granted }) {
      const firm = firmOf(stage, firmId);
      if (granted === undefined) {
        return valuesOf(workingKey(stage, firm.id, roleType, environment));
      }
      return valuesOf(
        issued(stage, { firmId: firm.id, roleType, environment, permissions: granted }),
      );
    },
  }),
  providerState({
    name: "the API key is unknown",
    description: "A well-formed key that was never issued (rule auth.invalid).",
    params: z.strictObject({}),
    values: { apiKey: keyValues.apiKey },
    setUp: () => ({ apiKey: "00000000-0000-4000-8000-000000000000" }),
  }),
  providerState({
    name: "the API key has been revoked",
    description: "A key that was revoked (rule auth.invalid).",
    params: z.strictObject(keyParams),
    values: keyValues,
    setUp(stage, { firmId, ...surface }) {
      const key = issued(stage, { firmId: firmOf(stage, firmId).id, ...surface });
      return valuesOf(revokeKeyWithoutEffects(stage.workspace, key));
    },
  }),
  providerState({
    name: "the API key has expired",
    description: "An expired key (rule auth.invalid).",
    params: z.strictObject(keyParams),
    values: keyValues,
    setUp(stage, { firmId, ...surface }) {
      const expiresAt = stage.workspace.clock.now();
      return valuesOf(issued(stage, { firmId: firmOf(stage, firmId).id, ...surface, expiresAt }));
    },
  }),
  providerState({
    name: "the API key belongs to the other environment",
    description: "A production key, which the sandbox refuses (rule env.key-mismatch).",
    params: z.strictObject({ firmId: Id.exactOptional() }),
    values: keyValues,
    setUp: (stage, { firmId }) =>
      valuesOf(workingKey(stage, firmOf(stage, firmId).id, "Partner", "production")),
  }),
  providerState({
    name: "the API key belongs to the other API",
    description: "A Realtor key, which the Partner API refuses (rule auth.role-surface).",
    params: z.strictObject({ firmId: Id.exactOptional() }),
    values: keyValues,
    setUp: (stage, { firmId }) =>
      valuesOf(workingKey(stage, firmOf(stage, firmId).id, "Realtor", "sandbox")),
  }),
  providerState({
    name: "the API key lacks a permission",
    description: "A working key without that permission (rule auth.permission).",
    params: z.strictObject({ ...keyParams, permission: z.enum(permissions) }),
    values: keyValues,
    setUp(stage, { firmId, permission, ...surface }) {
      const granted = defaultPermissions.filter((one) => one !== permission);
      const firm = firmOf(stage, firmId);
      return valuesOf(issued(stage, { firmId: firm.id, ...surface, permissions: granted }));
    },
  }),
];

function issued(
  { registry, workspace }: Stage,
  fields: Partial<ApiKey> & Pick<ApiKey, "firmId" | "roleType" | "environment">,
): ApiKey {
  return issueKey(registry, workspace, { expiresAt: null, ...fields });
}

function valuesOf({ id, key, firmId }: ApiKey): StateValues {
  return { apiKey: key, apiKeyId: id, firmId };
}
