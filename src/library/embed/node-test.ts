/** A workspace for each test of Node's own runner: `import { useWorkspace } from "lead-sandbox/node-test"`. */
import type { TestContext } from "node:test";
import { after, afterEach, before, beforeEach } from "node:test";

import { endWorkspace, orReport } from "./end-workspace.ts";
import type { Sandbox } from "./sandbox.ts";
import type { TestOptions } from "./test-sandbox.ts";
import { openTestSandbox, present, unclosed } from "./test-sandbox.ts";
import type { SandboxWorkspace } from "./workspace.ts";

export type { TestOptions };

/** The context of a test; its members exist only while a test runs. */
export interface SandboxContext {
  /** Shared by all tests of the file: the running sandbox that the environment names, or one on a free port. */
  readonly sandbox: Sandbox;
  /** The workspace of the running test or subtest, dropped after it. A failed test prints its requests. */
  readonly workspace: SandboxWorkspace;
}

/** Creates a workspace for each test of the file, or of the `describe` that calls this. */
export function useWorkspace(options: TestOptions = {}): SandboxContext {
  let sandbox: Sandbox | undefined;
  /** The tests that run: a test and its subtests, from the outside in. */
  const running = new Map<unknown, SandboxWorkspace>();
  const labels = newLabels();
  before(async () => {
    sandbox = await openTestSandbox(options.sandbox, process.env);
  });
  beforeEach(async (test) => {
    const label = labels(test.name);
    running.set(test, await present(sandbox).workspace({ label, ...options.workspace }));
  });
  afterEach(async (test) => {
    const workspace = running.get(test);
    running.delete(test);
    if (workspace !== undefined) await endWorkspace(workspace, hasFailed(test), test.name);
  });
  after(() => orReport(unclosed, async () => sandbox?.close()));
  return {
    get sandbox() {
      return present(sandbox);
    },
    get workspace() {
      return present([...running.values()].at(-1));
    },
  };
}

/** The hooks of a suite get a context without `passed`. */
function hasFailed(test: object): boolean {
  const { passed = true }: Partial<Pick<TestContext, "passed">> = test;
  return !passed;
}

/** Labels as in the files of Node's `junit` reporter, whose class is always `test`; repeated ones get a number. */
function newLabels(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `test > ${name}${count === 1 ? "" : ` #${count}`}`;
  };
}
