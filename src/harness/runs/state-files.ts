import type { Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** More files, and longer ones, are compared up to here. */
const [filesMax, bytesMax] = [100, 1_048_576];

/** The regular files in LEAD_SANDBOX_STATE by their path; none without the folder. Links are not followed. */
export async function stateFiles(
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, string>> {
  const folder = env["LEAD_SANDBOX_STATE"] ?? "";
  if (folder === "") return new Map();
  const entries: readonly Dirent[] = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .slice(0, filesMax);
  const read = paths.map(async (path) => [relative(folder, path), await startOf(path)] as const);
  return new Map(await Promise.all(read));
}

/** The start of a file; empty for one that is gone. Bytes that are not text stay apart, each as one character. */
async function startOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (file === null) return "";
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
    return buffer.subarray(0, bytesRead).toString("latin1");
  } finally {
    await file.close();
  }
}
