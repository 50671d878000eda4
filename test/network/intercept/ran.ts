/** Programs of Node that tests run under a command. */
import { readdirSync } from "node:fs";

import { start, temporaryFile, temporaryFolder } from "../../apps/cli/program.ts";

/** The provider's host in the code of clients. */
export const host = "leads.lender.example";
const key = "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34";

/** A client that claims success, whatever the answer is. */
export const careless = `
await fetch("https://${host}/v1/firms/acme-4711/leads", {
  method: "POST",
  headers: { "x-api-key": "${key}", "content-type": "application/json" },
  body: JSON.stringify({ firstName: "Maya", lastName: "Lind", email: "maya@example.com" }),
}).catch(() => null);
`;

/** Runs a program of Node, with temporary files in a folder of their own. */
export async function ran(args: readonly string[], program: string, env = {}) {
  const folder = temporaryFolder();
  const file = temporaryFile("client.mjs", program);
  const command = ["--", process.execPath, file];
  const ended = await start([...args, ...command], { TMPDIR: folder, ...env }).ended;
  return { ...ended, left: readdirSync(folder) };
}
