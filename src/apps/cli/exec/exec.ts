import { writeFile } from "node:fs/promises";

import { runCommand } from "../../../base/processes/run-command.ts";
import type { VariableNames } from "../../../domain/model/client-variables.ts";
import type {
  JournaledRequest,
  ListeningSandbox,
  Sandbox,
  SandboxWatch,
} from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import { commandIn } from "../client-command/command-in-sandbox.ts";
import { namesOf, refuseUnusable } from "../client-command/exec-options.ts";
import { isIntercepting, refuseInterceptBy } from "../client-command/intercept-by.ts";
import type { Interceptor } from "../client-command/intercepted.ts";
import { ownCommand } from "../client-command/own-command.ts";
import type { Options } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { loadMcp } from "../mcp/load-mcp.ts";
import { NotStarted } from "../not-started.ts";
import type { ExecOptions } from "../options/exec.ts";
import { appendJobSummary } from "../output/report-files.ts";
import { printAdoptLine } from "../serve/adopt-line.ts";
import { reportKeptSettings } from "../serve/kept-settings.ts";
import { nextWatch } from "../serve/next-edge.ts";
import { writePact } from "../serve/record.ts";
import { loggingRequests } from "../serve/request-log.ts";
import { openTraces } from "../serve/traces.ts";
import type { RecordedRun } from "./bundle.ts";
import { operationsOf } from "./expected-operations.ts";
import type { InterceptedExec, InterceptionReport } from "./intercepted.ts";
import { junitOfTraffic, markdownOfTraffic, textOfTraffic } from "./traffic-reports.ts";
import { isPassed, newTrafficCounter } from "./traffic.ts";
import type { TrafficCounter } from "./traffic.ts";

/**
 * Serves a sandbox on a free port and runs `command` with its address and keys in the environment. Returns the exit
 * code: 128 plus a signal's number, 127 for an unknown command, 126 for one that is not executable. Returns 1 when it
 * passed without a request, or with too little coverage.
 */
export async function execute(
  command: readonly string[],
  configured: Config,
  options: ExecOptions & Options,
): Promise<number> {
  // The public URL of the environment is that of another server, as no address leads to a free port.
  const isOfOther = configured.port === 0 && options["publicUrl"] === undefined;
  const config = isOfOther ? { ...configured, publicUrl: null } : configured;
  await refuseUnusable(command, options);
  const names = namesOf(options.env);
  const traffic = newTrafficCounter();
  let record: ((request: JournaledRequest) => void) | undefined;
  const bundle = await recordedRun(command, config, options);
  const intercepted = await interceptionOf(config, { ...options, command }, traffic.requests);
  const traces = await openTraces();
  const sandbox = openSandbox(config, {
    ...(await nextWatch(options)),
    ...bundle?.watch,
    ...loggingRequests(config, bundle?.watch ?? {}, traces.watch),
    mcp: loadMcp,
    onRequest(request) {
      for (const see of [traffic.count, record, intercepted?.watch.onRequest]) see?.(request);
    },
    ...worldEnds(bundle, intercepted),
  });
  reportKeptSettings(sandbox);
  printAdoptLine(config);
  const recording = options.record === undefined ? null : await sandbox.newRecording();
  record = recording?.add;
  const listening = await sandbox.listen();
  try {
    const interceptor = intercepted?.interceptor ?? null;
    const running = runTrusting(command, sandbox, listening, { names, interceptor });
    const code = await orBundled(running, bundle);
    const expected = operationsOf(sandbox);
    const pact = recording?.pact(options);
    // Closing the sandbox ends its worlds, whose mail is reported.
    if (intercepted !== null) {
      await listening.close();
      sandbox.close();
    }
    const end = { code, traffic, expected };
    const judged = await judge(end, config, { ...options, interception: intercepted?.report() });
    if (options.record !== undefined && pact !== undefined) await writePact(pact, options.record);
    await bundle?.end(code);
    return judged;
  } finally {
    await listening.close();
    sandbox.close();
    await traces.end();
  }
}

/** The exit code of the command. One that could not be started leaves a bundle, too. */
async function orBundled(running: Promise<number>, bundle: RecordedRun | null): Promise<number> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof NotStarted) await bundle?.end(error.exitCode);
    throw error;
  }
}

/** The interception of the command; null without it, which then loads nothing. */
async function interceptionOf(
  config: Config,
  { interceptBy, command }: ExecOptions & { readonly command: readonly string[] },
  requests: () => number,
): Promise<InterceptedExec | null> {
  refuseInterceptBy(config, interceptBy);
  if (!isIntercepting(config)) return null;
  const { interceptExec } = await import("./intercepted.ts");
  return interceptExec(config, interceptBy ?? "proxy", { command, requests });
}

function worldEnds(
  bundle: RecordedRun | null,
  intercepted: InterceptedExec | null,
): Pick<SandboxWatch, "onWorldEnd"> {
  if (intercepted === null) return {};
  return {
    onWorldEnd(ended) {
      bundle?.watch.onWorldEnd?.(ended);
      intercepted.watch.onWorldEnd(ended);
    },
  };
}

/** The recorder of `--bundle`; null without that option, which then loads nothing. */
async function recordedRun(
  command: readonly string[],
  config: Config,
  options: ExecOptions,
): Promise<RecordedRun | null> {
  if (options.bundle === undefined) return null;
  const { recordRun } = await import("./bundle.ts");
  return recordRun(options.bundle, command, config, options);
}

interface HowToRun {
  readonly names: VariableNames;
  readonly interceptor: Interceptor | null;
}

/** Runs the command with the sandbox's address, its keys and the certificate to trust. */
async function runTrusting(
  command: readonly string[],
  sandbox: Sandbox,
  listening: ListeningSandbox,
  { names, interceptor }: HowToRun,
): Promise<number> {
  const { variables, commandOf, end } = await commandIn(sandbox, listening, { names, interceptor });
  try {
    return await runWithOwn(command, variables, commandOf);
  } finally {
    await end();
  }
}

/** Runs a command that finds this program in its path. Returns its exit code. Throws `NotStarted`. */
export async function runWithOwn(
  command: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  commandOf = (given: readonly string[]) => given,
): Promise<number> {
  const own = await ownCommand(process.argv[1] ?? "", process.env["PATH"]);
  try {
    const env = { ...variables, ...own.variables };
    const { code, error } = await runCommand({
      command: commandOf(command),
      env,
      stdio: "inherit",
    });
    if (error !== null) throw new NotStarted(command[0] ?? "", code, error);
    return code;
  } finally {
    await own.end();
  }
}

/** How a command ended, and what it called. */
export interface ExecEnd {
  readonly code: number;
  readonly traffic: TrafficCounter;
  readonly expected: ReturnType<Sandbox["operations"]>;
}

/** Reports the traffic. Returns the exit code: that of the command, or 1 if it passed without what is required. */
export async function judge(
  { code, traffic, expected }: ExecEnd,
  { logLevel }: Config,
  {
    junit,
    json,
    minCoverage = 0,
    allowNoRequests,
    interception,
  }: ExecOptions & { readonly interception?: InterceptionReport | undefined },
): Promise<number> {
  const summary = traffic.summary({ expected, minCoverage, code, allowNoRequests });
  if (logLevel !== "silent") {
    process.stderr.write(textOfTraffic(summary) + (interception?.text ?? ""));
  }
  if (junit !== undefined) await writeFile(junit, junitOfTraffic(summary));
  const all = interception === undefined ? summary : { ...summary, ...interception.json };
  if (json !== undefined) await writeFile(json, `${JSON.stringify(all, null, 2)}\n`);
  await appendJobSummary(markdownOfTraffic(summary));
  return code === 0 && !isPassed(summary) ? exitCodes.failed : code;
}
