import { newSandboxClient } from "../../../src/library/client/sandbox-client.ts";
import type { SandboxClient } from "../../../src/library/client/sandbox-client.ts";
import type { WorkspaceClient } from "../../../src/library/client/workspace-client.ts";
import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { monday } from "../../support/world.ts";
import type { Environment } from "./program.ts";

/** A served sandbox that the tests of a file share. */
export interface Driven {
  readonly url: string;
  /** Its HTTPS URL; empty without HTTPS. */
  readonly secureUrl: string;
  readonly client: SandboxClient;
  readonly stop: () => Promise<void>;
}

/** Serves a sandbox on a free port. */
export async function serveDriven(options: SandboxOptions = {}): Promise<Driven> {
  const sandbox = openSandbox({ ...options, port: 0 });
  const { url, https, close } = await sandbox.listen();
  const stop = async (): Promise<void> => {
    await close();
    sandbox.close();
  };
  const client = newSandboxClient({ url, token: options.controlToken ?? undefined });
  return { url, secureUrl: https?.url ?? "", client, stop };
}

/** A workspace for one test, with its clock at `monday` and one invited Lead. */
export interface DrivenWorkspace {
  readonly url: string;
  readonly id: string;
  readonly key: string;
  readonly realtorKey: string;
  readonly workspace: WorkspaceClient;
  readonly leadId: string;
  readonly mailId: string;
  /** The variables that select the sandbox and the workspace for a command. */
  readonly environment: Environment;
}

/** Creates a workspace in `driven` with a Lead of maya@example.com. */
export async function newDrivenWorkspace({ url, client }: Driven): Promise<DrivenWorkspace> {
  const { id, firms } = await client.workspaces.create({ now: monday });
  const workspace = client.workspace(id);
  const keyOf = (index: number): string => firms[index]?.apiKeys[0]?.key ?? "";
  const key = keyOf(0);
  await createMaya(url, key);
  const leads = await workspace.leads.list({ limit: 1 });
  const emails = await workspace.emails.list();
  return {
    url,
    id,
    key,
    realtorKey: keyOf(1),
    workspace,
    leadId: leads.data[0]?.id ?? "",
    mailId: emails.data[0]?.id ?? "",
    environment: { LEAD_SANDBOX_URL: url, LEAD_SANDBOX_WORKSPACE: id },
  };
}

/** Creates the Lead of maya@example.com with a Partner key. */
export async function createMaya(url: string, key: string): Promise<void> {
  const sent = await fetch(`${url}/v1/firms/Harb0rPt/leads`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moreau" }),
  });
  if (sent.status !== 201) throw new Error(`No Lead: ${await sent.text()}`);
}

/** The arguments of a row, with the ids of a workspace. */
export function argsIn({ id, leadId, mailId }: DrivenWorkspace, line: string): readonly string[] {
  const filled = line.replaceAll("{workspace}", id).replaceAll("{lead}", leadId);
  return filled.replaceAll("{mail}", mailId).split(" ");
}
