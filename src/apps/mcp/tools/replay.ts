import * as z from "zod";

import { commandField, commandIn } from "../command-argument.ts";
import { ToolFailure } from "../failure.ts";
import type { Runs } from "../runs.ts";
import type { NextCall } from "../tool-names.ts";
import type { Tool } from "../tool.ts";
import { newTool } from "../tool.ts";
import { endWithin, lastLineOf, startedRun } from "./explore.ts";

/** The exit codes of `replay`. */
const verdicts: ReadonlyMap<number, string> = new Map([
  [0, "The finding is gone."],
  [1, "The finding shows."],
  [3, "The command fails without any change, so the finding could not be tried."],
]);
const outputMax = 2_000;

/** Runs the trial of one finding again. It takes an id, never a path: a bundle holds a command. */
export function newReplay(runs: Runs): Tool {
  return newTool({
    name: "replay",
    kind: "command",
    description:
      "Run the trial of a finding of explore again, to see whether a changed client still has it.",
    needsWorkspace: false,
    isStructured: true,
    input: {
      ...commandField({ ...runs, command: runs.command ?? [] }),
      bundle: z.string().min(1).max(40).describe("The bundle of a finding of this server's runs"),
    },
    example: null,
    async run({ signal }, input) {
      const bundle = runs.bundle(input.bundle);
      if (bundle === undefined) {
        throw new ToolFailure("No run of this server has such a finding.", pollsLast(runs), {
          bundle: "Expected the bundle of a finding, such as f-3b1c95d0a2e4",
        });
      }
      const command = commandIn(input, bundle.command);
      const run = startedRun(runs, { subcommand: "replay", args: [bundle.file], command });
      const end = await endWithin(run, null, signal);
      if (end === null) throw new Error("A run without a limit has an end.");
      const verdict = verdicts.get(end.exitCode);
      if (verdict === undefined) {
        throw new ToolFailure(
          `The replay ended with ${end.exitCode}: ${lastLineOf(end.output)}`,
          [],
        );
      }
      const again: NextCall = { tool: "replay", arguments: { bundle: input.bundle } };
      return {
        data: { exitCode: end.exitCode, verdict, output: end.output.slice(-outputMax) },
        next: end.exitCode === 0 ? pollsLast(runs) : [again],
      };
    },
  });
}

/** The newest findings. */
function pollsLast(runs: Runs): readonly NextCall[] {
  const run = runs.latestExplored();
  return run === undefined ? [] : [{ tool: "explore", arguments: { run: run.id } }];
}
