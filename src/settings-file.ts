/** Reads files with settings. */
import { readFileSync } from "node:fs";

import * as z from "zod";

/** An invalid setting; the message names it, its source and the allowed values. */
export class ConfigError extends Error {}

/** Reads an object from a JSON file; `what` names the file in errors. Throws `ConfigError`. */
export function readJson(file: string, what: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(readFileSync(file, "utf8"));
    return z.record(z.string(), z.unknown()).parse(document);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`The ${what} file ${file} cannot be read: ${reason}`, { cause: error });
  }
}
