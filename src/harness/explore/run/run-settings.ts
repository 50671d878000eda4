import type { CommandEnd, CommandToRun } from "../../../base/processes/run-command.ts";
import type { NextInterface } from "../../next/next-interface.ts";
import type { watchBusyness } from "../../runs/busyness.ts";
import type { Client, ClientEnvironment } from "../../runs/client.ts";
import type { ResultFiles } from "../../runs/test-results.ts";
import type { OutputWatch } from "../../runs/watch-output.ts";

/** The settings that all runs of an exploration share. */
export interface RunSettings extends Client {
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
  readonly ledgerOf?: (env: ClientEnvironment["variables"]) => Promise<readonly string[] | null>;
  /** Called before each run of the command. */
  readonly onRun?: () => void;
  /** Called with the processes that held the output of a run after its command. */
  readonly onStillRunning?: (processes: readonly string[]) => void;
  /** The announced interface; a run with one also keeps the files of the client. */
  readonly announced?: NextInterface;
  /** Whether the command runs again without variations if it failed and its effect remains. */
  readonly rerun: boolean;
}
