/** The options that put an announced interface in front of a sandbox. */
import type { Command } from "commander";

import { Date } from "../../../base/values/native-timers.ts";
import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import type { Options } from "../command-line.ts";
import { UsageError } from "../usage-error.ts";

/** Adds `--next` and `--from`, which are options of a command and not settings. */
export function withNext(command: Command): Command {
  return command
    .option(
      "--next <file>",
      "announced interface to serve: an OpenAPI document or a list of changes",
    )
    .option("--from <file>", "the provider's present document, instead of the sandbox's own");
}

/** The announced interface in front of a sandbox; nothing without `--next`. Throws as `announcedIn` does. */
export async function nextWatch({
  next,
  from,
  nextFrom,
}: Options): Promise<Pick<SandboxWatch, "edge">> {
  if (typeof next !== "string") {
    if (from !== undefined) throw new UsageError("--from requires --next.");
    if (nextFrom !== undefined) throw new UsageError("--next-from requires --next.");
    return {};
  }
  const [{ announcedIn }, { servedEdge }, { edgeOf }] = await Promise.all([
    import("../check/announced-in.ts"),
    import("../../../harness/next/edge/served-edge.ts"),
    import("../../../server/sandbox/edge.ts"),
  ]);
  const announced = await announcedIn(next, typeof from === "string" ? from : null);
  const moment = typeof nextFrom === "string" ? Date.parse(nextFrom) : null;
  return { edge: edgeOf(servedEdge(announced, moment)) };
}
