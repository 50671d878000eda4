/** What a simulation does at its edges: time that is over, state that was kept, a service that never ends its answer. */
import { createServer } from "node:http";

import { describe, expect, it } from "vitest";

import { markdownOf } from "../../../src/harness/report/markdown.ts";
import { randomLife } from "../../../src/harness/simulate/history/random-life.ts";
import type { HistoryRun } from "../../../src/harness/simulate/history/run-history.ts";
import type { ScriptView } from "../../../src/harness/simulate/history/script.ts";
import type { SeenCall, SeenTick } from "../../../src/harness/simulate/model.ts";
import { keptStateProblem } from "../../../src/harness/simulate/rehearsal.ts";
import { documentOfSimulation } from "../../../src/harness/simulate/report/document.ts";
import { junitOfSimulation } from "../../../src/harness/simulate/report/junit.ts";
import { urlTicker } from "../../../src/harness/simulate/ticks/url-ticker.ts";
import { seenCall } from "./made-up.ts";
import { simulated } from "./simulated.ts";

const call = (query: string): SeenCall => seenCall(0, { tick: 0, query, records: 0 });

function tick(calls: readonly SeenCall[], ok = true): SeenTick {
  const end = { ok, killed: false, why: null, output: "" };
  return { ...end, tick: 0, startedAt: 0, endedAt: 0, calls, events: [] };
}

function run(...ticks: readonly SeenTick[]): HistoryRun {
  return {
    leads: 3,
    events: [],
    ticks,
    skipped: 0,
    happened: [],
    discoveries: [],
    differences: [],
    lacksFromMs: null,
    columns: [],
    agreed: true,
    isIdle: true,
    isIsolated: true,
    durationMs: 0,
  };
}

describe("a client kept state from one history to the next", () => {
  const first = run(tick([call("limit=100&_=1772442000000")]));

  it.each([
    ["if its first tick makes no call", tick([]), true],
    ["if its first call is another", tick([call("limit=100&offset=100")]), true],
    [
      "but not if only a number against caches differs",
      tick([call("limit=100&_=1772442000777")]),
      false,
    ],
    ["but not if its first tick failed without a call", tick([], false), false],
  ])("%s", (_name, later, isKept) => {
    expect(keptStateProblem(first, run(later)) !== null).toBe(isKept);
  });
});

describe("random life", () => {
  const life = {
    seed: 1,
    every: 900_000,
    forMs: 86_400_000,
    activityPerDay: 400,
    everyTick: true,
    lastTicks: 12,
    onLeftOut() {},
  };
  const truth = {
    note() {},
    leads: () => [],
    find: () => null,
    withEmail: () => null,
    withPlan: () => null,
  };
  const view: ScriptView = {
    tick: 0,
    ticks: [],
    truth,
    isSettled: true,
    isIdle: true,
    isFree: () => true,
    mustEnd: false,
  };

  /** The events of a life; `ticksOf` says how many ticks a step takes, with or without an overlap. */
  function kindsOf(ticksOf: (overlaps: boolean) => number): readonly string[] {
    const script = randomLife({ ...life, changes: new Set(["create", "overlap"] as const) });
    const kinds: string[] = [];
    let at = 0;
    for (;;) {
      const step = script({ ...view, tick: at });
      if (step.kind === "end") return kinds;
      const events = step.kind === "tick" ? step.events : [];
      kinds.push(...events.map(({ kind }) => kind));
      at += ticksOf(events.some(({ kind }) => kind === "overlap"));
    }
  }

  it("says how many events had no time", () => {
    let left = 0;
    const script = randomLife({
      ...life,
      activityPerDay: 40,
      changes: new Set(["create"] as const),
      onLeftOut: (events) => void (left = events),
    });
    expect(script({ ...view, mustEnd: true })).toEqual({ kind: "end" });
    expect(left).toBe(40);
  });

  it("loses no event that was planned for the tick of an overlap", () => {
    const whole = kindsOf(() => 1);
    expect(whole).toContain("overlap");
    expect(kindsOf((overlaps) => (overlaps ? 2 : 1)).filter((kind) => kind === "create")).toEqual(
      whole.filter((kind) => kind === "create"),
    );
  });
});

describe("a service whose answer never ends", () => {
  it.each([
    [200, true],
    [500, false],
  ])("ends its tick by the status %i", async (status, ok) => {
    const server = createServer((_request, response) => {
      response.writeHead(status);
      const write = (): void => void (response.write("x".repeat(4_096)) && setImmediate(write));
      write();
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const job = {
      timeoutMs: 3_000,
      signal: new AbortController().signal,
      onStillRunning: () => {},
    };
    const ticker = urlTicker(
      job,
      `http://127.0.0.1:${port}/`,
    )({ env: process.env, command: ["sleep", "60"] });
    try {
      expect(await ticker.run({ tick: 1, now: 0 })).toMatchObject({ ok });
    } finally {
      await ticker.end();
      server.closeAllConnections();
      server.close();
    }
  });
});

describe("a report", () => {
  it("names the numbers of Leads at which the client fails, instead of its calls there", async () => {
    const report = await simulated(
      async ({ list, save }) => {
        const leads = await list({ scope: "withDeleted", limit: 100 });
        if (leads.length > 90) throw new Error("too many");
        save(
          "ledger.json",
          leads.map(({ id }) => ({ id })),
        );
      },
      { changes: new Set() },
    );
    expect(report.capacity?.measured).toEqual([{ leads: 25, calls: 1 }]);
    expect(report.summary.notExplored).toEqual([
      expect.stringContaining("calls with 100 Leads: Error: too many"),
      expect.stringContaining("calls with 400 Leads: Error: too many"),
    ]);
    expect(markdownOf(documentOfSimulation(report))).toContain("- calls with 400 Leads: ");
    const junit = junitOfSimulation(report);
    expect(junit).toMatch(/name="calls with 400 Leads[^>]*><skipped message="Not explored\."/);
    expect(junit).toContain('failures="0" errors="0" skipped="2"');
  });

  it("shows no control character of the command in Markdown", async () => {
    const report = await simulated(async () => {
      throw new Error("\u001b[31mred");
    });
    expect(markdownOf(documentOfSimulation(report))).toContain(String.raw`\u{1b}[31mred`);
  });
});
