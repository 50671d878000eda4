/**
 * Checks that the memory of a sandbox stays flat during a million requests: `npm run bench:memory`.
 * `-- --requests 100000` sends fewer. The sandbox runs in a separate process with default settings and no quota.
 *
 * Two things bound the number of Leads: creates choose from 5 000 emails, and every 200 000 requests a reset lets
 * creates succeed again. Memory is read after a garbage collection.
 */
import { parseArgs } from "node:util";

import * as z from "zod";

import { startMeasured } from "./measured-sandbox.ts";
import type { Memory } from "./measured-sandbox.ts";
import type { Load } from "./mixed-requests.ts";
import { newLoad } from "./mixed-requests.ts";

const sampleEvery = 50_000;
const resetEvery = 200_000;
/** The largest relative deviation of the used heap from its mean, and the largest relative growth of peak RSS. */
const deviationMax = 0.1;

interface Sample {
  readonly requests: number;
  readonly seconds: number;
  readonly memory: Memory;
  readonly journal: Journal;
}

const Journal = z.object({ entries: z.int(), bytes: z.int(), dropped: z.int() });
type Journal = z.infer<typeof Journal>;

process.exitCode = await measure();

async function measure(): Promise<number> {
  const { values } = parseArgs({ options: { requests: { type: "string", default: "1000000" } } });
  const sandbox = await startMeasured();
  const load = newLoad(sandbox.url);
  print(tableHead());
  const samples: Sample[] = [];
  const started = performance.now();
  let droppedBefore = 0;
  for (let sent = 0; sent < Number(values.requests);) {
    if (sent > 0 && sent % resetEvery === 0) {
      droppedBefore = samples.at(-1)?.journal.dropped ?? 0;
      // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
      await load.control("POST", "/reset");
    }
    // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
    await load.run(sampleEvery);
    sent += sampleEvery;
    // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
    const journal = await journalOf(load, droppedBefore);
    // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
    const memory = await sandbox.memory();
    const seconds = (performance.now() - started) / 1_000;
    const sample = { requests: sent, seconds, memory, journal };
    samples.push(sample);
    print(tableRow(sample));
  }
  load.close();
  const exitCode = await sandbox.stop();
  print(summary(samples, load, exitCode));
  return exitCode === 0 && isFlat(samples) ? 0 : 1;
}

/** The size of the journal. `dropped` includes the entries that it dropped before resets. */
async function journalOf(load: Load, droppedBefore: number): Promise<Journal> {
  const answer = await load.control("GET", "/requests/count");
  const journal = z.object({ data: Journal }).parse(answer).data;
  return { ...journal, dropped: journal.dropped + droppedBefore };
}

function isFlat(samples: readonly Sample[]): boolean {
  return heapDeviation(samples) <= deviationMax && rssGrowth(samples) <= deviationMax;
}

/** The largest deviation of a sample from the mean of the second half, relative to that mean. */
function heapDeviation(samples: readonly Sample[]): number {
  const values = halves(samples)[1].map(({ memory }) => memory.heapUsed);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.max(...values.map((value) => Math.abs(value - mean))) / mean;
}

/**
 * The growth of peak RSS from the first half to the second. Single samples vary, as freed pages return to the system
 * late.
 */
function rssGrowth(samples: readonly Sample[]): number {
  const [first, second] = halves(samples).map((half) => half.map(({ memory }) => memory.rss));
  return Math.max(...(second ?? [])) / Math.max(...(first ?? [])) - 1;
}

function halves(samples: readonly Sample[]): readonly [readonly Sample[], readonly Sample[]] {
  const middle = Math.floor(samples.length / 2);
  return [samples.slice(0, middle), samples.slice(middle)];
}

function tableHead(): string {
  const head = "requests | seconds | RSS MiB | heap used MiB | external MiB | journal entries";
  return `| ${head} | journal MiB | journal dropped |\n|${" ---: |".repeat(8)}`;
}

function tableRow({ requests, seconds, memory, journal }: Sample): string {
  const { rss, heapUsed, external } = memory;
  const sizes = [rss, heapUsed, external].map(mebibytes);
  const kept = [journal.entries, mebibytes(journal.bytes), journal.dropped];
  return `| ${[requests, seconds.toFixed(0), ...sizes, ...kept].join(" | ")} |`;
}

function summary(samples: readonly Sample[], load: Load, exitCode: number | null): string {
  const statuses = [...load.statuses()].toSorted(([one], [other]) => one - other);
  return [
    "",
    `Second half: heap used within ${percent(heapDeviation(samples))} of its mean, peak of RSS ` +
      `${percent(rssGrowth(samples))} above that of the first half: ` +
      `${isFlat(samples) ? "flat" : "NOT flat"} (at most ${percent(deviationMax)} each).`,
    `Answers by status: ${statuses.map(([status, count]) => `${status}: ${count}`).join(", ")}.`,
    `The sandbox stopped with exit code ${exitCode}. Memory was read after collections (--expose-gc).`,
  ].join("\n");
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
