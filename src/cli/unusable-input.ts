import { ConfigError } from "../config.ts";
import { PactFileError } from "../contract/pact/pact-file.ts";

/** Whether an error is about a setting or a pact that cannot be used. */
export function isUnusableInput(error: unknown): boolean {
  return error instanceof ConfigError || error instanceof PactFileError;
}
