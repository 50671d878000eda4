import { setImmediate as firstAnswers } from "node:timers/promises";

import type { ListeningSandbox, Sandbox, SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import { loadMcp } from "../mcp/load-mcp.ts";
import { adoptLine } from "./adopt-line.ts";
import { openTraces } from "./traces.ts";
import { welcome } from "./welcome.ts";

/**
 * Serves until SIGTERM or SIGINT, then finishes the requests in flight. `prepare` runs before the first request, and
 * the function it resolves to runs after the last.
 */
export async function serveUntilStopped(
  config: Config,
  prepare: (sandbox: Sandbox) => Promise<() => Promise<void>> = async () => async () => {},
  watch: SandboxWatch = {},
  worlds: readonly unknown[] = [],
): Promise<number> {
  const traces = await openTraces();
  const sandbox = openSandbox(config, { ...watch, ...traces.watch, mcp: loadMcp }, worlds);
  const finish = await prepare(sandbox);
  if (config.data !== null) (await import("./kept-settings.ts")).reportKeptSettings(sandbox);
  const stopped = signalled();
  const listening = await sandbox.listen({ isAlone: true });
  // Answers waiting clients before it prints for readers.
  await firstAnswers();
  if (config.logLevel !== "silent") process.stdout.write(readyText(config, sandbox, listening));
  await stopped;
  await listening.close();
  await finish();
  await traces.end();
  // Node closes each database at exit, which takes seconds for hundreds of them.
  if (!sandbox.closeWithin(closingMs)) process.once("beforeExit", () => process.exit());
  return 0;
}

/** Maximum time to close the files of workspaces at the end, in milliseconds. */
const closingMs = 750;

function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  return promise;
}

/** One machine-readable line, or what a person needs for a first request. */
function readyText(config: Config, sandbox: Sandbox, listening: ListeningSandbox): string {
  if (config.logFormat !== "json") return welcome(sandbox.describe(), listening, adoptLine(config));
  const { url, controlUrl, https, proxy } = listening;
  const secure = https === null ? {} : { https: https.url, ca: https.certificateFile };
  const intercepting = proxy === null ? {} : { proxy: proxy.url };
  const adopts = adoptLine(config);
  const line = {
    event: "ready",
    url,
    control: controlUrl,
    ...secure,
    ...intercepting,
    ...(adopts === null ? {} : { adopt: adopts }),
    pid: process.pid,
  };
  return `${JSON.stringify(line)}\n`;
}
