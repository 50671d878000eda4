/** A client's command, which gets a sandbox of its own for each run. */
import type { ListeningSandbox, Sandbox } from "../../server/sandbox/sandbox.ts";
import type { Config } from "../../server/settings/config.ts";
import type { Setup } from "./setup.ts";

/** What all runs of a client share. Aborting `signal` stops the command and prevents further runs. */
export interface Client extends Setup {
  readonly command: readonly string[];
  /** Without `data`, and with port 0. */
  readonly config: Config;
  /** Worlds that the sandbox has as fixtures, named `given-1`, `given-2` and so on. */
  readonly worlds: readonly unknown[];
  /** Creates the environment of the command for its sandbox, by default with what it must trust. */
  readonly environmentOf: (
    sandbox: Sandbox,
    listening: ListeningSandbox,
    isTrusting?: boolean,
  ) => Promise<ClientEnvironment>;
  /** The start time of the clocks in every run, in epoch milliseconds. */
  readonly startsAt: number;
}

/** The whole environment of a command, and the cleanup after its run. */
export interface ClientEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The command as it is started; by default it stays as it is. */
  readonly commandOf?: (command: readonly string[]) => readonly string[];
  readonly end: () => Promise<void>;
}
