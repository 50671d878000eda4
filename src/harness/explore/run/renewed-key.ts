/** Replaces the key of a client while it runs. */
import * as z from "zod";

import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { Variables } from "../../runs/process.ts";

export interface KeyRenewal {
  /** Names the sandbox that has the keys. */
  readonly begin: (sandbox: Sandbox) => void;
  /** Revokes the key of a request and issues another one like it; returns the revoked key, or null without a key. */
  readonly renew: (context: RequestContext) => Promise<ApiKey | null>;
  /** The variables with the new key in place of the old one; null if none has it, as of a client with a key of its own. */
  readonly renewed: (variables: Variables) => Variables | null;
}

const NewKey = z.looseObject({ data: z.looseObject({ key: z.string() }) });

export function newKeyRenewal(): KeyRenewal {
  let sandbox: Sandbox | null = null;
  let keys: { readonly old: string; readonly next: string } | null = null;
  return {
    begin(opened) {
      sandbox = opened;
    },
    async renew({ apiKey, workspace }) {
      if (apiKey === null || sandbox === null) return null;
      const { firmId, roleType, environment, permissions } = apiKey;
      const path = `workspaces/${workspace.id}/api-keys`;
      const body = { firmId, roleType, environment, permissions };
      const issued = NewKey.parse(await control(sandbox, "POST", path, body));
      keys = { old: apiKey.key, next: issued.data.key };
      await control(sandbox, "DELETE", `${path}/${apiKey.id}`);
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

/** Calls the control API, so that the log of the run has the call and a replay sends it again. Returns its answer. */
async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const { controlToken } = sandbox.config;
  const headers = {
    "content-type": "application/json",
    ...(controlToken === null ? {} : { authorization: `Bearer ${controlToken}` }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://127.0.0.1/_sandbox/${path}`, { method, headers, ...sent });
  return (await sandbox.fetch(request)).json();
}
