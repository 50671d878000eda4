import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Client } from "../../../harness/runs/client.ts";
import type { Config } from "../../../server/settings/config.ts";
import { commandIn } from "./command-in-sandbox.ts";
import { namesOf } from "./exec-options.ts";
import type { InterceptBy } from "./intercept-by.ts";
import { isIntercepting, refuseInterceptBy } from "./intercept-by.ts";
import type { Interceptor } from "./intercepted.ts";
import { ownCommand } from "./own-command.ts";

/** The environments of a command that runs in one sandbox after another. */
export interface ClientEnvironments {
  /** The environment of a run, with an empty folder for the state of the client; ending it removes its files. */
  readonly of: Client["environmentOf"];
  /** What the interception of all runs saw, as lines; empty without one. Names the cause if no run made a call. */
  readonly interceptedText: (problem: { readonly kind: string } | null) => Promise<string>;
  readonly end: () => Promise<void>;
}

/** What the command line says about the environments. */
interface GivenEnvironment {
  readonly command: readonly string[];
  readonly env?: string | undefined;
  readonly interceptBy?: InterceptBy | undefined;
}

/** Environments whose variables have the names of `--env`. */
export async function clientEnvironments(
  { command, env, interceptBy }: GivenEnvironment,
  config: Config,
): Promise<ClientEnvironments> {
  const names = namesOf(env);
  const interceptor = await interceptorOf(config, interceptBy, command);
  const own = await ownCommand(process.argv[1] ?? "", process.env["PATH"]);
  return {
    async of(sandbox, listening, isTrusting) {
      const around = { names, interceptor, ...(isTrusting === undefined ? {} : { isTrusting }) };
      const started = await commandIn(sandbox, listening, around);
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
    async interceptedText(problem) {
      if (interceptor === null) return "";
      const { textOfInterceptedRuns } = await import("./interception-report.ts");
      return textOfInterceptedRuns(interceptor, problem?.kind === "no-calls" ? 0 : 1);
    },
    end: own.end,
  };
}

/** The interceptor of a command; null without `--intercept`, which then loads nothing. Throws `UsageError`. */
async function interceptorOf(
  config: Config,
  by: InterceptBy | undefined,
  command: readonly string[],
): Promise<Interceptor | null> {
  refuseInterceptBy(config, by);
  if (!isIntercepting(config)) return null;
  const { newInterceptor } = await import("./intercepted.ts");
  return newInterceptor(config, by ?? "proxy", { command, hasTraffic: () => false });
}
