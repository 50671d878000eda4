import { availableParallelism } from "node:os";

import { distance } from "fastest-levenshtein";

import packageJson from "../../../../package.json" with { type: "json" };
import { singleLine } from "../../../base/texts/visible.ts";
import { Date, dateNow } from "../../../base/values/native-timers.ts";
import { picked } from "../../../base/values/picked.ts";
import type { ExploreSettings } from "../../../harness/explore/exploration.ts";
import { explore } from "../../../harness/explore/explore.ts";
import { readAccepted } from "../../../harness/explore/report/accepted.ts";
import { casesOf } from "../../../harness/explore/report/cases.ts";
import {
  hiddenExploration,
  mayNamePeople,
} from "../../../harness/explore/report/hidden-exploration.ts";
import { notesOn } from "../../../harness/explore/report/notes.ts";
import { problemMessage } from "../../../harness/explore/report/problem.ts";
import type { ReportContext } from "../../../harness/explore/report/report.ts";
import { reportOf } from "../../../harness/explore/report/report.ts";
import type { Report } from "../../../harness/explore/report/shape.ts";
import { textOfReport } from "../../../harness/explore/report/text.ts";
import { resultFiles } from "../../../harness/runs/test-results.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import { announcedIn } from "../check/announced-in.ts";
import { clientEnvironments } from "../client-command/client-environment.ts";
import { freshConfig } from "../fresh-config.ts";
import { newInterruption } from "../interruption.ts";
import { flagsAgain } from "../options/again.ts";
import type { ExploreOptions } from "../options/explore.ts";
import { exploreRows, usualFamilies } from "../options/explore.ts";
import { annotate, failedCases, printJson, printReport } from "../output/findings-output.ts";
import { knownGroupsIn } from "../output/report-file.ts";
import { prepareFolder } from "../output/report-files.ts";
import { printAdoptLine } from "../serve/adopt-line.ts";
import { UsageError } from "../usage-error.ts";
import { documentedIn, writeBundles } from "./bundles.ts";
import { exploreExitCode } from "./exit-code.ts";
import { withDocument, writeReports } from "./files.ts";
import { progressLine } from "./progress.ts";

/** Explores `command` and returns the exit code: 1 for findings, 3 when the baseline fails or is not deterministic. */
export async function exploreClient(
  command: readonly string[],
  configured: Config,
  options: ExploreOptions,
): Promise<number> {
  if (command[0] === "") throw new UsageError("The command is empty.");
  const config = freshConfig(configured, options, "explore");
  refuseUnknownOperations(options.operations, config);
  const [earlier, next] = [await earlierFindings(options), await nextSettings(options)];
  await prepareFolder(options.out).then(() => printAdoptLine(config));
  const progress = progressLine(process.stderr, options.budget, config.logLevel === "silent");
  const interruption = newInterruption();
  const environments = await clientEnvironments({ ...options, command }, config);
  process.setMaxListeners(0); // Every running command forwards the signals of this process.
  try {
    const settings = {
      ...settingsOf(command, config, options),
      ...next,
      environmentOf: environments.of,
      signal: interruption.signal,
      onProgress: progress.show,
    };
    const exploration = await explore(settings);
    progress.end();
    const bundles = await writeBundles(exploration, settings, options);
    const reportWith = (words: ReadonlySet<string> | null): Report => {
      const shown = hiddenExploration(exploration, words);
      return reportOf(shown.exploration, settings, {
        version: packageJson.version,
        ...earlier.context,
        bundleFor: (id) => bundles.get(id) ?? null,
        notes: [...earlier.notes, ...notesOn(exploration, settings)].map(shown.text),
        given: givenAgain(options),
        minExplored: options.minExplored,
        messageOf: (problem) => shown.text(problemMessage(problem)),
        original: shown.original,
      });
    };
    const hides = !options.keepData && mayNamePeople(exploration);
    const report = reportWith(hides ? await documentedIn(config) : null);
    // The person at the terminal knows the people of the run.
    const intercepted = await environments.interceptedText(exploration.problem);
    printReport(textOfReport(reportWith(null), options.out ?? null) + intercepted);
    await handOut(report, options);
    return interruption.code() ?? exploreExitCode(report);
  } finally {
    await environments.end();
    interruption.end();
  }
}

/** Prints the report for programs, and writes its other forms. */
async function handOut(
  report: Report,
  { json, out }: Pick<ExploreOptions, "json" | "out">,
): Promise<void> {
  if (json) printJson(withDocument(report));
  annotate(failedCases(casesOf(report)));
  await writeReports(report, out);
}

/** Accepted and known findings, from files that are read before anything runs. */
async function earlierFindings({ accept, baseline }: ExploreOptions) {
  const { find, ids, notes } = await readAccepted(accept, new Date().toISOString().slice(0, 10));
  const knownGroups = await knownGroupsIn(baseline);
  return { notes, context: { acceptedFor: find, acceptedIds: ids, knownGroups } };
}

/** What a replay needs on its command line again. */
function givenAgain(options: ExploreOptions): ReportContext["given"] {
  return { ...flagsAgain(exploreRows, options), ...picked(options, "results", "env", "setup") };
}

/** The families to explore, and the announced interface. */
async function nextSettings({
  only,
  next,
  from,
}: ExploreOptions): Promise<Pick<ExploreSettings, "families" | "announced" | "nextFiles">> {
  if (next === undefined) {
    if (only?.includes("next") === true) {
      throw new UsageError("--only next requires --next, the file of the announced interface.");
    }
    return { families: only ?? usualFamilies };
  }
  if (only?.includes("next") === false) {
    throw new UsageError("--next requires the family next in --only. Add it, or leave --only out.");
  }
  return {
    families: only ?? ["next"],
    announced: await announcedIn(next, from),
    nextFiles: { document: next, from: from ?? null },
  };
}

/** A path without an operation, such as `GET /firms`, has itself as its name. */
const unroutedPattern = /^[A-Z]+ \//;

function refuseUnknownOperations(operations: readonly string[], config: Config): void {
  if (operations.length === 0) return;
  const sandbox = openSandbox({ ...config, data: null });
  const known = sandbox.operations().map(({ id }) => id);
  sandbox.close();
  for (const name of operations) {
    if (known.includes(name) || unroutedPattern.test(name)) continue;
    const near = known
      .toSorted((one, other) => distance(name, one) - distance(name, other))
      .slice(0, 3);
    throw new UsageError(
      `Unknown operation in --operations: ${singleLine(JSON.stringify(name.slice(0, 100)))}. The nearest are ${near.join(", ")}.`,
    );
  }
}

function settingsOf(
  command: readonly string[],
  config: Config,
  options: ExploreOptions,
): Omit<ExploreSettings, "environmentOf" | "onProgress" | "signal" | "families"> {
  return {
    command,
    config,
    worlds: [],
    startsAt: dateNow(),
    results: options.results === undefined ? null : resultFiles(options.results),
    rerun: options.rerun,
    operations: options.operations,
    pairs: options.pairs,
    allCalls: options.allCalls,
    budgetMs: options.budget,
    // A setup empties what copies of the client would share.
    jobs: options.jobs ?? (options.setup === undefined ? null : 1),
    setup: options.setup,
    cores: availableParallelism(),
    shard: options.shard,
    timeoutMs: options.timeout ?? null,
    allowNondeterminism: options.allowNondeterminism,
  };
}
