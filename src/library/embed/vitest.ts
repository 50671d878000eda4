/** A workspace for each test of Vitest: `import { test } from "lead-sandbox/vitest"`. */
import { test as base } from "vitest";

import { endWorkspace, orReport } from "./end-workspace.ts";
import { checkPeerVersion } from "./peer-version.ts";
import type { Sandbox } from "./sandbox.ts";
import type { TestOptions } from "./test-sandbox.ts";
import { openTestSandbox, unclosed } from "./test-sandbox.ts";
import { vitestLabels } from "./vitest-labels.ts";
import type { SandboxWorkspace } from "./workspace.ts";

export type { TestOptions };

checkPeerVersion({ entry: "vitest", name: "vitest", least: 5 });

/** The context of a test. */
export interface SandboxContext {
  /** Shared by all tests of a worker: the running sandbox that the environment names, or one on a free port. */
  readonly sandbox: Sandbox;
  /** The workspace of the test, dropped after it. A failed test prints its requests. */
  readonly workspace: SandboxWorkspace;
}

/** Vitest's `test` with a workspace for each test, created with `options`. */
export function testWith(options: TestOptions = {}) {
  const folder = process.cwd();
  let labels: ReadonlyMap<string, string> = new Map();
  return base.extend<SandboxContext>({
    sandbox: [
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern what a fixture needs
      async ({}, use) => {
        const sandbox = await openTestSandbox(options.sandbox, process.env);
        await use(sandbox);
        await orReport(unclosed, () => sandbox.close());
      },
      { scope: "worker" },
    ],
    workspace: async ({ sandbox, task }, use) => {
      if (!labels.has(task.id)) labels = vitestLabels(task.file, folder);
      const label = labels.get(task.id) ?? task.name;
      const workspace = await sandbox.workspace({ label, ...options.workspace });
      await use(workspace);
      // Vitest shows what a test wrote under the test's name.
      await endWorkspace(workspace, task.result?.state === "fail" && task.fails !== true);
    },
  });
}

/** Vitest's `test` with a workspace for each test. */
export const test = testWith();
