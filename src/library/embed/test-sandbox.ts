// oxlint-disable-next-line import/no-unassigned-import -- loaded before a test can install fake timers
import "../../base/values/native-timers.ts";
import type { RemoteServer } from "./remote-sandbox.ts";
import { connectSandbox, serverSettings } from "./remote-sandbox.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";
import { sharedUrlVariable } from "./shared-url.ts";
import type { WorkspaceOptions } from "./workspace.ts";

/** Options of the sandbox and of the tests' workspaces. */
export interface TestOptions {
  readonly sandbox?: SandboxOptions;
  readonly workspace?: WorkspaceOptions;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The listening sandbox of tests. It is the one at `LEAD_SANDBOX_CONTROL_URL`, which `lead-sandbox exec` sets.
 * Otherwise it is the one of the run's global setup, or a new one in this process. Without the variable, server
 * settings in `options` always start a new one.
 */
export function openTestSandbox(
  options: SandboxOptions = {},
  environment: Environment,
): Promise<Sandbox> {
  return openFor(options, environment, async () => {
    // Imported late: a test with a running server does not load one.
    const { createTestSandbox } = await import("./sandbox.ts");
    return createTestSandbox(options);
  });
}

async function openFor(
  options: SandboxOptions,
  environment: Environment,
  openOwn: () => Promise<Sandbox>,
): Promise<Sandbox> {
  const controlUrl = environment["LEAD_SANDBOX_CONTROL_URL"]?.replace(/\/+$/, "");
  if (controlUrl) return openRunning(controlUrl, options, environment);
  const shared = environment[sharedUrlVariable];
  if (shared && serverSettings(options).length === 0) return openShared(shared, options);
  return openOwn();
}

/**
 * The listening sandbox for the tests of any runner: the one that `lead-sandbox exec` and `explore` name in
 * `LEAD_SANDBOX_CONTROL_URL`, otherwise a new one in this process. `close` leaves a running one as it is.
 */
export function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return openFor(options, process.env, async () => {
    const { createSandbox } = await import("./sandbox.ts");
    const sandbox = await createSandbox(options);
    await sandbox.listen();
    return sandbox;
  });
}

function openRunning(
  controlUrl: string,
  options: SandboxOptions,
  environment: Environment,
): Promise<Sandbox> {
  const report = (text: string): void =>
    void process.stderr.write(`lead-sandbox: tests use the sandbox at ${controlUrl}. ${text}\n`);
  const url = (environment["LEAD_SANDBOX_URL"] || controlUrl).replace(/\/*(?:\/_sandbox\/*)?$/, "");
  const token = environment["LEAD_SANDBOX_CONTROL_TOKEN"] || undefined;
  const named = `LEAD_SANDBOX_CONTROL_URL is ${JSON.stringify(controlUrl)}`;
  return connected(named, { url, controlUrl, token, report }, options);
}

function openShared(url: string, options: SandboxOptions): Promise<Sandbox> {
  const server = { url, controlUrl: url, token: undefined, report: () => {} };
  return connected(`${sharedUrlVariable} is ${JSON.stringify(url)}`, server, options);
}

function connected(named: string, server: RemoteServer, options: SandboxOptions): Promise<Sandbox> {
  return connectSandbox(server, options).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${named}: ${reason}`, { cause });
  });
}

/** Printed when the sandbox of tests cannot be closed. */
export const unclosed = "The sandbox of these tests cannot be closed";

/** A member of the context of a test. Throws while no test runs. */
export function present<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new Error("The workspace is there while a test runs: read it inside of a test or a hook.");
}
