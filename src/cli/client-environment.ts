import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { RunEnvironment } from "../explore/run/run.ts";
import type { ListeningSandbox, Sandbox } from "../server/sandbox.ts";
import { commandIn } from "./command-in-sandbox.ts";
import { namesOf } from "./exec.ts";
import type { Interceptor } from "./intercepted.ts";
import { ownCommand } from "./own-command.ts";

/** The environments of a command that runs in one sandbox after another. */
export interface ClientEnvironments {
  /** The environment of a run, with an empty folder for the state of the client; ending it removes its files. */
  readonly of: (sandbox: Sandbox, listening: ListeningSandbox) => Promise<RunEnvironment>;
  readonly end: () => Promise<void>;
}

/** Environments whose variables have the names of `--env`. */
export async function clientEnvironments(
  env: string | undefined,
  interceptor: Interceptor | null,
): Promise<ClientEnvironments> {
  const names = namesOf(env);
  const own = await ownCommand(process.argv[1] ?? "", process.env["PATH"]);
  return {
    async of(sandbox, listening) {
      const started = await commandIn(sandbox, listening, { names, interceptor });
      const { variables, commandOf } = started;
      const state = await mkdtemp(join(tmpdir(), "lead-sandbox-state-"));
      return {
        variables: { ...variables, ...own.variables, LEAD_SANDBOX_STATE: state },
        commandOf,
        async end() {
          await Promise.all([started.end(), rm(state, { recursive: true, force: true })]);
        },
      };
    },
    end: own.end,
  };
}
