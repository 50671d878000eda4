/** Runs `check-har` on texts of recordings, without a process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Explained } from "../../src/check-har/choose.ts";
import { explained } from "../../src/check-har/choose.ts";
import { newHiding } from "../../src/check-har/hiding.ts";
import { preparedRecording } from "../../src/check-har/prepare.ts";
import type { RecordingLimits } from "../../src/check-har/recording.ts";
import { readRecording } from "../../src/check-har/recording.ts";
import { harReport } from "../../src/check-har/report.ts";
import type { HarReport } from "../../src/check-har/shape.ts";
import { HarReport as HarReportShape } from "../../src/check-har/shape.ts";
import { textOfHarReport } from "../../src/check-har/text.ts";
import { deniedAssumptions, shownWorld } from "../../src/check-har/world-file.ts";
import { documentedIn } from "../../src/cli/explore-bundles.ts";
import { readConfig } from "../../src/settings/config.ts";
import { temporaryFolder } from "../cli/program.ts";

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
  const { entries, skipped } = await readRecording(files, limits);
  const recording = preparedRecording(entries, firm);
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
