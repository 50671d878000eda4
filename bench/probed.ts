/** Adds a probe to measured servers. */
import { fileURLToPath } from "node:url";

import type { Command } from "./served.ts";

/** Returns `command` with the memory probe loaded, which answers messages of this process. */
export function probed({ line, ...rest }: Command): Command {
  const [program, ...args] = line;
  const file = fileURLToPath(new URL("memory-probe.ts", import.meta.url));
  return { ...rest, line: [program, "--expose-gc", "--import", file, ...args], isProbed: true };
}
