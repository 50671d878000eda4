import { vi } from "vitest";

import { run } from "../../src/cli/run.ts";
import type { Ended, Environment } from "./program.ts";

/** Runs `verify` to its end in this process, which is faster than one of its own; what it prints is caught. */
export async function runVerify(
  args: readonly string[],
  environment: Environment = {},
): Promise<Pick<Ended, "code" | "stdout" | "stderr">> {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      printed[name] += String(chunk);
      return true;
    }),
  );
  try {
    const code = await run(["verify", ...args], environment);
    return { code, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
