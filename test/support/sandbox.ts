/** Sandboxes in this process, each for one test. */
import { onTestFinished } from "vitest";

import type { ListeningSandbox, Sandbox, SandboxOptions } from "../../src/sandbox.ts";
import { openSandbox } from "../../src/sandbox.ts";

const ofTest = new Set<Sandbox>();

/** The sandboxes that the running test has opened and not closed. */
export function sandboxesOfTest(): readonly Sandbox[] {
  return [...ofTest];
}

/** A sandbox that is closed when the test is over. */
export function newSandbox(options: SandboxOptions = {}): Sandbox {
  const opened = openSandbox(options);
  const close = (): void => {
    ofTest.delete(sandbox);
    opened.close();
  };
  const sandbox = { ...opened, close };
  ofTest.add(sandbox);
  onTestFinished(close);
  return sandbox;
}

/** The same on a port of the loopback; its `close` ends the serving alone. */
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
