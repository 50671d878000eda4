import packageJson from "../../../../package.json" with { type: "json" };
import { performance } from "../../../base/values/native-timers.ts";
import { explained } from "../../../harness/check-har/judge/choose.ts";
import { documentOfHarReport } from "../../../harness/check-har/report/document.ts";
import { newHiding } from "../../../harness/check-har/report/hiding.ts";
import { junitOfHarReport } from "../../../harness/check-har/report/junit.ts";
import { harReport } from "../../../harness/check-har/report/report.ts";
import type { HarReport } from "../../../harness/check-har/report/shape.ts";
import { textOfHarReport } from "../../../harness/check-har/report/text.ts";
import { deniedAssumptions, shownWorld } from "../../../harness/check-har/report/world-file.ts";
import { preparedRecording } from "../../../harness/check-har/world/prepare.ts";
import { HarError } from "../../../harness/traffic/har-error.ts";
import { noCallsIn, readRecording } from "../../../harness/traffic/recording.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { exitCodes } from "../exit-codes.ts";
import { documentedIn } from "../explore/bundles.ts";
import { newInterruption } from "../interruption.ts";
import type { CheckHarOptions } from "../options/check.ts";
import { jsonText, printJson, printReport } from "../output/findings-output.ts";
import { prepareFolder, writeDocumented } from "../output/report-files.ts";

/**
 * Explains the recordings in `files` and returns the exit code: 1 for a call that no choice explains, or a documented
 * rule that is denied.
 */
export async function checkHar(
  files: readonly string[],
  { firm, out, json }: CheckHarOptions,
): Promise<number> {
  await prepareFolder(out);
  const interruption = newInterruption();
  const started = performance.now();
  try {
    const { calls, skipped } = await readRecording(files);
    if (calls.length === 0) throw new HarError(noCallsIn(skipped));
    const recording = preparedRecording(calls, firm ?? null);
    const found = await explained(recording, { signal: interruption.signal });
    const hiding = newHiding(recording, await documentedIn(readConfig({})));
    const checked = harReport({
      recording,
      explained: found,
      skipped,
      hiding,
      version: packageJson.version,
      files: files.length,
      durationMs: performance.now() - started,
    });
    const report = { ...checked, document: documentOfHarReport(checked) };
    printReport(textOfHarReport(report, out ?? null));
    if (json) printJson(report);
    await writeDocumented("check-har", report, out, {
      "report.xml": junitOfHarReport(report),
      "assumptions.json": jsonText(deniedAssumptions(found, recording)),
      "world.json": jsonText(shownWorld(recording, hiding)),
    });
    return interruption.code() ?? exitCode(report);
  } finally {
    interruption.end();
  }
}

function exitCode({ summary, rules }: HarReport): number {
  const isDenied = rules.some(
    ({ verdict, standing }) => verdict === "denied" && standing === "documented",
  );
  return summary.unexplained > 0 || isDenied ? exitCodes.failed : exitCodes.ok;
}
