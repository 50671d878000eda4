/** `exec --url`: a command in a workspace of a running sandbox. */
import * as z from "zod";

import { readVariables } from "../../../domain/model/client-variables.ts";
import type { StreamedEvent } from "../../../library/client/events.ts";
import type { SandboxClient } from "../../../library/client/sandbox-client.ts";
import { SandboxError } from "../../../library/client/sandbox-error.ts";
import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { namesOf, refuseUnusable } from "../client-command/exec-options.ts";
import { isIntercepting } from "../client-command/intercept-by.ts";
import type { Environment } from "../command-line.ts";
import type { ExecOptions } from "../options/exec.ts";
import { configOf } from "../settings.ts";
import { runningSandbox } from "../tester/running-sandbox.ts";
import { sentVariables } from "../tester/sent-variables.ts";
import { UsageError } from "../usage-error.ts";
import { judge, runWithOwn } from "./exec.ts";
import { expectedOperations } from "./expected-operations.ts";
import { newTrafficCounter } from "./traffic.ts";
import type { TrafficCounter } from "./traffic.ts";

const labelMax = 100;
/** A run that is killed leaves its workspace, which is dropped after a day without use. */
const leftSeconds = 86_400;

/**
 * Runs `command` with the variables of a new workspace, which is dropped afterwards. Returns the exit code as `execute`
 * does; the summary has the requests to this workspace.
 */
export async function executeAt(
  command: readonly string[],
  options: ExecOptions,
  environment: Environment,
): Promise<number> {
  const config = await configOf(options, environment);
  if (isIntercepting(config)) {
    throw new UsageError(
      "exec --url does not intercept calls: unset LEAD_SANDBOX_INTERCEPT and LEAD_SANDBOX_PROXY_PORT.",
    );
  }
  await refuseUnusable(command, options);
  const names = namesOf(options.env);
  const { url, client } = await runningSandbox(options, environment);
  const { id, variables } = await client.workspaces.create({
    label: `exec ${command[0]}`.slice(0, labelMax),
    idleSeconds: leftSeconds,
  });
  try {
    const traffic = newTrafficCounter();
    const endCount = await countRequests(client.workspace(id), traffic.count);
    const code = await runWithOwn(command, {
      ...process.env,
      ...(options.token === undefined ? {} : { LEAD_SANDBOX_CONTROL_TOKEN: options.token }),
      ...sentVariables(variables, url, names),
      LEAD_SANDBOX_URL: url,
      ...readVariables({ LEAD_SANDBOX_WORKSPACE: id }).variables,
    });
    await endCount();
    // They are the same at each sandbox of this version.
    const expected = expectedOperations(readConfig({}));
    return await judge({ code, traffic, expected }, config, options);
  } finally {
    await drop(client, id);
  }
}

const Requested = z.looseObject({
  path: z.string(),
  status: z.int(),
  operationId: z.string().nullable(),
  rules: z.array(z.string()),
});

/** Counts the requests to a workspace as they arrive, also those before a reset, until the returned function is called. */
async function countRequests(
  { events }: WorkspaceClient,
  count: TrafficCounter["count"],
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let cursor = 0;
  const see = (event: StreamedEvent): void => {
    ({ cursor } = event);
    if (event.type === "request") count(Requested.parse(event.data));
  };
  const open = Promise.withResolvers<void>();
  const follow = async (): Promise<void> => {
    for await (const event of events.stream({ signal: stop.signal, onOpen: open.resolve }))
      see(event);
  };
  // A connection that is lost loses no event: the list has the rest.
  const followed = follow()
    .catch(() => {})
    .finally(open.resolve);
  await open.promise;
  return async () => {
    stop.abort();
    await followed;
    const left = await events.list(cursor).catch(nullIfDropped);
    left?.data.forEach(see);
  };
}

/** Drops the workspace, unless the command did. The exit code stays that of the command if this fails. */
async function drop({ workspaces }: SandboxClient, id: string): Promise<void> {
  try {
    await workspaces.drop(id).catch(nullIfDropped);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`lead-sandbox: The workspace ${id} was not dropped: ${reason}\n`);
  }
}

function nullIfDropped(error: unknown): null {
  if (error instanceof SandboxError && error.status === 404) return null;
  throw error;
}
