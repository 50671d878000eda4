import type { Environment } from "./program.ts";
import { runHere } from "./program.ts";

/** Runs `verify` in this process, which is faster than a separate one, and captures its output. */
export function runVerify(
  args: readonly string[],
  environment: Environment = {},
): ReturnType<typeof runHere> {
  return runHere(["verify", ...args], environment);
}
