/** `replay --serve` of a history: its world, without the job. */
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { runHere, start } from "../../apps/cli/program.ts";
import { key } from "../explore/bundled.ts";
import { historyBundle, historyOptions } from "./history-bundles.ts";

const Leads = z.object({
  data: z.array(
    z.looseObject({
      email: z.string(),
      createdAt: z.string(),
      convertedAt: z.string().nullable(),
    }),
  ),
});

function event(id: string, kind: string, lead: string | null, tick: number, gap: number) {
  return { id, kind, lead, tick, gap };
}

const events = [
  event("e1", "create", "e1", 1, 0),
  event("e2", "convert", "lead1", 1, 2),
  event("e3", "crash", null, 1, 2),
  event("e4", "twin", "e4", 3, 1),
  event("e5", "convert", "\u001B]0;x\u0007\u202E", 3, 2),
];

/** The world that `replay --serve` shows, and what it prints about it. */
async function served(...args: readonly string[]) {
  const program = start(["replay", ...args, "--serve", "--port", "0"]);
  const [, url = ""] = /curl (http:\/\/[^/\s]+)/.exec(await program.printed("curl ")) ?? [];
  const seen = await worldAt(url);
  program.process.kill("SIGTERM");
  const { code, stderr } = await program.ended;
  return { seen, code, stderr };
}

async function worldAt(url: string) {
  const path = '/v1/leads?scope=withDeleted&order=[["createdAt","ASC"]]';
  const answer = await fetch(url + path, { headers: { "x-api-key": key } });
  const { data } = Leads.parse(await answer.json());
  const clock = await (await fetch(`${url}/_sandbox/clock`)).json();
  const { now } = z.object({ data: z.looseObject({ now: z.string() }) }).parse(clock).data;
  const shown = data.map(({ email, createdAt, convertedAt }) => [email, createdAt, convertedAt]);
  return {
    shown: shown.toSorted((one, other) => String(one).localeCompare(String(other))),
    minute: now.slice(0, 16),
  };
}

describe("replay --serve of a history", { timeout: 60_000 }, () => {
  const atStart = ["lead1@example.com", "2026-03-02T08:50:00.000Z"];
  const first = ["e1@example.com", "2026-03-02T09:14:00.001Z", null];

  it("serves the world after its last event, with the times of the simulation, and says so", async () => {
    const file = historyBundle({ leads: 1, events }, ["false"]);
    const { seen, code, stderr } = await served(file);
    expect(seen.shown).toEqual([
      first,
      ["e4-2@example.com", "2026-03-02T09:45:00.200Z", null],
      ["e4@example.com", "2026-03-02T09:45:00.200Z", null],
      [...atStart, "2026-03-02T09:15:00.300Z"],
    ]);
    expect(seen.minute).toBe("2026-03-02T09:45");
    expect(code).toBe(0);
    expect(stderr).toContain("1. 2026-03-02T09:14:00.001Z another key of the Firm creates");
    expect(stderr).toContain("2. 2026-03-02T09:15:00.300Z the client of lead1 signs up");
    expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(stderr).toMatch(/lead1 is the Lead \w{8}, lead1@example.com/);
  });

  it.each([
    ["1", [[...atStart, null]], "2026-03-02T09:00"],
    ["2", [first, [...atStart, null]], "2026-03-02T09:15"],
  ])("with --at %s just before that event", async (at, shown, minute) => {
    const file = historyBundle({ leads: 1, events }, ["false"]);
    const { seen } = await served(file, "--at", at);
    expect(seen).toEqual({ shown, minute });
  });

  it.each([
    ["a command", ["--", "true"], "it runs no command"],
    ["a ledger", ["--ledger", "ledger.json"], "it runs no command"],
    ["a tick", ["--tick", "stdin"], "it runs no command"],
    ["an event that it lacks", ["--at", "6"], "Expected a number from 1 to 5"],
  ])("rejects %s", async (_what, more, message) => {
    const file = historyBundle({ leads: 1, events }, ["false"]);
    const args = ["replay", file, "--serve", "--port", "0", ...more];
    const { code, stderr } = await runHere(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("requires --serve for --at", async () => {
    const file = historyBundle({ leads: 1, events }, ["false"]);
    const { code, stderr } = await runHere(["replay", file, "--at", "1"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("requires --serve"),
    });
  });
});

describe("the bundle of a history by a stranger", () => {
  const startsAt = Date.UTC(9_000, 0, 1);
  const options = { ...historyOptions, every: 31_536_000_000, freshWithin: 31_536_000_000 };
  const create = event("e1", "create", "e1", 1, 0);
  it.each([
    ["ends after the year 9999", [{ ...create, tick: 1_001 }], { startsAt, options }, "year 9999"],
    ["has a gap that no tick reaches", [{ ...create, gap: 2_000_000 }], {}, "gap"],
  ])("is refused if it %s", async (_what, list, more, message) => {
    const file = historyBundle({ leads: 1, events: list }, ["true"], more);
    for (const how of [
      ["--serve", "--port", "0"],
      ["--ledger", "x", "--run"],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- the output is captured with a spy
      const { code, stderr } = await runHere(["replay", file, ...how]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    }
  });
});
