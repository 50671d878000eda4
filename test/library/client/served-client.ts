import { onTestFinished } from "vitest";

import type { SandboxClient, WorkspaceClient } from "../../../src/index.ts";
import { newSandboxClient } from "../../../src/index.ts";
import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { replyOf, text } from "../../support/reply.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { ids, monday } from "../../support/world.ts";

/** A sandbox on a real port, with a client and a new workspace. */
export interface ServedClient {
  readonly url: string;
  readonly client: SandboxClient;
  /** The client of the workspace, with its clock at `monday` and keys without a quota. */
  readonly workspace: WorkspaceClient;
  readonly id: string;
  /** The Partner key of the sandbox environment. */
  readonly key: string;
  /** The URL of each request that the clients sent, in order. */
  readonly requested: readonly string[];
  /** Sends a request to the emulated API with that key. */
  readonly api: (method: string, path: string, body?: object) => Promise<Response>;
  /** Creates a Lead and returns its id. */
  readonly createLead: (email: string, fields?: object) => Promise<string>;
}

/** The URL of a sandbox for one test, or the URL in TARGET_URL. */
export async function servedUrl(options: SandboxOptions = {}): Promise<string> {
  const target = process.env["TARGET_URL"];
  if (target !== undefined) return target;
  const { url } = await listeningSandbox(options);
  return url;
}

/** A client of a sandbox for one test. `options` configure the workspace. */
export async function newServedClient(
  options: NonNullable<Parameters<SandboxClient["workspaces"]["create"]>[0]> = {},
): Promise<ServedClient> {
  const url = await servedUrl();
  const requested: string[] = [];
  const client = newSandboxClient({
    url,
    fetch(request) {
      requested.push(request.url);
      return fetch(request);
    },
  });
  const made = await client.workspaces.create({ now: monday, quotaPerHour: null, ...options });
  onTestFinished(() => dropped(url, made.id));
  const key = made.firms[0]?.apiKeys[0]?.key ?? "";
  const api: ServedClient["api"] = (method, path, body) =>
    fetch(url + path, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url,
    client,
    workspace: client.workspace(made.id),
    id: made.id,
    key,
    requested,
    api,
    async createLead(email, fields = {}) {
      const person = { email, firstName: "Lena", lastName: "Lind", ...fields };
      const path = `/v1/firms/${ids.partnerFirm}/leads`;
      return text(await replyOf(await api("POST", path, person)), "data.id");
    },
  };
}

/** Drops a workspace unless the test has done so. */
async function dropped(url: string, id: string): Promise<void> {
  await fetch(`${url}/_sandbox/workspaces/${id}`, { method: "DELETE" });
}
