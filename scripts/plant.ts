/**
 * Plants faults at random in the rooms that judge clients and services, one at a time, in a copy of the last commit. Then
 * runs the fast suites that import the file, and shows the faults that they do not notice.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { checkoutOf } from "../bench/checkouts.ts";
import type { Fault } from "./faults-of.ts";
import { faultsOf } from "./faults-of.ts";

const rooms = ["assess", "check-har", "check-target", "explore", "simulate", "traffic"];

/** A run that takes longer has noticed: the fault made an endless loop. */
const limitMs = 300_000;

interface Planted extends Fault {
  readonly room: string;
  /** Below `src/harness`. */
  readonly file: string;
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    room: { type: "string", multiple: true, default: rooms },
  },
});
const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-plant-"));
try {
  const copy = checkoutOf("HEAD", join(folder, "copy"));
  const chosen = choose(allFaults(copy, values.room), Number(values.count), values.seed);
  const survivors: Planted[] = [];
  for (const [index, fault] of chosen.entries()) {
    const isNoticed = noticed(copy, fault);
    if (!isNoticed) survivors.push(fault);
    process.stdout.write(
      `${index + 1}/${chosen.length} ${isNoticed ? "noticed" : "NOT NOTICED"} ${described(copy, fault)}\n`,
    );
  }
  for (const room of values.room) {
    const planted = chosen.filter((fault) => fault.room === room).length;
    const missed = survivors.filter((fault) => fault.room === room).length;
    process.stdout.write(`${room}: ${planted - missed} of ${planted} noticed\n`);
  }
  const share = Math.round((1 - survivors.length / chosen.length) * 100);
  process.stdout.write(
    `${chosen.length - survivors.length} of ${chosen.length} noticed: ${share} %\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function allFaults(copy: string, from: readonly string[]): readonly Planted[] {
  const harness = join(copy, "src/harness");
  return from.flatMap((room) =>
    globSync(`${room}/**/*.ts`, { cwd: harness })
      .toSorted()
      .flatMap((file) =>
        faultsOf(readFileSync(join(harness, file), "utf8")).map((fault) => ({
          ...fault,
          room,
          file,
        })),
      ),
  );
}

/** Each place is as likely as any other, so a room with more of them gets more faults. */
function choose(all: readonly Planted[], count: number, seed: string): readonly Planted[] {
  const rankOf = ({ file, start }: Planted): string =>
    createHash("sha256").update(`${seed} ${file} ${start}`).digest("hex");
  const ranked = all.map((fault) => ({ fault, rank: rankOf(fault) }));
  return ranked
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ fault }) => fault);
}

function noticed(copy: string, { file, start, end, text }: Planted): boolean {
  const path = join(copy, "src/harness", file);
  const source = readFileSync(path, "utf8");
  writeFileSync(path, source.slice(0, start) + text + source.slice(end));
  const { status, signal } = spawnSync(
    "vitest",
    ["related", "--run", "--project", "fast", "--bail", "1", "--passWithNoTests", path],
    { cwd: copy, timeout: limitMs, stdio: "ignore" },
  );
  writeFileSync(path, source);
  return signal !== null || status !== 0;
}

function described(copy: string, { file, start, end, text }: Planted): string {
  const source = readFileSync(join(copy, "src/harness", file), "utf8");
  const line = source.slice(0, start).split("\n").length;
  return `src/harness/${file}:${line}: ${shortened(source.slice(start, end))} → ${shortened(text) || "nothing"}`;
}

function shortened(code: string): string {
  return code.replaceAll(/\s+/g, " ").slice(0, 60);
}
