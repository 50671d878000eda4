/** A command whose calls of the provider's hosts reach the sandbox: `--intercept`. */
import { singleLine } from "../../../base/texts/visible.ts";
import type { CommandEnvironment } from "../../../network/intercept/command-environment.ts";
import { commandEnvironments } from "../../../network/intercept/command-environment.ts";
import type { VariableWatch } from "../../../network/intercept/dropped-variables.ts";
import { watchVariable } from "../../../network/intercept/dropped-variables.ts";
import type { Namespace, Namespaces } from "../../../network/intercept/namespace.ts";
import type { Seen } from "../../../network/intercept/seen.ts";
import { sumOfSeen } from "../../../network/intercept/seen.ts";
import type { ListeningSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import { UsageError } from "../usage-error.ts";
import type { InterceptBy } from "./intercept-by.ts";

/** What a command of one sandbox needs. */
export interface InterceptedCommand {
  /** An undefined one is unset. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The command as it is started. */
  readonly commandOf: (command: readonly string[]) => readonly string[];
  /** Removes its files. */
  readonly end: () => Promise<void>;
}

/** The evidence of all runs of a command. */
export interface InterceptedRuns {
  readonly seen: Seen;
  /** The processes that ran without the variables. */
  readonly withoutVariables: readonly string[];
  /** The files of certificates that a namespace replaced. */
  readonly replaced: readonly string[];
}

export interface InterceptedRun {
  readonly command: readonly string[];
  /** Whether a call of it has reached the sandbox. */
  readonly hasTraffic: () => boolean;
}

/** Intercepts the calls of a command, in one sandbox after another. */
export interface Interceptor {
  readonly by: InterceptBy;
  /** Null for a sandbox without a proxy. Unless the command `isTrusting`, it does not get the run's certificate. */
  readonly of: (
    listening: ListeningSandbox,
    isTrusting: boolean,
  ) => Promise<InterceptedCommand | null>;
  readonly runs: () => InterceptedRuns;
}

/**
 * Starts to intercept; prints what it catches and by which means, and what it could not read. Throws `UsageError` where
 * a namespace is not possible.
 */
export async function newInterceptor(
  config: Config,
  by: InterceptBy,
  run: InterceptedRun,
): Promise<Interceptor> {
  const namespaces = by === "namespace" ? await namespacesOrRefusal(run.command) : null;
  const environments = commandEnvironments(process.env);
  const ended: (() => Seen)[] = [];
  const without = new Set<string>();
  let isFirst = true;
  const print = (line: string): void => {
    if (config.logLevel !== "silent") process.stderr.write(`lead-sandbox: ${singleLine(line)}\n`);
  };
  for (const problem of environments.problems) print(problem);
  return {
    by,
    async of(listening, isTrusting) {
      const { proxy } = listening;
      if (proxy === null) return null;
      if (isFirst) print(startLine(config, proxy, by));
      isFirst = false;
      const certificate = isTrusting ? proxy.certificate : null;
      const environment = await environments.of({ ...proxy, certificate });
      const { hosts, sandbox } = proxy;
      const namespace = await namespaceOf(namespaces, { hosts, sandbox, files: environment });
      const watch: VariableWatch = watchVariable(
        "LEAD_SANDBOX_INTERCEPTED",
        () => !run.hasTraffic(),
      );
      return {
        variables: environment.variables,
        commandOf: namespace?.commandOf ?? ((command) => command),
        async end() {
          // Read later: the server sees the end of a connection after its client.
          ended.push(() => {
            const seen = proxy.seen();
            return { ...seen, tunnels: seen.tunnels + (namespace?.connections() ?? 0) };
          });
          await namespace?.close();
          for (const one of watch.end()) without.add(one);
          environment.end();
        },
      };
    },
    runs: () => ({
      seen: sumOfSeen(ended.map((seen) => seen())),
      withoutVariables: [...without],
      replaced: namespaces?.replaced ?? [],
    }),
  };
}

async function namespacesOrRefusal(command: readonly string[]): Promise<Namespaces> {
  const { newNamespaces, NamespaceError } = await import("../../../network/intercept/namespace.ts");
  try {
    return await newNamespaces(process.env, command);
  } catch (error) {
    if (error instanceof NamespaceError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Removes the files of a command that gets no namespace. */
async function namespaceOf(
  namespaces: Namespaces | null,
  command: Parameters<Namespaces["of"]>[0] & { readonly files: CommandEnvironment },
): Promise<Namespace | null> {
  try {
    return (await namespaces?.of(command)) ?? null;
  } catch (error) {
    command.files.end();
    throw error;
  }
}

/** Names the patterns that are caught, the means in force, and what becomes of other hosts. */
function startLine(
  { intercept }: Config,
  { hosts, url, otherHosts }: NonNullable<ListeningSandbox["proxy"]>,
  by: InterceptBy,
): string {
  const isUsual = intercept === null || Object.keys(intercept).length === 0;
  const means = [
    `the proxy ${url}`,
    "preloads for Node, Python, Ruby and PHP",
    ...(by === "namespace"
      ? ["a mount namespace with the hosts and the trusted certificates of files"]
      : []),
  ];
  const caught = isUsual
    ? `${hosts.join(", ")}. These patterns can match hosts of others: name yours with --intercept HOST`
    : hosts.join(", ");
  const others = otherHosts === "pass" ? "pass unchanged" : "are refused";
  return `intercepting ${caught}. Means: ${means.join("; ")}. Other hosts ${others}.`;
}
