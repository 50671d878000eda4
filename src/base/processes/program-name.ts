import { readFileSync } from "node:fs";

/** The name of a running program; null where the system does not show it, as on macOS. */
export function programName(pid: number | string): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").replace(/\n$/, "");
  } catch {
    return null;
  }
}
