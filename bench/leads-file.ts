/** Writes generated Leads to JSON files. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

import { madeLeads } from "./leads-made.ts";

/** Writes an array of `count` Leads to a file, with text before and after it. */
export function writeLeads(
  folder: string,
  name: string,
  count: number,
  around: readonly [before: string, after: string] = ["", ""],
): string {
  const path = join(folder, `${name}-${count}.json`);
  const file = openSync(path, "w");
  writeSync(file, `${around[0]}[\n`);
  let lines: string[] = [];
  const flush = (): void => {
    writeSync(file, lines.join(""));
    lines = [];
  };
  let number = 0;
  for (const lead of madeLeads(count)) {
    lines.push(`${number === 0 ? "" : ",\n"}${JSON.stringify(lead)}`);
    number += 1;
    if (lines.length === 10_000) flush();
  }
  flush();
  writeSync(file, `\n]${around[1]}\n`);
  closeSync(file);
  return path;
}
