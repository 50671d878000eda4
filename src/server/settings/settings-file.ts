/** Reads files with settings. */
import { readFileSync } from "node:fs";

import * as z from "zod";

import { withoutMark } from "../../base/values/json.ts";

/** An invalid setting; the message names it, its source and the allowed values. */
export class ConfigError extends Error {}

/** Reads an object from a JSON file; `what` names the file in errors. Throws `ConfigError`. */
export function readJson(file: string, what: string): Record<string, unknown> {
  const { data, success } = z.record(z.string(), z.unknown()).safeParse(documentOf(file, what));
  if (success) return data;
  throw new ConfigError(`The ${what} file ${file} cannot be read: it is not a JSON object.`);
}

function documentOf(file: string, what: string): unknown {
  try {
    return JSON.parse(withoutMark(readFileSync(file, "utf8")));
  } catch (error) {
    const missing = isNotFound(error) ? "it does not exist" : null;
    const reason = missing ?? (error instanceof Error ? error.message : String(error));
    throw new ConfigError(`The ${what} file ${file} cannot be read: ${reason}.`, { cause: error });
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
