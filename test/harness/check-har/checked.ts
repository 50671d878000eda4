/** Runs `check-har` on texts of recordings, without a process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { documentedIn } from "../../../src/apps/cli/explore/bundles.ts";
import type { Explained } from "../../../src/harness/check-har/judge/choose.ts";
import { explained } from "../../../src/harness/check-har/judge/choose.ts";
import { newHiding } from "../../../src/harness/check-har/report/hiding.ts";
import { harReport } from "../../../src/harness/check-har/report/report.ts";
import type { HarReport } from "../../../src/harness/check-har/report/shape.ts";
import { HarReport as HarReportShape } from "../../../src/harness/check-har/report/shape.ts";
import { textOfHarReport } from "../../../src/harness/check-har/report/text.ts";
import { deniedAssumptions, shownWorld } from "../../../src/harness/check-har/report/world-file.ts";
import { preparedRecording } from "../../../src/harness/check-har/world/prepare.ts";
import type { RecordingLimits } from "../../../src/harness/traffic/recording.ts";
import { readRecording } from "../../../src/harness/traffic/recording.ts";
import { readConfig } from "../../../src/server/settings/config.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";

export interface Checked {
  readonly report: HarReport;
  readonly text: string;
  readonly world: object;
  readonly assumptions: Readonly<Record<string, { readonly choice: string }>>;
  readonly found: Explained;
}

let words: ReadonlySet<string> | null = null;

/** Writes each text to a file of its own and explains them together. */
export async function checked(
  texts: readonly string[],
  {
    firm = null,
    limits,
  }: { readonly firm?: string | null; readonly limits?: RecordingLimits } = {},
): Promise<Checked> {
  const folder = temporaryFolder();
  const files = texts.map((text, at) => {
    const file = join(folder, `${at}.har`);
    writeFileSync(file, text);
    return file;
  });
  const { calls, skipped } = await readRecording(files, limits);
  const recording = preparedRecording(calls, firm);
  const found = await explained(recording);
  const hiding = newHiding(recording, (words ??= await documentedIn(readConfig({}))));
  const input = { recording, explained: found, skipped, hiding, version: "0.0.0" };
  const report = HarReportShape.parse(harReport({ ...input, files: files.length, durationMs: 1 }));
  return {
    report,
    text: textOfHarReport(report, null),
    world: shownWorld(recording, hiding),
    assumptions: deniedAssumptions(found, recording),
    found,
  };
}

/** The verdict about a rule, with its choice. */
export function verdictOn({ report }: Pick<Checked, "report">, rule: string): string {
  const found = report.rules.find((one) => one.rule === rule);
  return `${found?.verdict} ${found?.choice}`;
}

/** The reasons why calls were not judged, with their counts. */
export function undecidedIn({ report }: Pick<Checked, "report">): object {
  return report.calls.undecided;
}
