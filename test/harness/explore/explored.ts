/** Runs `explore` and reads its output files. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { vi } from "vitest";

import type { Report } from "../../../src/harness/explore/report/shape.ts";
import { Report as ReportShape } from "../../../src/harness/explore/report/shape.ts";
import type { Ended, Started } from "../../apps/cli/program.ts";
import { runHere, start, temporaryFolder } from "../../apps/cli/program.ts";

/** A running `explore`. */
export interface Exploring {
  readonly started: Started;
  readonly out: string;
  /** The remaining files in its temporary folder. */
  readonly leftBehind: () => readonly string[];
}

/**
 * Starts `explore` on `command` with its own folders for reports and, unless given, for temporary
 * files.
 */
export function startExplore(
  options: readonly string[],
  command: readonly string[],
  temporary = temporaryFolder(),
): Exploring {
  const out = join(temporaryFolder(), "out");
  const started = start(["explore", ...options, "--out", out, "--", ...command], {
    TMPDIR: temporary,
  });
  return { started, out, leftBehind: () => readdirSync(temporary) };
}

/** Runs it as a process to its end; `report` is null when it wrote none. */
export async function explored(
  options: readonly string[],
  command: readonly string[],
): Promise<Ended & { readonly report: Report | null; readonly out: string }> {
  const { started, out, leftBehind } = startExplore(options, command);
  const ended = await started.ended;
  if (leftBehind().length > 0) throw new Error(`It left ${leftBehind().join(", ")} behind.`);
  return { ...ended, out, report: reportIn(out) };
}

/** The same in this process, which takes less time if few clients start: a process of this size takes long to start one. */
export async function exploredHere(options: readonly string[], command: readonly string[]) {
  const temporary = temporaryFolder();
  const out = join(temporaryFolder(), "out");
  vi.stubEnv("TMPDIR", temporary);
  try {
    const ended = await runHere(["explore", ...options, "--out", out, "--", ...command]);
    const left = readdirSync(temporary);
    if (left.length > 0) throw new Error(`It left ${left.join(", ")} behind.`);
    return { ...ended, out, report: reportIn(out) };
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The report in a folder; null when there is none. */
export function reportIn(out: string): Report | null {
  const file = join(out, "report.json");
  return existsSync(file) ? ReportShape.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
}

/** A command that runs JavaScript source. */
export function program(source: string): readonly string[] {
  const file = join(temporaryFolder(), "client.mjs");
  writeFileSync(file, source);
  return [process.execPath, file];
}
