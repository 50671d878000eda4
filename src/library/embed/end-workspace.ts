import type { SandboxWorkspace } from "./workspace.ts";

/**
 * Drops the workspace of a test. If the test failed, prints its requests first. A sandbox that outlives the run then
 * keeps the workspace for an hour, so that the printed links lead to the requests.
 */
export async function endWorkspace(
  workspace: SandboxWorkspace,
  hasFailed: boolean,
  title?: string,
): Promise<void> {
  if (!hasFailed) return workspace.drop();
  const isKept = outlivesRun(process.env);
  const report = await workspace.report({ links: isKept });
  const lines = [
    title,
    report,
    isKept ? "The sandbox keeps this workspace for an hour." : undefined,
  ];
  // oxlint-disable-next-line no-console -- test runners show what a test wrote
  console.error(lines.filter((line) => line !== undefined).join("\n"));
  return workspace.drop(isKept ? { afterSeconds: 3_600 } : {});
}

/** Whether the tests use a running sandbox that does not end with them, as that of `lead-sandbox exec` does. */
function outlivesRun({
  LEAD_SANDBOX_CONTROL_URL: url,
  LEAD_SANDBOX_EPHEMERAL: ephemeral,
}: Environment) {
  return Boolean(url) && !ephemeral;
}

type Environment = Readonly<Record<string, string | undefined>>;
