import { onTestFinished } from "vitest";

import type { Sandbox, SandboxOptions } from "../../../src/library/embed/sandbox.ts";
import { createSandbox } from "../../../src/library/embed/sandbox.ts";
import { openTestSandbox } from "../../../src/library/embed/test-sandbox.ts";
import type { SandboxWorkspace } from "../../../src/library/embed/workspace.ts";

/** A running sandbox, and the sandbox object that a test uses for it. */
export interface Remote {
  readonly server: Sandbox;
  readonly url: string;
  readonly sandbox: Sandbox;
}

/** Serves a sandbox with `serverOptions`, and opens it for a test with `options`. */
export async function remote(
  options?: SandboxOptions,
  serverOptions?: SandboxOptions,
): Promise<Remote> {
  const server = await createSandbox(serverOptions);
  onTestFinished(() => server.close());
  const { url, controlUrl } = await server.listen();
  const environment = {
    LEAD_SANDBOX_URL: url,
    LEAD_SANDBOX_CONTROL_URL: controlUrl,
    LEAD_SANDBOX_CONTROL_TOKEN: serverOptions?.controlToken ?? undefined,
  };
  return { server, url, sandbox: await openTestSandbox(options, environment) };
}

const maya = { email: "maya@example.com", firstName: "Maya", lastName: "Moreau" };

/** The program under test. Returns the status of its create request. */
export async function refer(workspace: SandboxWorkspace, url = workspace.url): Promise<number> {
  const { apiKey, firmId } = workspace;
  const sent = await workspace.fetch(`${url}/v1/firms/${firmId}/leads`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify(maya),
  });
  return sent.status;
}

/** The ids of the existing workspaces. */
export async function idsOf({ client }: Sandbox): Promise<readonly string[]> {
  return (await client.workspaces.list()).data.map(({ id }) => id);
}
