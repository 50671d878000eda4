import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import packageJson from "../../../../package.json" with { type: "json" };
import { Date } from "../../../base/values/native-timers.ts";
import { readAccepted } from "../../../harness/explore/report/accepted.ts";
import { shellLine } from "../../../harness/explore/report/commands.ts";
import { stillRunningNote } from "../../../harness/explore/report/notes.ts";
import { textOfHistoryBundle } from "../../../harness/simulate/bundle/history-bundle.ts";
import { impossibleKinds } from "../../../harness/simulate/history/possible-kinds.ts";
import { usualChanges } from "../../../harness/simulate/model.ts";
import { annotationsOf } from "../../../harness/simulate/report/annotations.ts";
import { documentOfSimulation } from "../../../harness/simulate/report/document.ts";
import { junitOfSimulation } from "../../../harness/simulate/report/junit.ts";
import { simulationReport } from "../../../harness/simulate/report/report.ts";
import type { SimulationReport } from "../../../harness/simulate/report/shape.ts";
import { textOfSimulation } from "../../../harness/simulate/report/text.ts";
import type { SimulationSettings } from "../../../harness/simulate/settings.ts";
import type { Simulation } from "../../../harness/simulate/simulate.ts";
import { simulate } from "../../../harness/simulate/simulate.ts";
import type { Config } from "../../../server/settings/config.ts";
import { clientEnvironments } from "../client-command/client-environment.ts";
import { exitCodes } from "../exit-codes.ts";
import { fixtureWorld } from "../explore/bundles.ts";
import { freshConfig } from "../fresh-config.ts";
import { newInterruption } from "../interruption.ts";
import { flagsAgain } from "../options/again.ts";
import type { SimulateOptions } from "../options/simulate.ts";
import { simulateRows } from "../options/simulate.ts";
import { annotate, printJson, printReport } from "../output/findings-output.ts";
import { prepareFolder, writeDocumented } from "../output/report-files.ts";
import { UsageError } from "../usage-error.ts";
import { historiesAtOnce, historySettings } from "./history-settings.ts";
import { simulationProgress } from "./progress.ts";

/**
 * Simulates `command` and returns the exit code: 1 for findings, 3 when the client fails without any change or keeps state
 * from one history to the next.
 */
export async function simulateClient(
  command: readonly string[],
  configured: Config,
  options: SimulateOptions,
): Promise<number> {
  if (command[0] === "") throw new UsageError("The command is empty.");
  refuseImpossible(options);
  const { quota = quotaUsual } = configured;
  const config = { ...freshConfig(configured, options, "simulate"), quota: null };
  const accepted = await readAccepted(options.accept, new Date().toISOString().slice(0, 10));
  await prepareFolder(options.out);
  const progress = simulationProgress(process.stderr, config.logLevel === "silent");
  const interruption = newInterruption();
  // Every running command forwards the signals of this process.
  process.setMaxListeners(0);
  const environments = await clientEnvironments({ ...options, command }, config);
  const stillRunning = new Set<string>();
  try {
    const settings: SimulationSettings = {
      ...historySettings({ command, config, options, interruption, stillRunning }),
      ...phasesIn(options),
      environmentOf: environments.of,
      quota: quota ?? Number.POSITIVE_INFINITY,
      shrinks: true,
      onProgress: progress.show,
    };
    const simulation = await simulate(settings);
    progress.end();
    const bundles = await writeHistoryBundles(simulation, settings, options);
    const plain = simulationReport(simulation, settings, {
      version: packageJson.version,
      acceptedFor: (id) => accepted.find([id]),
      bundleFor: (id) => bundles.get(id) ?? null,
      notes: [
        ...accepted.notes,
        ...(stillRunning.size === 0 ? [] : [stillRunningNote([...stillRunning])]),
      ],
    });
    const report = { ...plain, document: documentOfSimulation(plain) };
    printReport(textOfSimulation(report, replayCommandOf(options)));
    if (options.json) printJson(report);
    annotate(annotationsOf(report));
    const junit = { "report.xml": junitOfSimulation(report) };
    await writeDocumented("simulate", report, options.out, junit);
    return interruption.code() ?? exitCodeOf(report);
  } finally {
    await environments.end();
    interruption.end();
  }
}

/** The command that replays a bundle, with the options that no bundle holds because they run code or open a URL. */
function replayCommandOf(options: SimulateOptions): ((bundle: string) => string) | null {
  const { out } = options;
  if (out === undefined) return null;
  const { replayFlags = [] } = flagsAgain(simulateRows, options);
  return (bundle) => `lead-sandbox ${shellLine(["replay", `${out}/${bundle}`, ...replayFlags])}`;
}

function phasesIn(options: SimulateOptions) {
  return {
    leads: options.leads,
    changes: new Set(options.changes ?? usualChanges),
    wanted: new Set(options.changes),
    life: lifeIn(options),
    everyTick: options.everyTick,
    jobs: options.jobs ?? historiesAtOnce(options),
    shard: options.shard,
    budgetMs: options.budget,
  };
}

/** Throws `UsageError` for a kind of `--changes` that cannot happen. */
function refuseImpossible({ changes, leads, for: forMs }: SimulateOptions): void {
  const run = { changes: new Set(changes), leads, hasLife: forMs !== undefined };
  const [first] = impossibleKinds(run);
  if (first === undefined) return;
  const added = first.add.map((kinds) => kinds.join(" and "));
  const ways = [
    ...(added.length === 0 ? [] : [`add ${added.join(" or ")} to --changes`]),
    ...(first.needsLeads ? ["start with more Leads, such as --leads 25"] : []),
  ];
  throw new UsageError(
    `Invalid --changes: ${JSON.stringify(first.kind)} cannot happen in this run. To see it, ${ways.join(", or ")}.`,
  );
}

/** Requests an hour of a key without `--quota`. */
const quotaUsual = 100;
/** Random events a day with `--for` alone. */
const activityUsual = 40;

function exitCodeOf({ problem, summary }: SimulationReport): number {
  if (problem !== null) return exitCodes.unjudged;
  if (summary.findings > 0) return exitCodes.failed;
  return summary.neverHappened.length > 0 ? exitCodes.unjudged : exitCodes.ok;
}

function lifeIn({ for: forMs, activity }: SimulateOptions): SimulationSettings["life"] {
  return forMs === undefined ? null : { forMs, activityPerDay: activity ?? activityUsual };
}

/** Writes a bundle for each finding to `--out`; returns their names by the ids of the findings. */
async function writeHistoryBundles(
  { findings }: Simulation,
  settings: SimulationSettings,
  { out, tick, clock, timeout, env }: SimulateOptions,
): Promise<ReadonlyMap<string, string>> {
  if (out === undefined) return new Map();
  const world = await fixtureWorld(settings.config);
  const context = {
    version: packageJson.version,
    tick: kindOf(tick),
    clock,
    timeout,
    env: env ?? null,
    world,
  };
  const written = findings.map(async (one): Promise<[string, string]> => {
    const file = `${one.id}.json`;
    await writeFile(join(out, file), textOfHistoryBundle(one, settings, context));
    return [one.id, file];
  });
  return new Map(await Promise.all(written));
}

function kindOf(tick: string): "exec" | "stdin" | "url" {
  return tick === "exec" || tick === "stdin" ? tick : "url";
}
