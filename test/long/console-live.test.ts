/**
 * The console under traffic: response times, frame rates while scrolling, memory. `npm run
 * test:long` runs it in full.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../browser/browser.ts";
import { isRemote } from "../support/target.ts";
import { median, openWithRows, print, send, trickle } from "./console-traffic.ts";
import { isLong, sized } from "./size.ts";

let browser: Browser | undefined;

/** The milliseconds from a click on a row until it is marked and its panel shows the request. */
const openRow = `new Promise((resolve, reject) => {
  const rows = [...document.querySelectorAll(".line-request:not([aria-current])")];
  const row = rows[Math.floor(rows.length / 2)];
  const id = row.hash.split("/").at(-1);
  const begun = performance.now();
  row.click();
  const look = () => {
    const isMarked = document.querySelector(".line-request[aria-current]")?.hash === row.hash;
    const facts = document.querySelector(".panel .facts")?.textContent ?? "";
    const ms = performance.now() - begun;
    if (isMarked && facts.includes(id)) resolve(ms);
    else if (ms > 10_000) reject(new Error("The panel does not show " + id));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Scrolls the list down for a second, and resolves with the number of frames. */
const scroll = `new Promise((resolve) => {
  const box = document.querySelector(".virtual");
  const begun = performance.now();
  let frames = 0;
  const step = (now) => {
    box.scrollTop = (box.scrollTop + 333) % (box.scrollHeight - box.clientHeight);
    frames += 1;
    if (now < begun + 1_000) requestAnimationFrame(step);
    else resolve(frames);
  };
  requestAnimationFrame(step);
})`;

/** The processor time of the page's main thread for a frame, in ms, while the list scrolls. */
async function frameMs(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // Processor time, as a busy machine also makes an idle page wait for its frames.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busySeconds = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const before = await busySeconds();
  const frames = await page.evaluate<number>(scroll);
  const after = await busySeconds();
  await session.detach();
  return ((after - before) * 1_000) / frames;
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

async function rows(page: Page): Promise<number> {
  const size = await page.locator("[role=listitem]").first().getAttribute("aria-setsize");
  return Number(size);
}

function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

describe.skipIf(isRemote || !hasBrowser("test/long/console-live.test.ts"))(
  "the console under traffic",
  { timeout: sized(120_000, 600_000) },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("responds to a click within 100 ms at 200 requests a second", async () => {
      const shown = await openWithRows(browser);
      const { page } = shown;
      const end = performance.now() + sized(5_000, 60_000);
      const traffic = trickle(shown, 200, () => performance.now() > end);
      const times: number[] = [];
      while (performance.now() < end) {
        // oxlint-disable-next-line no-await-in-loop -- one interaction after the other
        times.push(await page.evaluate<number>(openRow));
        // Back to the newest: the journal forgets the oldest.
        // oxlint-disable-next-line no-await-in-loop -- after the previous step
        await page.keyboard.press("Escape");
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        await page.evaluate(
          `document.querySelector(".newer:enabled")?.click(), document.querySelector(".virtual").scrollTop = 0`,
        );
        // oxlint-disable-next-line no-await-in-loop -- as a person would
        await page.waitForTimeout(200);
      }
      const rate = await traffic;
      print(
        `${median(times).toFixed(0)} ms to open a row (median of ${times.length}), worst ${Math.max(...times).toFixed(0)} ms, at ${rate.toFixed(0)} requests a second`,
      );
      expect(median(times)).toBeLessThan(isLong ? 100 : 300);
    });

    it("needs no more memory for the second ten thousand requests than for the first, and draws a frame of 10,000 scrolled rows in less than a sixtieth of a second", async () => {
      const shown = await openWithRows(browser);
      const { page } = shown;
      await send(shown, 11_000);
      await expect.poll(() => rows(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(10_000);
      const before = await heapBytes(page);
      await send(shown, sized(11_000, 100_000));
      await page.waitForTimeout(1_000);
      const after = await heapBytes(page);
      print(
        `${mebibytes(before)} MiB after 11,000 requests, ${mebibytes(after)} MiB after ${sized(22_000, 111_000)}`,
      );
      expect(after).toBeLessThan(before * 1.25);
      expect(await rows(page)).toBeGreaterThanOrEqual(10_000);
      const times: number[] = [];
      for (let round = 0; round < sized(3, 10); round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one measurement after the other
        times.push(await frameMs(page));
      }
      print(`${median(times).toFixed(1)} ms of the processor for a frame over 10,000 rows`);
      expect(await page.locator("[role=listitem]").count()).toBeLessThan(100);
      expect(median(times)).toBeLessThan(1_000 / 60);
    });

    it.runIf(isLong)(
      "needs no more memory after ten minutes of 30 requests a second",
      { timeout: 900_000 },
      async () => {
        const shown = await openWithRows(browser);
        const { page } = shown;
        // The journal and the list are full from here on.
        await send(shown, 11_000);
        await expect.poll(() => rows(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(10_000);
        const before = await heapBytes(page);
        const end = performance.now() + 600_000;
        const rate = await trickle(shown, 30, () => performance.now() > end);
        const after = await heapBytes(page);
        print(
          `${mebibytes(before)} MiB before, ${mebibytes(after)} MiB after ten minutes of ${rate.toFixed(0)} requests a second`,
        );
        expect(rate).toBeGreaterThan(25);
        expect(after).toBeLessThan(before * 1.25);
      },
    );
  },
);
