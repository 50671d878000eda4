import * as z from "zod";

import { singleLine, visible } from "../../../base/texts/visible.ts";
import { exitCodes } from "../exit-codes.ts";
import { printJson, printReport } from "../output/findings-output.ts";

/** The format of `replay --json`. An incompatible change requires a new number. */
export const replayFormat = "lead-sandbox-replay/1";

export const ReplayResult = z.object({
  format: z.literal(replayFormat),
  kind: z.enum(["trial", "history"]).describe("What the bundle holds."),
  finding: z.string().describe("What the bundle is about."),
  result: z
    .enum(["shows", "gone", "invalid"])
    .describe("invalid: the replay proves nothing, and reason says why."),
  verdict: z.string().nullable().describe("The verdict on the trial, if it varied something."),
  reason: z.string(),
  exitCode: z.int().nullable().describe("That of the command in a trial."),
});
export type ReplayResult = z.infer<typeof ReplayResult>;

const codes = {
  gone: exitCodes.ok,
  shows: exitCodes.failed,
  invalid: exitCodes.unjudged,
} as const;

/** Prints a result for people, with `--json` also for programs. Returns the exit code. */
export function printReplay(
  replayed: ReplayResult,
  { json }: { readonly json: boolean },
): (typeof codes)[ReplayResult["result"]] {
  printReport(textOfReplay(replayed));
  if (json) printJson(replayed);
  return codes[replayed.result];
}

function textOfReplay({ kind, finding, result, verdict, reason }: ReplayResult): string {
  if (result === "invalid") return `${visible(reason)}\n`;
  const conclusion = result === "shows" ? "The finding shows" : "The finding is gone";
  if (kind === "history") return `${singleLine(`${conclusion}: ${finding}, ${reason}`)}\n`;
  const judged = verdict === null ? "" : ` (${verdict})`;
  return `${singleLine(finding)}\n${conclusion}${judged}: ${singleLine(reason)}\n`;
}
