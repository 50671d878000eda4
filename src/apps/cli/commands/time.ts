import { Command } from "commander";

import { picked } from "../../../base/values/picked.ts";
import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import type { RunningOptions } from "../options/shared-rows.ts";
import { onRefusalRow } from "../options/shared-rows.ts";
import { print } from "../output/output.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { UsageError } from "../usage-error.ts";
import { anyDuration, clockRate, moment } from "../values.ts";

/** `time`: the clock of a workspace. */
export function timeCommand({ environment }: CommandLine): Command {
  return new Command("time")
    .helpGroup(groups.driving)
    .description("Show, freeze, run and advance the clock of a workspace")
    .addCommand(showCommand(environment))
    .addCommand(freezeCommand(environment))
    .addCommand(runCommand(environment))
    .addCommand(advanceCommand(environment));
}

interface Clock {
  readonly now: string;
  readonly mode: "system" | "frozen";
  readonly rate: number | null;
  readonly onRefusal: "stay" | "jump";
}

function textOfClock({ now, mode, rate, onRefusal }: Clock): string {
  const running = rate === 1 ? "runs with the system's clock" : `runs ${rate} times as fast`;
  const jumping = onRefusal === "jump" ? ", and a 429 moves it on" : "";
  return `${now}  ${mode === "frozen" ? "frozen" : running}${jumping}`;
}

function showCommand(environment: Environment): Command {
  return withRunning(new Command("show").description("Show the time of a workspace"))
    .addHelpText("after", examples("lead-sandbox time show"))
    .action(async (options: RunningOptions) => {
      const clock = await (await runningSandbox(options, environment)).workspace.clock.get();
      print(options, clock, () => textOfClock(clock));
    });
}

const freezeRows = {
  "--at <moment>": {
    help: "at this time, such as 2026-03-02T09:00:00Z; by default now",
    parse: moment,
  },
  ...onRefusalRow,
} as const satisfies OptionRows;

function freezeCommand(environment: Environment): Command {
  return withRunning(new Command("freeze").description("Stop the clock"), freezeRows)
    .addHelpText("after", examples("lead-sandbox time freeze --on-refusal jump"))
    .action(async (options: RunningOptions & OptionsOf<typeof freezeRows>) => {
      const { clock } = (await runningSandbox(options, environment)).workspace;
      const frozen = await clock.freeze(options.at, picked(options, "onRefusal"));
      print(options, frozen, () => textOfClock(frozen));
    });
}

const runRows = {
  "--from <moment>": { help: "start at this time; by default where it is", parse: moment },
  "--rate <times>": { help: "speed as a multiple of real time, such as 60", parse: clockRate },
  ...onRefusalRow,
} as const satisfies OptionRows;

function runCommand(environment: Environment): Command {
  return withRunning(
    new Command("run").description("Let the clock run, also faster than real time"),
    runRows,
  )
    .addHelpText("after", examples("lead-sandbox time run --rate 60"))
    .action(async (options: RunningOptions & OptionsOf<typeof runRows>) => {
      const { clock } = (await runningSandbox(options, environment)).workspace;
      const running = await clock.run(options.from, picked(options, "rate", "onRefusal"));
      print(options, running, () => textOfClock(running));
    });
}

const advanceRows = {
  "--by <duration>": {
    help: "by this duration, such as PT1H, P2D, 90s or 30m",
    parse: anyDuration,
  },
  "--to <moment>": { help: "to this time, such as 2026-03-02T09:00:00Z", parse: moment },
  "--until-allowed <key>": "until the API key with this id may send again",
} as const satisfies OptionRows;
type AdvanceOptions = RunningOptions & OptionsOf<typeof advanceRows>;

function advanceCommand(environment: Environment): Command {
  return withRunning(
    new Command("advance").description("Move time forward, and trigger everything that falls due"),
    advanceRows,
  )
    .argument("[duration]", "the same as --by", anyDuration)
    .addHelpText(
      "after",
      examples(
        "lead-sandbox time advance PT1H",
        "lead-sandbox time advance --until-allowed HPkeySbx",
      ),
    )
    .action(async (duration: AdvanceOptions["by"], options: AdvanceOptions) => {
      const target = targetOf(duration, options);
      const { workspace } = await runningSandbox(options, environment);
      const clock = await workspace.clock.advance(target);
      print(options, clock, () => textOfClock(clock));
    });
}

function targetOf(duration: AdvanceOptions["by"], options: AdvanceOptions) {
  const { by = duration, to, untilAllowed } = options;
  const given = [duration, options.by, to, untilAllowed].filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw new UsageError(
      `${given.length === 0 ? "Missing" : "More than one"} duration. Give one of --by, --to and --until-allowed, or a duration such as PT1H.`,
    );
  }
  if (by !== undefined) return { by };
  return to === undefined ? { untilAllowed: untilAllowed ?? "" } : { to };
}
