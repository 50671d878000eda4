/** Finds processes of a command that run without its variables. Only Linux shows the variables of a process. */
import { readdirSync, readFileSync } from "node:fs";

import { programName } from "../../base/processes/program-name.ts";
import { clearTimeout, setTimeout } from "../../base/values/native-timers.ts";

/** A watch over the descendants of this process. */
export interface VariableWatch {
  /** Stops it. Returns the processes without the variable, such as `python3 (process 12)`. */
  readonly end: () => readonly string[];
}

/** First often, because a program may be short, and then less. */
const firstMs = 25;
const lastMs = 2_000;

/** Watches for descendants whose environment has no `variable`, while `isNeeded`. */
export function watchVariable(variable: string, isNeeded: () => boolean): VariableWatch {
  const found = new Map<number, string>();
  if (process.platform !== "linux") return { end: () => [] };
  let timer: NodeJS.Timeout | undefined;
  const look = (nextMs: number): void => {
    if (!isNeeded()) return;
    for (const pid of descendants(process.pid)) {
      if (hasVariable(pid, variable) === false)
        found.set(pid, `${programName(pid) ?? "a program"} (process ${pid})`);
    }
    timer = setTimeout(() => look(Math.min(nextMs * 1.5, lastMs)), nextMs);
    timer.unref();
  };
  timer = setTimeout(() => look(firstMs), firstMs);
  timer.unref();
  return {
    end() {
      clearTimeout(timer);
      return [...found.values()];
    },
  };
}

function descendants(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(root);
}

function parentOf(pid: string): number | null {
  try {
    // The program name comes first, in parentheses, and may contain any character.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ", 2);
    return Number(parent);
  } catch {
    return null; // The process has ended.
  }
}

/** Null for a process that has ended or belongs to another user. */
function hasVariable(pid: number, variable: string): boolean | null {
  try {
    const text = readFileSync(`/proc/${pid}/environ`, "latin1");
    // A process that has just begun, or a zombie, has none at all.
    return text === "" ? null : text.split("\0").some((one) => one.startsWith(`${variable}=`));
  } catch {
    return null;
  }
}
