/** A client's command, which gets a sandbox of its own for each run. */
import type { SandboxFailure } from "../../server/gates/failure.ts";
import type {
  ListeningSandbox,
  ListenAt,
  Sandbox,
  SandboxWatch,
} from "../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../server/sandbox/sandbox.ts";
import type { Config } from "../../server/settings/config.ts";
import type { ClientProcess, Variables } from "./process.ts";
import type { Setup } from "./setup.ts";
import { setUp } from "./setup.ts";

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
  readonly variables: Variables;
  /** The command as it is started; by default it stays as it is. */
  readonly commandOf?: (command: readonly string[]) => readonly string[];
  readonly end: () => Promise<void>;
}

/** How the sandbox of one run differs from that of the client. */
export interface RunSandbox<Prepared> {
  readonly watch: Omit<SandboxWatch, "onFailure">;
  readonly config?: Config;
  readonly listen?: ListenAt;
  /** Brings the sandbox to the world of the run, before it listens. */
  readonly prepare: (sandbox: Sandbox) => Promise<Prepared> | Prepared;
  /** Variables of this run in addition to those of its environment. */
  readonly variables?: Variables;
  readonly isTrusting?: boolean;
  /** Called with each failure of the sandbox itself, such as to end the client. */
  readonly onFailure?: () => void;
}

/** A client that is set up in the sandbox of its run. */
export interface ReadyClient extends ClientProcess {
  readonly sandbox: Sandbox;
  /** Closes the sandbox, which ends its worlds. */
  readonly close: () => Promise<void>;
  /** Throws the first `SandboxFailure`, if there is one: a client must not be judged by that. */
  readonly throwFailure: () => void;
}

/**
 * Opens a sandbox for one run of a client and sets the client up in it, calls `run`, and ends both. Throws `SetupError`
 * for a setup that fails.
 */
export async function inSandbox<Prepared, Result>(
  client: Client,
  given: RunSandbox<Prepared>,
  run: (ready: ReadyClient, prepared: Prepared) => Promise<Result>,
): Promise<Result> {
  const { sandbox, throwFailure } = openWatched(client, given);
  const ends: (() => Promise<void>)[] = [];
  try {
    const prepared = await given.prepare(sandbox);
    const listening = await sandbox.listen(given.listen);
    ends.push(listening.close);
    const environment = await client.environmentOf(sandbox, listening, given.isTrusting);
    ends.push(environment.end);
    const env = { ...environment.variables, ...given.variables };
    await setUp(client, env);
    const command = environment.commandOf?.(client.command) ?? client.command;
    const close = async (): Promise<void> => {
      await listening.close();
      sandbox.close();
    };
    return await run({ sandbox, env, command, close, throwFailure }, prepared);
  } finally {
    await Promise.all(ends.map((end) => end())).finally(() => sandbox.close());
  }
}

function openWatched(
  client: Client,
  { watch, config = client.config, onFailure }: RunSandbox<unknown>,
): Pick<ReadyClient, "sandbox" | "throwFailure"> {
  const failures: SandboxFailure[] = [];
  const watchAll: SandboxWatch = {
    ...watch,
    onFailure(failure) {
      failures.push(failure);
      onFailure?.();
    },
  };
  return {
    sandbox: openSandbox(config, watchAll, client.worlds),
    throwFailure() {
      const [failure] = failures;
      if (failure !== undefined) throw failure;
    },
  };
}
