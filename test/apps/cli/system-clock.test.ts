/**
 * Changes the system clock while a sandbox runs. LEAD_SANDBOX_TEST_CLOCKS=required makes these tests fail instead of
 * skipping them where libfaketime is missing.
 */
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import { startReady, temporaryFile } from "./program.ts";

/** The library of Debian's package `libfaketime`. */
const library = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

const Clock = z.object({ data: z.object({ now: z.string() }) });
const key = "11111111-1111-4111-8111-111111111111";

describe("the time of a workspace", () => {
  const isRequired = process.env["LEAD_SANDBOX_TEST_CLOCKS"] === "required";
  const title = library === undefined ? ", left out here: no libfaketime" : "";
  it.skipIf(library === undefined && !isRequired).each(["-1h", "+1h", "-400d"])(
    `advances steadily while the system clock changes by %s${title}`,
    async (shift) => {
      if (library === undefined) throw new Error("The package libfaketime is missing.");
      const file = temporaryFile("system-clock", "+0");
      const { ready } = await startReady(["--quota", "1"], {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        DONT_FAKE_MONOTONIC: "1",
      });
      const nowOf = async (): Promise<number> => {
        const reply = await fetch(`${ready.control}/clock`);
        // Shows that the process sees the changed clock.
        const seen = Date.parse(reply.headers.get("date") ?? "");
        const { data } = Clock.parse(await reply.json());
        dates.push(seen);
        return Date.parse(data.now);
      };
      const dates: number[] = [];
      const before = await nowOf();
      expect((await read(ready.url)).status).toBe(200);
      writeFileSync(file, shift);
      // Node caches the Date header for up to a second.
      await passed(1_100);
      const after = await nowOf();
      expect(Math.abs((dates[1] ?? 0) - (dates[0] ?? 0))).toBeGreaterThan(3_500_000);
      expect(after - before).toBeGreaterThan(1_000);
      expect(after - before).toBeLessThan(60_000);
      const refused = await read(ready.url);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3_600);
    },
  );
});

function read(url: string): Promise<Response> {
  return fetch(`${url}/v1/leads`, { headers: { "x-api-key": key } });
}
