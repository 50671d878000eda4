/** The cause of a finding is one that its smallest history needs. */
import { expect, it } from "vitest";

import type { Poller } from "./simulated.ts";
import { rowOf, shown, simulated } from "./simulated.ts";

/** It never reads closed Leads. */
const activeOnly: Poller = async ({ list, save }) => {
  const leads = await list({ order: '[["createdAt","ASC"]]', limit: 100 });
  save("ledger.json", leads.map(rowOf));
};

it("does not blame a crash for what shows without it", async () => {
  const changes = new Set(["create", "convert", "crash"] as const);
  // The groups of events with a crash.
  const report = await simulated(activeOnly, { changes, shard: { part: 8, of: 9 } });
  expect(shown(report)).toEqual(["missing row convert lasting"]);
  expect(report.findings[0]?.count).toBeGreaterThan(1);
}, 60_000);
