import type { VariableNames } from "../../../domain/model/client-variables.ts";
import { variablesOf } from "../../../domain/model/client-variables.ts";
import type { ListeningSandbox, Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { InterceptedCommand, Interceptor } from "./intercepted.ts";
import { trustOf } from "./trust.ts";
import { drivingVariables } from "./variables.ts";

/** How a command runs in a sandbox. */
export interface CommandInSandbox {
  /** Its whole environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The command as it is started. */
  readonly commandOf: (command: readonly string[]) => readonly string[];
  /** Removes the files of the variables. */
  readonly end: () => Promise<void>;
}

/** The sandbox's address, its keys and what a command must trust, in addition to this environment. */
export async function commandIn(
  sandbox: Sandbox,
  listening: ListeningSandbox,
  { names, interceptor }: { names: VariableNames; interceptor: Interceptor | null },
): Promise<CommandInSandbox> {
  const { url, controlUrl, https } = listening;
  const trust = await trustOf(https, process.env);
  const intercepted = await interceptedIn(listening, interceptor).catch(async (error: unknown) => {
    await trust.end();
    throw error;
  });
  return {
    variables: {
      ...process.env,
      ...trust.variables,
      ...intercepted?.variables,
      ...drivingVariables(url, sandbox.config.controlToken),
      ...variablesOf(sandbox.describe(), { url: https?.url ?? url, controlUrl }, names),
    },
    commandOf: intercepted?.commandOf ?? ((command) => command),
    async end() {
      await Promise.all([trust.end(), intercepted?.end()]);
    },
  };
}

async function interceptedIn(
  listening: ListeningSandbox,
  interceptor: Interceptor | null,
): Promise<InterceptedCommand | null> {
  return interceptor === null ? null : interceptor.of(listening);
}
