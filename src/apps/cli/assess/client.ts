/** What the client of an assessment is called. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import type { Report } from "../../../harness/assess/report/shape.ts";

/** The name of the project in the working folder, else that of the program; and its Git revision. */
export async function clientOf(command: readonly string[]): Promise<Report["client"]> {
  const folder = process.cwd();
  const project: unknown = await readFile("package.json", "utf8")
    .then((text): unknown => JSON.parse(text))
    .catch(() => null);
  const named = z.looseObject({ name: z.string().min(1).max(200) }).safeParse(project);
  const name = named.success ? named.data.name : basename(folder) || basename(command[0] ?? "");
  return { name, revision: await revisionOf() };
}

async function revisionOf(): Promise<string | null> {
  try {
    const revision = await git("rev-parse", "--short=12", "HEAD");
    const changes = await git("status", "--porcelain", "--untracked-files=no");
    return changes === "" ? revision : `${revision} with changes`;
  } catch {
    return null; // No Git, or no repository.
  }
}

async function git(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)("git", args, { timeout: 10_000 })).stdout.trim();
}
