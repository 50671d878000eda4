/**
 * Compares what explore, simulate and assess find in clients with what their author expected before any run. Start it with
 * `node bench/evidence/table.ts [--busy N] [CLIENT…]`; it needs python3, go and javac. `--busy` adds N processes that only
 * take processor time.
 */
import type { ChildProcess } from "node:child_process";
import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs, promisify } from "node:util";

import * as z from "zod";

import atFirst from "./expected-at-first.json" with { type: "json" };

const run = promisify(execFile);
const clients = join(import.meta.dirname, "clients");
const start = join(import.meta.dirname, "../../src/start.mjs");

const Rows = z.array(
  z.object({
    client: z.string(),
    command: z.enum(["explore", "simulate", "assess"]),
    options: z.array(z.string()).default([]),
    /** Verdicts of explore, kinds of simulate's findings, checks of assess that are violated. */
    finds: z.array(z.string()).default([]),
    /** Findings that are true as well. */
    alsoTrue: z.array(z.string()).default([]),
  }),
);
type Row = z.infer<typeof Rows>[number];

const Report = z.looseObject({
  findings: z
    .array(z.looseObject({ verdict: z.string().optional(), kind: z.string().optional() }))
    .default([]),
  checks: z.array(z.looseObject({ id: z.string(), verdict: z.string() })).default([]),
});

const { values, positionals } = parseArgs({
  options: { busy: { type: "string", default: "0" } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), "evidence-"));
const loops: ChildProcess[] = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ["-e", "while (true);"], { stdio: "ignore" }),
);
const counts = { found: 0, clean: 0, missed: 0, untested: 0, unexpected: 0 };
try {
  process.stdout.write(
    "| client | command | expected | found | exit | seconds | |\n|---|---|---|---|---|---|---|\n",
  );
  const all = Rows.parse(atFirst);
  for (const row of all.filter(
    ({ client }) => positionals.length === 0 || positionals.includes(client),
  )) {
    // oxlint-disable-next-line no-await-in-loop -- one client after the other
    const { code, seen, seconds } = await tried(row);
    const result = resultOf(row, seen, code);
    counts[result] += 1;
    process.stdout.write(
      `| ${row.client} | ${row.command} | ${row.finds.join(", ")} | ${seen.join(", ")} | ${code} | ${seconds} | ${result} |\n`,
    );
  }
  process.stdout.write(`\n${JSON.stringify(counts)}\n`);
} finally {
  for (const loop of loops) loop.kill();
  rmSync(folder, { recursive: true });
}

/** The command that starts a client. */
function commandOf(client: string): readonly string[] {
  if (client.endsWith(".py")) return ["python3", join(clients, client)];
  if (client.endsWith(".mjs")) return [process.execPath, join(clients, client)];
  const name = client.replace(/\.\w+$/, "");
  if (client.endsWith(".go")) {
    execFileSync("go", ["build", "-o", join(folder, name), join(clients, name, "main.go")]);
    return [join(folder, name)];
  }
  execFileSync("javac", ["-d", folder, join(clients, client)]);
  return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", folder, name];
}

/** Runs the command of a row on its client. A run without a report, such as one that ends with 2, shows its code alone. */
async function tried({ client, command, options }: Row) {
  const out = mkdtempSync(join(folder, "out-"));
  const args = [start, command, ...options, "--out", out, "--", ...commandOf(client)];
  const began = performance.now();
  const code = await run(process.execPath, args, { maxBuffer: 10_000_000 }).then(
    () => 0,
    (error: { readonly code?: number }) => error.code ?? -1,
  );
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const file = join(out, "report.json");
  const { findings, checks } = Report.parse(
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {},
  );
  const violated = checks.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
  const seen = [...findings.map(({ verdict, kind }) => verdict ?? kind ?? "?"), ...violated];
  return { code, seconds, seen: [...new Set(seen)].toSorted() };
}

/** `untested` is a miss that the exit code admits; `unexpected` is for a reader of the client to judge. */
function resultOf(
  { finds, alsoTrue }: Row,
  seen: readonly string[],
  code: number,
): keyof typeof counts {
  if (seen.some((one) => !finds.includes(one) && !alsoTrue.includes(one))) return "unexpected";
  if (finds.every((one) => seen.includes(one)))
    return finds.length === 0 ? (code === 3 ? "untested" : "clean") : "found";
  return code === 3 ? "untested" : "missed";
}
