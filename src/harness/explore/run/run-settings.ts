import type { CommandEnd, CommandToRun } from "../../../base/processes/run-command.ts";
import type { ListeningSandbox, Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { NextInterface } from "../../next/next-interface.ts";
import type { watchBusyness } from "./busyness.ts";
import type { ResultFiles } from "./results.ts";
import type { Setup } from "./setup.ts";
import type { OutputWatch } from "./watch-output.ts";

/** The settings that all runs of an exploration share. Aborting `signal` stops the command and prevents further runs. */
export interface RunSettings extends Setup {
  readonly command: readonly string[];
  readonly config: Config;
  /** Worlds that the sandbox has as fixtures, named `given-1`, `given-2` and so on. */
  readonly worlds: readonly unknown[];
  /** Creates the environment of the command for its sandbox, by default with what it must trust. */
  readonly environmentOf: (
    sandbox: Sandbox,
    listening: ListeningSandbox,
    isTrusting?: boolean,
  ) => Promise<RunEnvironment>;
  /** The start time of the clocks in every run, in epoch milliseconds. */
  readonly startsAt: number;
  /** Reads the test results that the command writes; null without results. */
  readonly results: ResultFiles | null;
  /** Runs the command; by default as a process. */
  readonly launch?: (toRun: CommandToRun) => Promise<CommandEnd>;
  /** Starts to watch how busy the machine is; by default it watches this one. */
  readonly watchMachine?: typeof watchBusyness;
  /** Whether the whole output is searched for keys. */
  readonly watchesOutput?: boolean;
  /** Called with each part of the output of a process of the run, counted from 1. */
  readonly onOutput?: OutputWatch["add"];
  /** Reads what the client believes after a run, each row as a text; null where it cannot be read. */
  readonly ledgerOf?: (env: RunEnvironment["variables"]) => Promise<readonly string[] | null>;
  /** Called before each run of the command. */
  readonly onRun?: () => void;
  /** Called with the processes that held the output of a run after its command. */
  readonly onStillRunning?: (processes: readonly string[]) => void;
  /** The announced interface; a run with one also keeps the files of the client. */
  readonly announced?: NextInterface;
  /** Whether the command runs again without variations if it failed and its effect remains. */
  readonly rerun: boolean;
}

/** The variables of a command, and the cleanup after its run. */
export interface RunEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The command as it is started; by default it stays as it is. */
  readonly commandOf?: (command: readonly string[]) => readonly string[];
  readonly end: () => Promise<void>;
}
