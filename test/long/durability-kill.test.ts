/** The contents of workspace files after repeated kills of a process under load. */
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { start, startReady, temporaryFolder } from "../apps/cli/program.ts";
import { chanceOf, seed } from "./durability-chance.ts";
import type { Chance } from "./durability-chance.ts";
import { newConcurrentClients } from "./durability-clients.ts";
import type { ConcurrentClients } from "./durability-clients.ts";
import { killIn, madeSomething } from "./durability-program.ts";
import { newTwin } from "./durability-twin.ts";
import type { Twin } from "./durability-twin.ts";
import { sized } from "./size.ts";

const kills = sized(3, 100);
const changesMax = sized(80, 250);

/** Counts changes, and resolves at a given number. */
function countdown(changes: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  return {
    reached: promise,
    count: () => count,
    onChange: () => {
      count += 1;
      if (count === changes) resolve();
    },
  };
}

/**
 * The files of a folder that fail SQLite's integrity check. It reads copies, so that the files stay
 * unchanged.
 */
function damagedIn(folder: string): readonly string[] {
  const copies = temporaryFolder();
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite"))
    .filter((name) => {
      for (const file of [name, `${name}-wal`]) {
        if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(copies, file));
      }
      const copy = new Database(join(copies, name));
      const verdict = copy.pragma("integrity_check", { simple: true });
      copy.close();
      return verdict !== "ok";
    });
}

async function killedRun(
  folder: string,
  twins: readonly Twin[],
  clients: ConcurrentClients,
  chance: Chance,
) {
  const started = await startReady(args(folder));
  const { url } = started.ready;
  const verdicts = await Promise.all(twins.map(({ compare }) => compare(url)));
  const mixed = await clients.mixed(url);
  const { reached, count, onChange } = countdown(1 + chance(changesMax));
  const living = Promise.all([
    ...twins.map(({ live }) => live(url, onChange)),
    clients.live(url, onChange),
  ]);
  await Promise.race([reached, living]);
  await killIn(started, chance(5_000));
  await living;
  return { verdicts, mixed, answered: count(), damaged: damagedIn(folder) };
}

/** Kills a start before or soon after it is ready, then starts again and expects success. */
async function killedStart(folder: string, chance: Chance): Promise<number> {
  const stopped = start(["--port", "0", ...args(folder)]);
  await madeSomething(folder, "default", stopped);
  await killIn(stopped, chance(8_000));
  const next = await startReady(args(folder));
  const workspace = await fetch(`${next.ready.control}/workspaces/default`);
  next.process.kill("SIGKILL");
  await next.ended;
  return workspace.status;
}

function args(folder: string): readonly string[] {
  return ["--data", folder, "--quota", "off"];
}

describe(`workspaces in files after ${kills} times kill -9 under load (seed ${seed})`, () => {
  it(
    "contain every answered write and no partial one: rows, mail, Plans, keys, clock, faults, snapshots (1.5)",
    async () => {
      const chance = chanceOf(seed);
      const folder = temporaryFolder();
      const twins = await Promise.all(
        [1, 2, 3, 4].map((number) => newTwin(`twin-${number}`, chanceOf(seed + number))),
      );
      const clients = newConcurrentClients();
      const tally = { same: 0, "with the unanswered call": 0, answered: 0 };
      for (let kill = 0; kill <= kills; kill += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one run after the other
        const run = await killedRun(folder, twins, clients, chance);
        expect({ kill, damaged: run.damaged, mixed: run.mixed }).toEqual({
          kill,
          damaged: [],
          mixed: [],
        });
        expect({ kill, different: run.verdicts.filter((one) => typeof one !== "string") }).toEqual({
          kill,
          different: [],
        });
        for (const verdict of run.verdicts) if (typeof verdict === "string") tally[verdict] += 1;
        tally.answered += run.answered;
      }
      process.stdout.write(`kill -9: ${kills} kills, ${JSON.stringify(tally)}\n`);
      expect(tally.answered).toBeGreaterThan(kills * 10);
    },
    60_000 + kills * 10_000,
  );
});

describe("a killed start", () => {
  const starts = sized(4, 60);
  it(
    `leaves a folder that the next start opens, ${starts} times at random moments`,
    async () => {
      const chance = chanceOf(seed);
      let folder = temporaryFolder();
      for (let number = 0; number < starts; number += 1) {
        if (number % 3 !== 0) folder = temporaryFolder();
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await killedStart(folder, chance)).toBe(200);
      }
    },
    60_000 + starts * 6_000,
  );
});
