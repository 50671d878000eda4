/**
 * Compares the verdicts of `explore --next` with those that a reader of eight clients in four languages expected before
 * any run. Start it with `node bench/announced/table.ts [CLIENT…]`; it needs python3, go and javac.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";

import * as z from "zod";

import atFirst from "./expected-at-first.json" with { type: "json" };

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "announced-"));
const clients = join(import.meta.dirname, "clients");
const list = join(import.meta.dirname, "changes.yaml");
const start = join(import.meta.dirname, "../../src/start.mjs");

const Expected = z.record(z.string(), z.record(z.string(), z.string()));
const Report = z.looseObject({
  summary: z.looseObject({ runs: z.number(), durationMs: z.number() }),
  findings: z.array(z.unknown()),
  next: z.looseObject({
    changes: z.array(z.looseObject({ id: z.string(), verdict: z.string().nullable() })),
    together: z.looseObject({ verdict: z.string() }).nullable(),
  }),
});

const findings = new Set(["breaks-silently", "breaks", "hung"]);

/** The command that starts a client. */
function commandOf(client: string): readonly string[] {
  if (client.endsWith(".py")) return ["python3", join(clients, client)];
  if (client.endsWith(".ts")) return [process.execPath, join(clients, client)];
  const name = client.replace(/\.\w+$/, "");
  if (client.endsWith(".go")) {
    execFileSync("go", ["build", "-o", join(folder, name), join(clients, name, "main.go")]);
    return [join(folder, name)];
  }
  execFileSync("javac", ["-d", folder, join(clients, client)]);
  return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", folder, name];
}

async function explored(client: string) {
  const out = join(folder, `out-${client}`);
  const options = ["--next", list, "--out", out, "--timeout", "20s"];
  const args = [start, "explore", ...options, "--", ...commandOf(client)];
  await run(process.execPath, args, { maxBuffer: 10_000_000 }).catch(() => null);
  return Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
}

const expected = Expected.parse(atFirst);
const asked = process.argv.slice(2);
const names = Object.keys(Object.values(expected)[0] ?? {});
const counts = { right: 0, "false alarm": 0, miss: 0, open: 0, other: 0 };
process.stdout.write(
  "| client | change | expected at first | verdict | |\n|---|---|---|---|---|\n",
);
for (const client of names.filter((name) => asked.length === 0 || asked.includes(name))) {
  // oxlint-disable-next-line no-await-in-loop -- one client after the other
  const { summary, findings: found, next } = await explored(client);
  for (const { id, verdict } of next.changes) {
    const wanted = expected[id]?.[client] ?? "";
    const result = resultOf(wanted, verdict ?? "null");
    counts[result] += 1;
    if (result !== "right") {
      process.stdout.write(`| ${client} | ${id} | ${wanted} | ${verdict} | ${result} |\n`);
    }
  }
  const all = next.together?.verdict ?? "none";
  const { runs, durationMs } = summary;
  const seconds = (durationMs / 1_000).toFixed(1);
  process.stdout.write(
    `| ${client} | all ${next.changes.length}: ${runs} runs, ${found.length} findings, ${seconds} s | | together: ${all} | |\n`,
  );
}
process.stdout.write(`\n${JSON.stringify(counts)}\n`);
rmSync(folder, { recursive: true });

/** How a verdict stands to the expected one; `other` is the right side of the line between finding and none. */
function resultOf(wanted: string, verdict: string): keyof typeof counts {
  if (wanted === verdict) return "right";
  if (["unknown", "unfinished", "too-busy", "null"].includes(verdict)) return "open";
  if (findings.has(verdict) && !findings.has(wanted)) return "false alarm";
  return findings.has(wanted) && !findings.has(verdict) ? "miss" : "other";
}
