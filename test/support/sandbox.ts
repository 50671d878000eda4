/** In-process sandboxes for single tests. */
import { onTestFinished } from "vitest";

import { loadMcp } from "../../src/apps/cli/mcp/load-mcp.ts";
import { newSandboxClient } from "../../src/library/client/index.ts";
import type {
  ListeningSandbox,
  Sandbox,
  SandboxOptions,
  SandboxWatch,
} from "../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import { newSystemTime } from "../../src/world/workspace/time/system-time.ts";
import { watchStatuses } from "./documented-statuses.ts";
import { testScope } from "./test-scope.ts";

/** The sandboxes that the running test has opened and not yet closed. */
export function sandboxesOfTest(): readonly Sandbox[] {
  return [...testScope().sandboxes];
}

/** A sandbox that closes at the end of the test. */
export function newSandbox(options: SandboxOptions = {}): Sandbox {
  const { sandboxes } = testScope();
  const opened = openSandbox(options, testWatch(options));
  const close = (): void => {
    sandboxes.delete(sandbox);
    opened.close();
  };
  const sandbox = { ...opened, close };
  sandboxes.add(sandbox);
  onTestFinished(close);
  return sandbox;
}

let reused: Sandbox | null = null;

/**
 * A sandbox for tests that use one workspace each, because opening a sandbox takes longer than most
 * of them. After each test only the default workspace remains, in its initial state. A failed test
 * may still send requests, so the next test gets another sandbox.
 */
export function sharedSandbox(): Sandbox {
  const scope = testScope();
  if (scope.shared !== null) return scope.shared;
  const sandbox = (reused ??= openSandbox({}, testWatch({})));
  scope.shared = sandbox;
  scope.sandboxes.add(sandbox);
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== "fail") return clear(sandbox);
    reused = null;
    sandbox.close();
  });
  return sandbox;
}

/** Its clock and timers are the globals, which a test can replace; those of a user's sandbox cannot be replaced. */
function testWatch(options: SandboxOptions): SandboxWatch {
  return {
    ...watchStatuses(options),
    mcp: loadMcp,
    systemNow: newSystemTime(globalThis),
    timers: globalThis,
  };
}

async function clear({ fetch }: Sandbox): Promise<void> {
  const client = newSandboxClient({ url: "http://127.0.0.1", fetch });
  const { data } = await client.workspaces.list();
  const others = data.filter(({ id }) => id !== "default");
  await Promise.all(others.map(({ id }) => client.workspaces.drop(id)));
  await client.reset();
}

/** A sandbox that listens on a loopback port; its `close` stops only the server. */
export async function listeningSandbox(
  options: SandboxOptions = {},
): Promise<ListeningSandbox & { readonly sandbox: Sandbox }> {
  const sandbox = newSandbox({ port: 0, ...options });
  const listening = await sandbox.listen();
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= listening.close());
  onTestFinished(close);
  return { ...listening, sandbox, close };
}
