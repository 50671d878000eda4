import { describe, expect, it } from "vitest";

import type { SimulationSettings } from "../../../src/harness/simulate/settings.ts";
import { isLong, sized, spread } from "../../long/size.ts";
import {
  fullScan,
  incremental,
  oneCallEach,
  overlapping,
  overlappingPages,
  updatedAtOnly,
} from "./pollers.ts";
import type { Poller, PollerContext, Row } from "./simulated.ts";
import { rowOf, shown, simulated, TimeLimit } from "./simulated.ts";

/** A full scan meets every kind of event in languages.test.ts, too. */
const clean = [
  ["incremental", incremental],
  ["full scan", fullScan],
  ["overlapping pages", overlappingPages],
] as const;

describe("a clean poller", () => {
  it.each(spread(clean, 2))("shows nothing: %s", async (_name, poller) => {
    const report = await simulated(poller, { leads: [3, 105] });
    expect(shown(report)).toEqual([]);
    expect(report.histories.map(({ ticks }) => ticks > 40)).toEqual([true, true]);
  });
});

/** Days of random life, and the time limit of a poller that follows weeks of them. */
const days = sized(3, 28);
const limitMs = isLong ? 600_000 : undefined;

describe(`${days} random days`, () => {
  it.each(spread(clean, 1))(
    "show nothing of a clean poller: %s",
    async (_name, poller) => {
      const report = await simulated(poller, {
        leads: [25],
        shard: { part: 1, of: 1_000 },
        life: { forMs: days * 86_400_000, activityPerDay: 40 },
      });
      expect(shown(report)).toEqual([]);
      expect(report.histories[1]?.events).toBeGreaterThan(days * 25);
      expect(report.histories[1]?.skipped).toBeGreaterThan(days * 10);
    },
    limitMs,
  );
});

const some = (...kinds: readonly string[]): Partial<SimulationSettings> => ({
  changes: new Set(
    (["create", "burst", "twin", "convert", "archive", "overlap", "crash"] as const).filter(
      (kind) => kinds.includes(kind),
    ),
  ),
});

describe("under a budget", () => {
  it("the smallest numbers of Leads come first, since they take the least time", async () => {
    const order: (number | null)[] = [];
    await simulated(fullScan, {
      changes: new Set(),
      leads: [3, 25, 105],
      jobs: 1,
      onProgress: ({ phase, leads }) => void (phase === "systematic" && order.push(leads)),
    });
    expect([...new Set(order)]).toEqual([3, 25, 105]);
  });
});

describe.runIf(isLong)("twenty repetitions", () => {
  it.each([
    ["a clean poller", incremental, ["create", "convert", "twin"]],
    ["a watermark that misses conversions", updatedAtOnly, ["create", "convert", "twin"]],
    ["overlapping runs", overlapping, ["create", "convert", "overlap"]],
  ] as const)(
    "give the same findings: %s",
    async (_name, poller, kinds) => {
      const texts = new Set<string>();
      for (let repetition = 0; repetition < 20; repetition += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one simulation after another
        const { findings } = await simulated(poller, some(...kinds));
        texts.add(JSON.stringify(findings.map(({ id, title, count }) => [id, title, count])));
      }
      expect([...texts]).toHaveLength(1);
    },
    600_000,
  );
});

/** Is killed while it writes, in every run with a fourth Lead. */
const halfWritten: Poller = async (context) => {
  const leads = await context.list({ limit: 100 });
  context.save("ledger.json", leads.length === 3 ? leads.map(rowOf) : "half");
  if (leads.length === 4) throw new TimeLimit("no end within 60 s");
};

/** The findings alone, without smaller histories. */
const foundOnly = { shrinks: false };

describe("a defect", () => {
  it("of a ledger that every run leaves half written when it is killed is found", async () => {
    const found = shown(await simulated(halfWritten, { ...some("create"), ...foundOnly }));
    expect(found).toEqual(["unreadable row create lasting"]);
  });

  it("of overlapping ticks is found with --changes overlap only", async () => {
    expect(shown(await simulated(overlapping, some("create", "convert")))).toEqual([]);
    const withOverlap = { ...some("create", "convert", "overlap"), ...foundOnly };
    expect(shown(await simulated(overlapping, withOverlap))).toContain(
      "missing row overlap lasting",
    );
  });

  it("has the alternative under which it disappears", async () => {
    const report = await simulated(updatedAtOnly, some("convert"));
    expect(report.findings[0]?.alternatives).toContain("state.convert=updated-at-moves");
  });

  it("of one call for each Lead is a quota finding, with the number of Leads", async () => {
    const report = await simulated(oneCallEach, { leads: [25], changes: new Set(), ...foundOnly });
    expect(shown(report)).toEqual(["quota row leads lasting"]);
    expect(report.findings[0]?.title).toContain("25 Leads");
    expect(report.capacity?.leadsAt["100"]).toBe(24);
  });
});

const known = ({ load }: PollerContext): Row[] => load<Row[]>("ledger.json", []);

describe("what a poller does at the first Leads, at a call that fails and after missed ticks", () => {
  const sorted = { scope: "withDeleted", order: '[["createdAt","ASC"]]' };
  /** It reads everything once, then what was updated or closed within a day. */
  const dayWindow: Poller = async (context) => {
    const rows = new Map(known(context).map((row) => [row.id, row]));
    const since = new Date(Date.parse(context.now()) - 86_400_000).toISOString();
    const filters =
      rows.size === 0
        ? [{}]
        : ["updatedAt", "deletedAt"].map((field) => ({
            filter: JSON.stringify({ [field]: { $gte: since } }),
          }));
    for (const filter of filters) {
      // oxlint-disable-next-line no-await-in-loop -- one list after the other
      for (const lead of await context.list({ ...sorted, limit: 100, ...filter })) {
        rows.set(lead.id, rowOf(lead));
      }
    }
    context.save("ledger.json", [...rows.values()]);
  };
  /** It keeps Leads of the last 90 days. */
  const recentOnly: Poller = async ({ list, save, now }) => {
    const since = new Date(Date.parse(now()) - 90 * 86_400_000).toISOString();
    const filter = JSON.stringify({ createdAt: { $gte: since } });
    save("ledger.json", (await list({ ...sorted, limit: 100, filter })).map(rowOf));
  };
  /** It takes a page that fails for the end of the list. */
  const keepsPart: Poller = async ({ list, save }) => {
    const rows: Row[] = [];
    for (let offset = 0; ; offset += 2) {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      const page = await list({ ...sorted, limit: 2, offset }).catch((error: unknown) => {
        if (offset === 0) throw error;
        return [];
      });
      rows.push(...page.map(rowOf));
      if (page.length < 2) break;
    }
    save("ledger.json", rows);
  };
  /** It never changes a row. */
  const insertOnly: Poller = async (context) => {
    const rows = known(context);
    for (const lead of await context.list({ ...sorted, limit: 100 })) {
      if (!rows.some(({ id }) => id === lead.id)) rows.push(rowOf(lead));
    }
    context.save("ledger.json", rows);
  };

  it("a window of a day loses what happened before it", async () => {
    const changes = new Set(["create", "convert", "archive", "missed"] as const);
    const report = await simulated(dayWindow, { changes, shard: { part: 1, of: 1_000 } });
    expect(shown(report)).toContain("missing row missed lasting");
    expect(report.summary.events["missed"]).toBe(1);
    const [finding] = report.findings;
    expect(finding).toMatchObject({ reading: "never", history: { minimal: true } });
    expect(finding?.history.events.length).toBe(2);
  });

  it("a limited time is intent with --keeps, and else the reason is named", async () => {
    const without = await simulated(recentOnly, { changes: new Set(["create"] as const) });
    expect(without.problem).toContain("--keeps P90D");
    const changes = new Set(["create", "convert", "missed"] as const);
    const report = await simulated(recentOnly, { changes, keepsMs: 90 * 86_400_000 });
    expect(shown(report)).toEqual([]);
    expect(report.keeps).toBe("P90D");
  });

  it("a page that fails is found with `fail` alone", async () => {
    const changes = new Set(["fail"] as const);
    const report = await simulated(keepsPart, { changes, wanted: changes, ...foundOnly });
    expect(shown(report)).toEqual(["missing row fail late"]);
    expect(report.summary.neverHappened).toEqual([]);
  });

  it("a row that is read and never changed is not for want of withDeleted", async () => {
    const changes = new Set(["convert"] as const);
    const report = await simulated(insertOnly, { changes, ...foundOnly });
    const advice = report.findings.map((one) => one.advice).join();
    expect(advice).toMatch(/Read and not stored: the answer to call 1 of tick \d+ had lead/);
    expect(advice).not.toContain("withDeleted");
  });

  it("a kind that was asked for and had no time never happened", async () => {
    const changes = new Set(["create"] as const);
    const report = await simulated(fullScan, { changes, wanted: changes, budgetMs: 0 });
    expect(report.summary.neverHappened).toEqual(["create"]);
  });
});
