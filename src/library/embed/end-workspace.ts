import type { SandboxWorkspace } from "./workspace.ts";

/**
 * Drops the workspace of a test. If the test failed, prints its requests first. A sandbox that outlives the run then
 * keeps the workspace for an hour, so that the printed links lead to the requests. Never rejects.
 */
export async function endWorkspace(
  workspace: SandboxWorkspace,
  hasFailed: boolean,
  title?: string,
): Promise<void> {
  const isKept = hasFailed && outlivesRun(process.env);
  if (hasFailed) {
    await orReport("The requests of a failed test cannot be shown", async () => {
      const report = await workspace.report({ links: isKept });
      const lines = [
        title,
        report,
        isKept ? "The sandbox keeps this workspace for an hour." : undefined,
      ];
      // oxlint-disable-next-line no-console -- test runners show what a test wrote
      console.error(lines.filter((line) => line !== undefined).join("\n"));
    });
  }
  await orReport(`The workspace ${workspace.id} cannot be dropped`, () =>
    workspace.drop(isKept ? { afterSeconds: 3_600 } : {}),
  );
}

/**
 * Does what a helper does around tests. A failure of it is printed, not thrown, because a helper must not change the
 * outcome of a test.
 */
export async function orReport(failure: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`lead-sandbox: ${failure}: ${reason}\n`);
  }
}

/** Whether the tests use a running sandbox that does not end with them, as that of `lead-sandbox exec` does. */
function outlivesRun({
  LEAD_SANDBOX_CONTROL_URL: url,
  LEAD_SANDBOX_EPHEMERAL: ephemeral,
}: Environment) {
  return Boolean(url) && !ephemeral;
}

type Environment = Readonly<Record<string, string | undefined>>;
