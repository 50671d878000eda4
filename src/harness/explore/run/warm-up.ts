/** Spares the first run of a command the time that the first request of a process takes. */
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { RunSettings } from "./run-settings.ts";

const body = JSON.stringify({ email: "warm-up@example.com", firstName: "Warm", lastName: "Up" });

/**
 * Creates a Lead in a sandbox of its own, whatever the answer. On a busy machine the first create of a process can take
 * longer than a client's timeout, and the two unchanged runs would differ.
 */
export async function warmUp({ config, worlds }: RunSettings): Promise<void> {
  // Nothing of it is saved or sent.
  const sandbox = openSandbox({ ...config, data: null, smtpUrl: null }, {}, worlds);
  try {
    const [firm] = sandbox.describe().firms;
    const key = firm?.apiKeys.find(({ environment }) => environment === "sandbox")?.key ?? "";
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const url = `http://127.0.0.1/v1/firms/${firm?.id ?? ""}/leads`;
    const answer = await sandbox.fetch(new Request(url, { method: "POST", headers, body }));
    await answer.text();
  } finally {
    sandbox.close();
  }
}
