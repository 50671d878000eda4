/** A workspace for each test of Vitest: `import { test } from "lead-sandbox/vitest"`. */
import { test as base } from "vitest";

import type { Sandbox, SandboxOptions } from "./sandbox.ts";
import { createSandbox } from "./sandbox.ts";
import type { SandboxWorkspace, WorkspaceOptions } from "./workspace.ts";

/** What a test finds in its context. */
export interface SandboxContext {
  /** One for all tests of a worker, served on a free port. */
  readonly sandbox: Sandbox;
  /** The test's own, dropped after it. When the test fails, its requests are printed. */
  readonly workspace: SandboxWorkspace;
}

/** What the sandbox and the workspaces of tests are made from. */
export interface TestOptions {
  readonly sandbox?: SandboxOptions;
  readonly workspace?: WorkspaceOptions;
}

/** Vitest's `test` with a workspace for each test, made as `options` say. */
export function testWith(options: TestOptions = {}) {
  return base.extend<SandboxContext>({
    sandbox: [
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        const sandbox = await createSandbox(options.sandbox);
        await sandbox.listen();
        await use(sandbox);
        await sandbox.close();
      },
      { scope: "worker" },
    ],
    workspace: async ({ sandbox, task }, use) => {
      const workspace = await sandbox.workspace(options.workspace);
      await use(workspace);
      if (task.result?.state === "fail" && task.fails !== true) {
        // oxlint-disable-next-line no-console -- Vitest shows what a test wrote under the test's name
        console.error(await workspace.report());
      }
      await workspace.drop();
    },
  });
}

/** Vitest's `test` with a workspace for each test. */
export const test = testWith();
