/** Many concurrent clients while workspaces are reset, saved and restored and their clocks move. */
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import { startReady, temporaryFolder } from "../apps/cli/program.ts";
import { chanceOf, seed } from "./durability-chance.ts";
import { disagreements, reachableLeads } from "./load-agreement.ts";
import type { Connections } from "./load-client.ts";
import { newConnections } from "./load-client.ts";
import type { LoadWorkspace } from "./load-workspace.ts";
import { live } from "./load-workspace.ts";
import { isLong, sized } from "./size.ts";

const clients = 500;
const workspaces = 5;
const seconds = sized(2, 300);
/** The final check searches for the mail of each Lead, so the outbox must keep all of it. */
const keepsAll = ["--outbox-messages", "1000000"];
/** A small heap, so that memory shows live objects and not pending garbage. */
const smallHeap = { NODE_OPTIONS: "--max-old-space-size=192" };
const mebibyte = 1_048_576;

const Made = z.object({
  data: z.object({ firms: z.array(z.object({ apiKeys: z.array(z.object({ key: z.string() })) })) }),
});

describe(`${clients} connections for ${seconds} s to ${workspaces} workspaces (seed ${seed})`, () => {
  it.each([
    ["in memory", (): readonly string[] => []],
    ["in files", () => ["--data", temporaryFolder()]],
  ])(
    "%s: every response is allowed, every Lead matches the responses, and memory is flat",
    async (where, settings) => {
      const { process: server, ready } = await startReady([...keepsAll, ...settings()], smallHeap);
      const connections = newConnections(Number(new URL(ready.url).port));
      const all = await Promise.all(
        Array.from({ length: workspaces }, (_, number) => made(connections, number)),
      );
      await connections.open(clients);
      const memory = newWorkspaceSettings(server.pid ?? 0, seconds);
      const until = performance.now() + seconds * 1_000;
      const isOver = (): boolean => {
        memory.look();
        return performance.now() >= until;
      };
      await Promise.all(all.map((one) => live(one, clients / workspaces - 1, isOver)));
      const expected = { answers: connections.answers(), made: connections.made() };
      const wrong = await Promise.all(all.map((one) => disagreements(ready.url, one)));
      report(where, connections, all, memory.samples());
      expect(all.flatMap(({ faults }) => faults)).toEqual([]);
      expect(wrong.flat()).toEqual([]);
      expect(expected.made).toBeLessThanOrEqual(clients);
      expect(expected.answers).toBeGreaterThan(seconds * 100);
      // A short run is all warm-up. In one of two minutes, half of it still is.
      expect(isLong ? memory.growth() : 1).toBeLessThan(1.1);
      connections.close();
    },
    60_000 + seconds * 1_500,
  );
});

/** A workspace for a share of the clients. The last one has a quota and a frozen clock. */
async function made(connections: Connections, number: number): Promise<LoadWorkspace> {
  const id = `load-${number}`;
  const isMetered = number === workspaces - 1;
  const metered = { quotaPerHour: 20_000, now: "2026-03-02T09:00:00Z" };
  const body = { id, ...(isMetered ? metered : { quotaPerHour: null }) };
  const answer = await connections.send({ method: "POST", path: "/_sandbox/workspaces", body });
  const key = Made.parse(JSON.parse(answer.text)).data.firms[0]?.apiKeys[0]?.key ?? "";
  return {
    id,
    key,
    isMetered,
    reachable: await reachableLeads({ connections, key }),
    connections,
    chance: chanceOf(seed + number),
    stories: [],
    mistaken: new Set(),
    world: [],
    age: { value: 0 },
    seen: new Map(),
    faults: [],
  };
}

/** Samples the memory of a process twenty times, on Linux only. */
function newWorkspaceSettings(pid: number, during: number) {
  const samples: number[] = [];
  let next = performance.now();
  return {
    look(): void {
      if (process.platform !== "linux" || performance.now() < next) return;
      next += (during * 1_000) / 20;
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      samples.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024);
    },
    samples: (): readonly number[] => samples,
    /** The median of the last quarter divided by that of the second. */
    growth(): number {
      const quarter = Math.floor(samples.length / 4);
      const usual = (from: number): number =>
        median(samples.slice(from * quarter, (from + 1) * quarter));
      return usual(3) / usual(1);
    },
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

function report(
  where: string,
  connections: Connections,
  all: readonly LoadWorkspace[],
  memory: readonly number[],
): void {
  const seen = new Map<string, number>();
  for (const one of all) {
    for (const [name, count] of one.seen) seen.set(name, (seen.get(name) ?? 0) + count);
  }
  const leads = all.reduce((sum, { stories }) => sum + stories.length, 0);
  const mistaken = all.reduce((sum, one) => sum + one.mistaken.size, 0);
  process.stdout.write(
    `${where}: ${connections.answers()} answers over ${connections.made()} connections, ` +
      `${leads} Leads (${mistaken} met by an id of another), ` +
      `p50 ${connections.percentile(50).toFixed(1)} ms, p99 ${connections.percentile(99).toFixed(1)} ms; ` +
      `RSS ${memory.map((bytes) => (bytes / mebibyte).toFixed(0)).join(" ")} MiB\n` +
      `${[...seen]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, count]) => `${name}: ${count}`)
        .join(", ")}\n`,
  );
}
