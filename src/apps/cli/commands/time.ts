import { Command } from "commander";

import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { print } from "../output/output.ts";
import type { RunningOptions } from "../tester/running-sandbox.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { UsageError } from "../usage-error.ts";
import { anyDuration, moment, clockRate, onRefusalOption } from "../values.ts";

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

interface SetOptions extends RunningOptions {
  readonly at?: string;
  readonly from?: string;
  readonly rate?: number;
  readonly onRefusal?: "stay" | "jump";
}

function freezeCommand(environment: Environment): Command {
  return withRunning(new Command("freeze").description("Stop the clock"))
    .option("--at <moment>", "at this time, such as 2026-03-02T09:00:00Z; by default now", moment)
    .addOption(onRefusalOption())
    .addHelpText("after", examples("lead-sandbox time freeze --on-refusal jump"))
    .action(async (options: SetOptions) => {
      const { clock } = (await runningSandbox(options, environment)).workspace;
      const frozen = await clock.freeze(options.at, refusalOf(options));
      print(options, frozen, () => textOfClock(frozen));
    });
}

function runCommand(environment: Environment): Command {
  return withRunning(
    new Command("run").description("Let the clock run, also faster than real time"),
  )
    .option("--from <moment>", "start at this time; by default where it is", moment)
    .option("--rate <times>", "speed as a multiple of real time, such as 60", clockRate)
    .addOption(onRefusalOption())
    .addHelpText("after", examples("lead-sandbox time run --rate 60"))
    .action(async (options: SetOptions) => {
      const { clock } = (await runningSandbox(options, environment)).workspace;
      const pace = options.rate === undefined ? {} : { rate: options.rate };
      const running = await clock.run(options.from, { ...pace, ...refusalOf(options) });
      print(options, running, () => textOfClock(running));
    });
}

function refusalOf({ onRefusal }: SetOptions) {
  return onRefusal === undefined ? {} : { onRefusal };
}

interface AdvanceOptions extends RunningOptions {
  readonly by?: number | string;
  readonly to?: string;
  readonly untilAllowed?: string;
}

function advanceCommand(environment: Environment): Command {
  return withRunning(
    new Command("advance").description("Move time forward, and trigger everything that falls due"),
  )
    .argument("[duration]", "the same as --by", anyDuration)
    .option("--by <duration>", "by this duration, such as PT1H, P2D, 90s or 30m", anyDuration)
    .option("--to <moment>", "to this time, such as 2026-03-02T09:00:00Z", moment)
    .option("--until-allowed <key>", "until the API key with this id may send again")
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
