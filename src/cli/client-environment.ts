import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { variablesOf } from "../domain/client-variables.ts";
import type { RunEnvironment } from "../explore/run/run.ts";
import type { ListeningSandbox, Sandbox } from "../server/sandbox.ts";
import { namesOf } from "./exec.ts";
import { ownCommand } from "./own-command.ts";
import { trustOf } from "./trust.ts";
import { drivingVariables } from "./variables.ts";

/** The environments of a command that runs in one sandbox after another. */
export interface ClientEnvironments {
  /** The environment of a run, with an empty folder for the state of the client; ending it removes its files. */
  readonly of: (sandbox: Sandbox, listening: ListeningSandbox) => Promise<RunEnvironment>;
  readonly end: () => Promise<void>;
}

/** Environments whose variables have the names of `--env`. */
export async function clientEnvironments(env: string | undefined): Promise<ClientEnvironments> {
  const names = namesOf(env);
  const own = await ownCommand(process.argv[1] ?? "", process.env["PATH"]);
  return {
    async of(sandbox, listening) {
      const trust = await trustOf(listening.https, process.env);
      const state = await mkdtemp(join(tmpdir(), "lead-sandbox-state-"));
      const { url } = listening;
      const { controlUrl, https } = listening;
      const urls = { url: https?.url ?? url, controlUrl };
      return {
        variables: {
          ...process.env,
          ...trust.variables,
          ...own.variables,
          ...drivingVariables(url, sandbox.config.controlToken),
          ...variablesOf(sandbox.describe(), urls, names),
          LEAD_SANDBOX_STATE: state,
        },
        async end() {
          await Promise.all([trust.end(), rm(state, { recursive: true, force: true })]);
        },
      };
    },
    end: own.end,
  };
}
