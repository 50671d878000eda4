/** Refuses what the rows of the options of `assess` cannot say. */
import { singleLine } from "../../../base/texts/visible.ts";
import { checks } from "../../../harness/assess/checks/checks.ts";
import type { AssessOptions } from "../options/assess.ts";
import { UsageError } from "../usage-error.ts";

/** Refuses a command line that names nothing to assess. */
export function refuseNothing(command: readonly string[], { url, har }: AssessOptions): void {
  if (command[0] !== undefined && command[0] !== "") return;
  if (command.length === 0 && (url !== undefined || har !== undefined)) return;
  throw new UsageError("Give a command after --, or recorded traffic with --har or --url.");
}

/** Refuses names that no check has. */
export function refuseUnknownChecks(required: readonly string[] = []): void {
  const known = checks.map(({ id }) => id);
  const unknown = required.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const got = singleLine(JSON.stringify(unknown.slice(0, 100)));
  throw new UsageError(`Unknown check in --require: ${got}. The checks are ${known.join(", ")}.`);
}
