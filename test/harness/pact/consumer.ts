/** Runs the consumer tests once, and normalizes their pact to its checked-in form. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import * as z from "zod";

import type { Outcome } from "./pact-names.ts";
import { consumer, provider } from "./pact-names.ts";

/** The outcomes of the consumer tests, and the pact that they wrote together. */
export interface ConsumerRun {
  readonly outcomes: readonly Outcome[];
  readonly pact: string;
}

let begun: Promise<ConsumerRun> | undefined;

/** The run. It starts at the first call. */
export function consumerRun(): Promise<ConsumerRun> {
  begun ??= run();
  return begun;
}

async function run(): Promise<ConsumerRun> {
  const folder = await mkdtemp(join(tmpdir(), "lead-sandbox-consumer-"));
  try {
    const outcomes = await play(folder);
    const written = await readFile(join(folder, `${consumer}-${provider}.json`), "utf8");
    return { outcomes, pact: checkedInForm(written) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const Outcomes = z.array(
  z.object({
    description: z.string(),
    value: z.unknown(),
    failure: z.string().exactOptional(),
  }),
);

async function play(folder: string): Promise<readonly Outcome[]> {
  const file = fileURLToPath(new URL("consumer-process.ts", import.meta.url));
  const child = spawn(process.execPath, [file], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, PACT_DO_NOT_TRACK: "true" },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => printed.push(chunk.toString("utf8")));
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  child.once("message", resolve);
  child.once("error", reject);
  child.once("close", (code) =>
    reject(new Error(`The consumer tests ended with ${code}:\n${printed.join("")}`)),
  );
  child.send(folder);
  return Outcomes.parse(await promise);
}

const Written = z.looseObject({
  consumer: z.unknown(),
  provider: z.unknown(),
  interactions: z.array(z.looseObject({ description: z.string() })),
});

/** Sorted by name, without tool versions. */
function checkedInForm(text: string): string {
  const { consumer: from, provider: to, interactions } = Written.parse(JSON.parse(text));
  const pact = {
    consumer: from,
    provider: to,
    interactions: interactions.toSorted((one, other) =>
      one.description < other.description ? -1 : 1,
    ),
    metadata: { pactSpecification: { version: "4.0" } },
  };
  return `${JSON.stringify(sorted(pact), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}
