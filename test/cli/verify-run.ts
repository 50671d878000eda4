import type { Environment } from "./program.ts";
import { runHere } from "./program.ts";

/** Runs `verify` to its end in this process, which is faster than one of its own; what it prints is caught. */
export function runVerify(
  args: readonly string[],
  environment: Environment = {},
): ReturnType<typeof runHere> {
  return runHere(["verify", ...args], environment);
}
