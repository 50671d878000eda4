import { describe, expect, it, onTestFinished, vi } from "vitest";

import { createSandbox } from "../../../src/index.ts";
import { newSystemTime } from "../../../src/world/workspace/time/system-time.ts";

/** What tests do to time; the timers never fire, because no test advances them. */
const ways = [
  { name: "vi.useFakeTimers()", install: () => vi.useFakeTimers() },
  { name: "vi.setSystemTime()", install: () => vi.setSystemTime(0) },
  {
    name: "spies",
    install: () => {
      vi.spyOn(Date, "now").mockReturnValue(0);
      vi.spyOn(performance, "now").mockReturnValue(0);
      vi.spyOn(globalThis, "setTimeout").mockImplementation(() => {
        throw new Error("A test replaced setTimeout.");
      });
    },
  },
];

describe.each(ways)("a sandbox in the process of a test with $name", ({ install }) => {
  function fake(): void {
    install();
    onTestFinished(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
  }

  it("delays answers, and ends waits with and without a match", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { client, apiKey, fetch, url } = await sandbox.workspace();
    fake();
    await client.faults.plan({ then: { delayMs: 20 }, times: 1 });
    const { status } = await fetch(`${url}/v1/leads`, { headers: { "x-api-key": apiKey } });
    expect(status).toBe(200);
    expect(await client.requests.waitFor({ timeoutMs: 60_000 })).toHaveLength(1);
    await expect(client.emails.waitFor({ timeoutMs: 20 })).rejects.toThrow("20 ms");
  });

  it("streams events", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { client } = await sandbox.workspace();
    fake();
    const seen: string[] = [];
    const onOpen = (): void => void client.assumptions.set({});
    for await (const { type } of client.events.stream({ onOpen })) {
      seen.push(type);
      if (type === "assumptions.set") break;
    }
    expect(seen).toContain("assumptions.set");
  });

  it("opens afterwards at the time of the system, which passes", async () => {
    const start = newSystemTime()();
    fake();
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { client } = await sandbox.workspace();
    const first = Date.parse((await client.clock.get()).now);
    expect(first).toBeGreaterThanOrEqual(start);
    await expect(client.requests.waitFor({ timeoutMs: 20 })).rejects.toThrow("20 ms");
    expect(Date.parse((await client.clock.get()).now) - first).toBeGreaterThanOrEqual(15);
  });
});
