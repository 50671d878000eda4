/**
 * Shares one sandbox in a whole run of Vitest or Jest: `globalSetup: "lead-sandbox/vitest/setup"`. It runs in a
 * thread of the process that starts the workers. `lead-sandbox/vitest` and `lead-sandbox/jest` find it by a
 * variable that workers inherit.
 */
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { requireNode } from "./needed-node.ts";
import { sharedUrlVariable } from "./shared-url.ts";

const ofThread = "lead-sandbox shared by a test run";

/**
 * Starts the sandbox, unless the environment already names one. The returned function stops it. Vitest calls
 * that function; Jest does not need it, because the thread does not keep the process running.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { env } = process;
  if (env["LEAD_SANDBOX_CONTROL_URL"] || env[sharedUrlVariable]) return async () => {};
  requireNode();
  const thread = new Worker(new URL(import.meta.url), { workerData: ofThread });
  const [url]: unknown[] = await once(thread, "message");
  env[sharedUrlVariable] = String(url);
  thread.unref();
  return async () => {
    delete env[sharedUrlVariable];
    await thread.terminate();
  };
}

/** The main function of the thread. It serves nothing else, so it can use the server's lighter messages. */
async function serve(): Promise<void> {
  const { openSandbox } = await import("../../server/sandbox/sandbox.ts");
  const { url } = await openSandbox({ port: 0 }).listen({ isAlone: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(url);
}

if (!isMainThread && workerData === ofThread) void serve();

// oxlint-disable-next-line import/no-default-export -- Jest calls the default export
export default setup;
