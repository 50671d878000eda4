/** Runs `exec --bundle` and `replay --serve` as processes. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Ended } from "../../apps/cli/program.ts";
import { start, temporaryFolder } from "../../apps/cli/program.ts";

/** The Partner key of the default fixture. */
export const key = "11111111-1111-4111-8111-111111111111";

/** The start of a client's source: its variables, and a function that calls the emulated API. */
export const clientHead = `
const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm, LEAD_SANDBOX_CONTROL_URL: control } = process.env;
const call = async (method, path, body, apiKey = key) => {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const signal = AbortSignal.timeout(4_000);
  const answer = await fetch(url + path, { method, headers, signal, ...sent });
  return { status: answer.status, ...JSON.parse(await answer.text() || "{}") };
};
const leads = "/v1/firms/" + firm + "/leads";
`;

/** A client that creates a Lead, lists the Firm's Leads, logs it and exits with `code`. */
export function client(code: number): string {
  return `${clientHead}
    await call("POST", leads, { email: "noor@example.com", firstName: "Noor", lastName: "Nasser" });
    await call("GET", leads);
    process.stdout.write("printed by the client");
    process.exit(${code});
  `;
}

/** A client's file, which a test can replace, and the bundle of its run by exec. */
export async function bundled(
  options: readonly string[] = [],
  source = client(3),
  folder = temporaryFolder(),
) {
  const file = join(folder, "client.mjs");
  const bundle = join(folder, "run.json");
  writeFileSync(file, source);
  const command = ["--", process.execPath, file];
  const ended = await start(["exec", "--bundle", bundle, ...options, ...command]).ended;
  return {
    ended,
    file,
    bundle,
    text: existsSync(bundle) ? readFileSync(bundle, "utf8") : "",
    mend: () => writeFileSync(file, client(0)),
  };
}

/** Runs `replay` to its end. */
export function replay(...args: readonly string[]): Promise<Ended> {
  return start(["replay", "--json", ...args]).ended;
}

/**
 * Passes the address of the sandbox that `replay --serve` starts to `look`, and returns its result.
 */
export async function whileServed<Seen>(
  args: readonly string[],
  look: (url: string) => Promise<Seen>,
): Promise<Seen> {
  const program = start(["replay", ...args, "--serve", "--port", "0"]);
  const [, url = ""] = /curl (http:\/\/[^/\s]+)/.exec(await program.printed("curl ")) ?? [];
  const seen = await look(url);
  program.process.kill("SIGTERM");
  await program.ended;
  return seen;
}
