/** A workspace for each Jest test: `import { useWorkspace } from "lead-sandbox/jest"`. */
import { beforeAll, beforeEach, expect } from "@jest/globals";

import { endWorkspace, orReport } from "./end-workspace.ts";
import type { JestEntry } from "./jest-labels.ts";
import { jestLabels } from "./jest-labels.ts";
import type { Sandbox } from "./sandbox.ts";
import type { TestOptions } from "./test-sandbox.ts";
import { openTestSandbox, present, unclosed } from "./test-sandbox.ts";
import type { SandboxWorkspace } from "./workspace.ts";

export type { TestOptions };

/** The context of a test; its members exist only while a test runs. */
export interface SandboxContext {
  /** Shared by all tests of the file: the running sandbox that the environment names, or one on a free port. */
  readonly sandbox: Sandbox;
  /** The workspace of the running test, dropped after it. A failed test prints its requests. */
  readonly workspace: SandboxWorkspace;
}

/**
 * Creates a workspace for each test of the file, or of the `describe` that calls this. Throws without
 * jest-circus of Jest 28 or newer.
 */
export function useWorkspace(options: TestOptions = {}): SandboxContext {
  let labels: ReadonlyMap<JestEntry, string> = new Map();
  let label = "";
  let sandbox: Sandbox | undefined;
  let workspace: SandboxWorkspace | undefined;
  subscribe({
    testStart(test) {
      if (!labels.has(test)) labels = jestLabels(test);
      label = labels.get(test) ?? test.name;
    },
    async testDone(hasFailed) {
      const done = workspace;
      workspace = undefined;
      if (done === undefined) return;
      await endWorkspace(done, hasFailed, expect.getState().currentTestName);
    },
    runDone: () => orReport(unclosed, async () => sandbox?.close()),
  });
  beforeAll(async () => {
    sandbox = await openTestSandbox(options.sandbox, process.env);
    // Jest refuses to load a module between tests, and the report of a failed test needs the control plane.
    await sandbox.client.health();
  });
  beforeEach(async () => {
    workspace = await present(sandbox).workspace({ label, ...options.workspace });
  });
  return {
    get sandbox() {
      return present(sandbox);
    },
    get workspace() {
      return present(workspace);
    },
  };
}

/** A handler of jest-circus events. */
type EventHandler = (event: {
  readonly name: string;
  readonly test?: JestEntry & { readonly errors: readonly unknown[] };
}) => Promise<void> | undefined;

/**
 * Calls `listener` when a test starts, and after each test and each file with all their hooks; the runner
 * waits. Jest's own hooks neither get the result of a test nor run after all others. It subscribes to
 * jest-circus, Jest's runner, in the same way as its `addEventHandler`.
 */
function subscribe(listener: {
  readonly testStart: (test: JestEntry) => void;
  readonly testDone: (hasFailed: boolean) => Promise<void>;
  readonly runDone: () => Promise<void>;
}): void {
  eventHandlers().push(({ name, test }) => {
    if (name === "test_start" && test !== undefined) listener.testStart(test);
    if (name === "test_done" && test !== undefined)
      return listener.testDone(test.errors.length > 0);
    return name === "run_finish" ? listener.runDone() : undefined;
  });
}

function eventHandlers(): EventHandler[] {
  const handlers: unknown = Reflect.get(globalThis, Symbol.for("EVENT_HANDLERS"));
  if (Array.isArray(handlers)) return handlers;
  throw new Error("lead-sandbox/jest needs Jest 28 or newer with its own runner, jest-circus.");
}
