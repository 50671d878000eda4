import { connectSandbox } from "./remote-sandbox.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";
import { createSandbox } from "./sandbox.ts";

/**
 * The sandbox of tests, which listens: the one that `LEAD_SANDBOX_CONTROL_URL` leads to, as `lead-sandbox exec` sets it for its
 * command, else one in this process.
 */
export async function openTestSandbox(
  options: SandboxOptions | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Sandbox> {
  const controlUrl = environment["LEAD_SANDBOX_CONTROL_URL"]?.replace(/\/+$/, "");
  if (!controlUrl) {
    const sandbox = await createSandbox(options);
    await sandbox.listen();
    return sandbox;
  }
  const named = `LEAD_SANDBOX_CONTROL_URL is ${JSON.stringify(controlUrl)}`;
  const tell = (text: string): void =>
    void process.stderr.write(`lead-sandbox: tests use the sandbox at ${controlUrl}. ${text}\n`);
  const url = baseOf(environment["LEAD_SANDBOX_URL"] || controlUrl);
  const token = environment["LEAD_SANDBOX_CONTROL_TOKEN"] || undefined;
  return connectSandbox({ url, controlUrl, token, tell }, options).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${named}: ${reason}`, { cause });
  });
}

function baseOf(url: string): string {
  return url.replace(/\/*(?:\/_sandbox\/*)?$/, "");
}
