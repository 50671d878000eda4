import { singleLine } from "../../../base/texts/visible.ts";
import { iso } from "../../../base/values/moment.ts";
import { redactedKey } from "../../../domain/hiding/keys.ts";
import { replaceKeys } from "../../../domain/hiding/written-keys.ts";
import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";

type OnEntry = NonNullable<SandboxWatch["onEntry"]>;

/** What a line shows of a request: neither its query nor a body, and of a key in its path only the start. */
type LoggedRequest = Pick<
  Parameters<OnEntry>[0],
  "receivedAt" | "method" | "path" | "status" | "durationMs" | "apiKeyId"
>;

/** Watches that print a line for each request on standard error with `--log-level debug`, after those of `others`. */
export function loggingRequests(
  { logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">,
  ...others: readonly Pick<SandboxWatch, "onEntry">[]
): Pick<SandboxWatch, "onEntry"> {
  const print: OnEntry = (entry) => void process.stderr.write(`${requestLine(entry, logFormat)}\n`);
  const all = others.flatMap(({ onEntry }) => (onEntry === undefined ? [] : [onEntry]));
  const watches = logLevel === "debug" ? [...all, print] : all;
  if (watches.length === 0) return {};
  return {
    onEntry(entry) {
      for (const watch of watches) watch(entry);
    },
  };
}

/** Such as `09:12:03.120 POST /v1/firms/Harb0rPt/leads 201 12 ms HPkeySbx`, in UTC; a request without an answer has 0. */
export function requestLine(entry: LoggedRequest, format: Config["logFormat"]): string {
  const { receivedAt, method, status, apiKeyId } = entry;
  const at = iso(receivedAt);
  const path = replaceKeys(entry.path, redactedKey);
  const durationMs = Math.round(entry.durationMs);
  if (format === "json") {
    return JSON.stringify({ event: "request", at, method, path, status, durationMs, apiKeyId });
  }
  const time = at.slice(at.indexOf("T") + 1, -1);
  const key = apiKeyId === null ? "" : ` ${apiKeyId}`;
  return singleLine(`${time} ${method} ${path} ${status} ${durationMs} ms${key}`);
}
