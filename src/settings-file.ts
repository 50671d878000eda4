/** Files that settings are read from. */
import { readFileSync } from "node:fs";

import * as z from "zod";

/** An invalid setting; the message names it, its source and the allowed values. */
export class ConfigError extends Error {}

/** The object that a JSON file of settings holds; `what` names it in the error. */
export function readJson(file: string, what: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(readFileSync(file, "utf8"));
    return z.record(z.string(), z.unknown()).parse(document);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`The ${what} file ${file} cannot be read: ${reason}`, { cause: error });
  }
}
