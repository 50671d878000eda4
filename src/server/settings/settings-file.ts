/** Reads files with settings. */
import * as z from "zod";

import { readTextFileSync } from "../../base/texts/text-file.ts";

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
    return JSON.parse(readTextFileSync(file));
  } catch (error) {
    const missing = isNotFound(error) ? "it does not exist" : null;
    const reason = missing ?? (error instanceof Error ? error.message : String(error));
    throw new ConfigError(`The ${what} file ${file} cannot be read: ${reason}.`, { cause: error });
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
