/** Replaces the key of a client while it runs. */
import * as z from "zod";

import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import { control } from "./others.ts";

type Variables = Readonly<Record<string, string | undefined>>;

export interface KeyRenewal {
  /** Revokes the key of a request and issues another one like it; returns the revoked key, or null without a key. */
  readonly renew: (context: RequestContext) => Promise<ApiKey | null>;
  /** The variables with the new key in place of the old one; null if none has it, as of a client with a key of its own. */
  readonly renewed: (variables: Variables) => Variables | null;
}

const NewKey = z.looseObject({ data: z.looseObject({ key: z.string() }) });

export function newKeyRenewal(sandbox: () => Sandbox): KeyRenewal {
  let keys: { readonly old: string; readonly next: string } | null = null;
  return {
    async renew({ apiKey, workspace }) {
      if (apiKey === null) return null;
      const { firmId, roleType, environment, permissions } = apiKey;
      const path = `workspaces/${workspace.id}/api-keys`;
      const body = { firmId, roleType, environment, permissions };
      const issued = NewKey.parse(await control(sandbox(), "POST", path, body));
      keys = { old: apiKey.key, next: issued.data.key };
      await control(sandbox(), "DELETE", `${path}/${apiKey.id}`);
      return { ...apiKey, revokedAt: workspace.clock.now() };
    },
    renewed(variables) {
      if (keys === null) return null;
      const { old, next } = keys;
      const entries = Object.entries(variables);
      if (!entries.some(([, value]) => value?.includes(old) === true)) return null;
      return Object.fromEntries(
        entries.map(([name, value]) => [name, value?.replaceAll(old, next)]),
      );
    },
  };
}
