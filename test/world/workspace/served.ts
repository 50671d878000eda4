import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import type { Workspace } from "../../../src/world/workspace/workspace.ts";
import type { Reply } from "../../support/reply.ts";
import { replyOf, text } from "../../support/reply.ts";
import { newSandbox } from "../../support/sandbox.ts";
import { ids } from "../../support/world.ts";

/** A sandbox for one test; `close` saves its workspaces as a shutdown does. */
export interface Served {
  readonly control: (method: string, path: string, body?: unknown) => Promise<Reply>;
  readonly api: (
    key: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
  /** Sends a request unchanged, to the plane of its URL. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The internal object of the default workspace. */
  readonly workspace: () => Workspace;
  readonly close: () => void;
}

/** A sandbox for one test. */
export function served(options: SandboxOptions = {}): Served {
  const sandbox = newSandbox(options);
  const send = async (
    method: string,
    url: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> => {
    const request = new Request(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return replyOf(await sandbox.fetch(request));
  };
  return {
    control: (method, path, body) => send(method, `http://127.0.0.1/_sandbox${path}`, body, {}),
    api: (key, method, path, body, headers) =>
      send(method, `http://partner.localhost/v1${path}`, body, { "x-api-key": key, ...headers }),
    fetch: (request) => sandbox.fetch(request),
    workspace: () => sandbox.workspace(),
    close: () => sandbox.close(),
  };
}

/** Creates a workspace and returns the key of the partner Firm for the sandbox environment. */
export async function newWorkspace(sandbox: Served, body: object): Promise<string> {
  const made = await sandbox.control("POST", "/workspaces", body);
  if (made.status !== 201) throw new Error(`No workspace: ${made.status} ${made.text}`);
  return text(made, "data.firms.0.apiKeys.0.key");
}

/** Creates a Lead of the partner Firm and returns its id. */
export async function newLead(sandbox: Served, key: string, email: string): Promise<string> {
  const person = { email, firstName: "Ann", lastName: "Ash" };
  const made = await sandbox.api(key, "POST", `/firms/${ids.partnerFirm}/leads`, person);
  return text(made, "data.id");
}

/** A data folder that is removed at the end of the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
