import { describe, expect, it } from "vitest";

import { newFixtureLibrary } from "../../../../src/world/workspace/fixtures/fixtures.ts";
import { openRegistry } from "../../../../src/world/workspace/registry/registry.ts";
import { memoryStorage } from "../../../../src/world/workspace/storage/memory-storage.ts";
import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { Opened } from "../opened.ts";
import { opened, partnerKey } from "../opened.ts";

const never = { match: { path: "/never" }, then: { status: 503 } } as const;

/** Plans `count` faults and returns the duration in milliseconds. */
async function planned({ control }: Opened, count: number): Promise<number> {
  const started = performance.now();
  for (let number = 0; number < count; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const reply = await control("POST", "/faults", never);
    if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
  }
  return performance.now() - started;
}

/** Plans `count` more faults like the first, without calls. */
function plannedInside({ workspace: { faults } }: Opened, count: number): void {
  const [fault] = faults.all();
  if (fault === undefined) throw new Error("No fault is planned.");
  for (let left = count; left > 0; left -= 1) {
    faults.plan({ ...fault, id: `${fault.id}-${left}` });
  }
}

// The limits apply to a whole sandbox.
describe.skipIf(isRemote)("planned faults", { timeout: 60_000 }, () => {
  it("201 for 10,000 of them at constant speed, and 409 for the next", async () => {
    const open = await opened();
    const first = await planned(open, 1_000);
    plannedInside(open, 8_000);
    const last = await planned(open, 1_000);
    expect(last / first).toBeLessThan(6);
    const refused = await open.control("POST", "/faults", never);
    expect(refused.status).toBe(409);
    expect(text(refused, "message")).toContain("10000");
    expect(text(refused, "hint")).toContain("DELETE faults");
    await open.control("DELETE", "/faults");
    expect((await open.control("POST", "/faults", never)).status).toBe(201);
  });
});

describe.skipIf(isRemote)("POST quotas/{keyId}/use", { timeout: 60_000 }, () => {
  it("200 for 100,000 repeatedly: a key keeps the newest 1,000,000", async () => {
    const { control } = await opened();
    const path = `/quotas/${partnerKey.id}/use`;
    const used: number[] = [];
    const tookMs: number[] = [];
    for (let call = 0; call < 15; call += 1) {
      const started = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await control("POST", path, { count: 100_000, over: "PT30M" });
      tookMs.push(performance.now() - started);
      used.push(Number(at(reply, "data.usedLastHour")));
    }
    expect(used.slice(0, 2)).toEqual([100_000, 200_000]);
    expect(used.slice(-3)).toEqual([1_000_000, 1_000_000, 1_000_000]);
    expect(Math.min(...tookMs.slice(-5))).toBeLessThan(700);
  });
});

describe("snapshots in memory", () => {
  it("are rejected above the total limit, and accepted again after a deletion", () => {
    const registry = openRegistry({
      fixtures: newFixtureLibrary("fixtures"),
      sandbox: {
        links: { signUp: () => "", unsubscribe: () => "" },
        mailDomain: "example.com",
        relaysMail: false,
        outbox: { entriesMax: 10, bytesMax: 10_000 },
        journal: { entriesMax: 10, bytesMax: 10_000 },
        systemNow: Date.now,
      },
      storage: memoryStorage(1024 * 1024),
      assumptions: {},
    });
    const clock = { mode: "system", offsetMs: 0 } as const;
    const common = { fixture: "default", seed: 1, assumptions: {}, clock };
    registry.create({ ...common, id: "one" });
    registry.create({ ...common, id: "other" });
    const [one, other] = [registry.find("one"), registry.find("other")];
    if (one === null || other === null) throw new Error("There is no workspace.");
    let count = 0;
    const fill = (): void => {
      for (; count < 1_000; count += 1) registry.takeSnapshot(one, `s${count}`);
    };
    expect(fill).toThrow(/would take \d+ MiB of memory; 1 MiB are allowed/);
    expect(count).toBeGreaterThan(2);
    expect(() => registry.takeSnapshot(other, "s")).toThrow("1 MiB are allowed");
    expect(registry.snapshots(other)).toEqual([]);
    registry.removeSnapshot(one, "s0");
    expect(registry.takeSnapshot(other, "s")).toBe(true);
    registry.drop("one");
    expect(registry.takeSnapshot(other, "s2")).toBe(true);
  });
});
