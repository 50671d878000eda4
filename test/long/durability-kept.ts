/** Data folders from earlier runs, and the result of a start in them. */
import { cpSync } from "node:fs";
import { join } from "node:path";

import type { Served } from "../world/workspace/served.ts";
import { dataFolder, newLead, newWorkspace, served } from "../world/workspace/served.ts";

/** The workspace of the files. */
export const kept = { id: "kept", seed: 5, now: "2026-03-02T09:00:00.000Z" } as const;

/** A data folder and its workspace file. */
export interface Kept {
  readonly folder: string;
  readonly file: string;
}

/** Everything that the control API shows of the workspace; null when the start failed. */
export type Shown = readonly string[] | null;

/** A folder with a workspace `kept` of some Leads, closed properly. */
export async function keptFolder(leads = 40): Promise<Kept> {
  const folder = dataFolder();
  const sandbox = served({ data: folder, quota: null });
  const key = await newWorkspace(sandbox, kept);
  for (let number = 0; number < leads; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await newLead(sandbox, key, `kept${number}@example.com`);
  }
  sandbox.close();
  return { folder, file: join(folder, "kept.sqlite") };
}

/** The same folder after a kill: file, log and open marker. */
export async function killedFolder(): Promise<Kept> {
  const first = dataFolder();
  const sandbox = served({ data: first, quota: null });
  await newLead(sandbox, await newWorkspace(sandbox, kept), "last@example.com");
  const folder = join(dataFolder(), "copy");
  cpSync(first, folder, { recursive: true });
  return { folder, file: join(folder, "kept.sqlite") };
}

/** The error of a start in a folder, or everything that it shows of the workspace `kept`. */
export async function startIn(folder: string) {
  let sandbox: Served | null = null;
  try {
    sandbox = served({ data: folder, quota: null, strictData: true });
  } catch (error) {
    return { refused: String(error), shown: null };
  }
  const shown = await shownBy(sandbox);
  sandbox.close();
  return { refused: null, shown };
}

async function shownBy(sandbox: Served): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const path of ["/state", "/emails?limit=1000", "/assumptions", "/leads?limit=1"]) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    const { status, text } = await sandbox.control("GET", `/workspaces/kept${path}`);
    shown.push(`${status} ${text}`);
  }
  return shown;
}
