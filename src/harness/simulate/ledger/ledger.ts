/** Reads what the client believes, from where `--ledger` or `--ledger-command` says. */
import { constants, existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

import { runCommand, shellCommand } from "../../../base/processes/run-command.ts";
import { EncodingError, decodeText } from "../../../base/values/decode-text.ts";
import { timeoutSignal } from "../../../base/values/native-timers.ts";
import { newOutputTail } from "../../../base/values/output-tail.ts";
import type { Variables } from "../../runs/process.ts";
import { parseLedger } from "./parse-ledger.ts";
import type { LedgerReading } from "./rows.ts";

/** Where the ledger is. `none`: the answers that the client got take its place. */
export type LedgerSource =
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "none" };

/** The largest ledger, and how long a URL or command may take. */
const ledgerBytesMax = 64 * 1_024 * 1_024;
const readMsMax = 10_000;
const tooLarge = { unreadable: "it is larger than 64 MiB" };

/** Reads a ledger between two ticks; `env` is the environment of the job. */
export async function readLedger(
  source: Exclude<LedgerSource, { readonly kind: "none" }>,
  env: Variables,
  signal: AbortSignal,
): Promise<LedgerReading> {
  if (source.kind === "file") return fromFile(source.file, env["LEAD_SANDBOX_STATE"] ?? "");
  if (source.kind === "url") return fromUrl(source.url, signal);
  return fromCommand(source.text, env, signal);
}

/** Whether a ledger is in the folder of the client's state, or not a file. */
export function isInState(source: LedgerSource, state: string): boolean {
  if (source.kind !== "file") return true;
  return !isAbsolute(source.file) && existsSync(join(state, source.file));
}

/** Looks a relative path up in the folder of the client's state, then in the working directory. */
async function fromFile(file: string, state: string): Promise<LedgerReading> {
  const places = isAbsolute(file) ? [file] : [join(state, file), file];
  let reason = "";
  for (const place of places) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the second place counts only without the first
      return await textIn(place);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      if (!reason.startsWith("ENOENT")) break;
    }
  }
  const isMissing = reason.startsWith("ENOENT");
  return { unreadable: isMissing ? `there is no file ${file}` : `it cannot be read: ${reason}` };
}

async function textIn(place: string): Promise<LedgerReading> {
  // A pipe without a writer would never open.
  const handle = await open(place, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = await handle.stat();
    if (!info.isFile()) return { unreadable: `${place} is not a file` };
    if (info.size > ledgerBytesMax) return tooLarge;
    return ledgerIn(await handle.readFile());
  } finally {
    await handle.close();
  }
}

async function fromUrl(url: string, signal: AbortSignal): Promise<LedgerReading> {
  try {
    const limit = AbortSignal.any([signal, timeoutSignal(readMsMax)]);
    const response = await fetch(url, { signal: limit, redirect: "error" });
    if (!response.ok) return { unreadable: `${url} answers with status ${response.status}` };
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > ledgerBytesMax) return tooLarge;
      chunks.push(chunk);
    }
    return ledgerIn(Buffer.concat(chunks));
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { unreadable: `${url} ${isLate ? "gives no answer within 10 s" : "does not answer"}` };
  }
}

async function fromCommand(
  text: string,
  env: Variables,
  signal: AbortSignal,
): Promise<LedgerReading> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const errors = newOutputTail(16_384);
  const kill = new AbortController();
  const { code, timedOut } = await runCommand({
    command: shellCommand(text),
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeoutMs: readMsMax,
    signal,
    kill: kill.signal,
    onOutput(chunk, from) {
      if (from === "stderr") errors.add(chunk);
      else if ((bytes += chunk.length) > ledgerBytesMax) kill.abort();
      else chunks.push(chunk);
    },
  });
  if (kill.signal.aborted) return tooLarge;
  if (timedOut) return { unreadable: "the command does not end within 10 s" };
  if (code === 0) return ledgerIn(Buffer.concat(chunks));
  const last = errors.text().trim().split("\n").at(-1) ?? "";
  return { unreadable: `the command ends with exit code ${code}${last === "" ? "" : `: ${last}`}` };
}

function ledgerIn(bytes: Uint8Array): LedgerReading {
  try {
    return parseLedger(decodeText(bytes));
  } catch (error) {
    if (error instanceof EncodingError) return { unreadable: error.message };
    throw error;
  }
}
