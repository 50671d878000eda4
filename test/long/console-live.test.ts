/**
 * The console under traffic: response times, frame rates while scrolling, memory. `npm run
 * test:long` runs it in full.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../browser/browser.ts";
import type { Console, Served } from "../console/console.ts";
import { openConsole, partnerKey } from "../console/console.ts";
import { isRemote } from "../support/target.ts";
import { isLong, sized } from "./size.ts";

let browser: Browser | undefined;

/** Sends one request without the network, because the test needs a high rate. */
async function request({ sandbox, url }: Served, number: number): Promise<void> {
  const path = number % 10 === 0 ? "/v1/leads/NoSuch00" : "/v1/leads/LeadHPa1";
  const headers = { "x-api-key": partnerKey };
  const answer = await sandbox.fetch(new Request(url + path, { headers }));
  await answer.arrayBuffer();
}

/** Sends `count` requests as fast as the sandbox answers. */
async function send(served: Served, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await request(served, number);
    // oxlint-disable-next-line no-await-in-loop -- yields to the streams
    if (number % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Sends 200 requests a second until `isOver`. */
async function trickle(served: Served, isOver: () => boolean): Promise<number> {
  let sent = 0;
  const begun = performance.now();
  while (!isOver()) {
    const due = Math.floor((performance.now() - begun) / 5);
    for (; sent < due; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await request(served, sent);
    }
    // oxlint-disable-next-line no-await-in-loop -- a pause
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return (sent * 1_000) / (performance.now() - begun);
}

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

/** The frames a second while the element of a selector scrolls down for `ms` milliseconds. */
const scroll = (selector: string, ms: number): string => `new Promise((resolve) => {
  const box = document.querySelector("${selector}");
  const begun = performance.now();
  let frames = 0;
  const step = (now) => {
    box.scrollTop = (box.scrollTop + 333) % (box.scrollHeight - box.clientHeight);
    frames += 1;
    if (now < begun + ${ms}) requestAnimationFrame(step);
    else resolve((frames * 1_000) / (performance.now() - begun));
  };
  requestAnimationFrame(step);
})`;

/** Covers the page with an empty element of the same height as the list, or removes it. */
const toggleBare = `{
  const shown = document.querySelector("#bare");
  if (shown === null) {
    document.body.insertAdjacentHTML(
      "beforeend",
      '<div id="bare" style="position: fixed; inset: 0; overflow: auto; background: white"><div></div></div>',
    );
    const height = document.querySelector(".virtual").scrollHeight;
    document.querySelector("#bare > div").style.height = height + "px";
  } else shown.remove();
}`;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

async function opened(): Promise<Console> {
  const shown = await openConsole(browser);
  await shown.tester("PUT", "/quotas/HPkeySbx", { quotaPerHour: null });
  await send(shown, 30);
  await shown.visit();
  await shown.page.locator(".line-request").nth(10).waitFor();
  return shown;
}

async function rows(page: Page): Promise<number> {
  const size = await page.locator("[role=listitem]").first().getAttribute("aria-setsize");
  return Number(size);
}

function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

function print(text: string): void {
  process.stdout.write(`console: ${text}\n`);
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
      const shown = await opened();
      const { page } = shown;
      const end = performance.now() + sized(5_000, 60_000);
      const traffic = trickle(shown, () => performance.now() > end);
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

    it("scrolls 10,000 rows at nine tenths of the frames of an empty page", async () => {
      const shown = await opened();
      const { page } = shown;
      await send(shown, 10_100);
      await expect.poll(() => rows(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(10_000);
      const [list, bare]: [number[], number[]] = [[], []];
      // Taken in turn, so that a busy machine slows both.
      for (let round = 0; round < sized(3, 10); round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one measurement after the other
        list.push(await page.evaluate<number>(scroll(".virtual", 1_000)));
        // oxlint-disable-next-line no-await-in-loop -- as above
        await page.evaluate(toggleBare);
        // oxlint-disable-next-line no-await-in-loop -- as above
        bare.push(await page.evaluate<number>(scroll("#bare", 1_000)));
        // oxlint-disable-next-line no-await-in-loop -- as above
        await page.evaluate(toggleBare);
      }
      print(
        `${median(list).toFixed(1)} frames a second over 10,000 rows, ${median(bare).toFixed(1)} over an empty page`,
      );
      expect(await page.locator("[role=listitem]").count()).toBeLessThan(100);
      expect(median(list)).toBeGreaterThan(median(bare) * (isLong ? 0.9 : 0.5));
    });

    it("needs no more memory for the second ten thousand requests than for the first", async () => {
      const shown = await opened();
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
    });
  },
);
