/** The console next to a client under test: neither gets in the way of the other. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../browser/browser.ts";
import type { Served } from "../console/console.ts";
import { partnerKey, settled } from "../console/console.ts";
import { isRemote } from "../support/target.ts";
import { median, openWithRows, print, trickle } from "./console-traffic.ts";
import { isLong, sized } from "./size.ts";

let browser: Browser | undefined;

/** The id of the request whose row is at a point. */
const rowAt = (x: number, y: number): string =>
  `document.elementFromPoint(${x}, ${y}).closest(".line-request").hash.split("/").at(-1)`;

const views = "activity leads mail limits faults rules coverage world connect".split(" ");

/** The median milliseconds that a client waits for an answer, at 200 requests a second. */
async function clientMs({ url }: Served): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + 2_500;
  while (performance.now() < end) {
    const begun = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await fetch(`${url}/v1/leads/LeadHPa1`, {
      headers: { "x-api-key": partnerKey },
    });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await answer.arrayBuffer();
    const ms = performance.now() - begun;
    times.push(ms);
    // oxlint-disable-next-line no-await-in-loop -- a pause
    await new Promise((resolve) => setTimeout(resolve, Math.max(5 - ms, 0)));
  }
  return median(times);
}

describe.skipIf(isRemote || !hasBrowser("test/long/console-client.test.ts"))(
  "the console and the client under test",
  { timeout: sized(60_000, 600_000) },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("opens the row that the mouse pressed, while rows arrive", async () => {
      const shown = await openWithRows(browser);
      const { page } = shown;
      const wanted = sized(5, 50);
      let isOver = false;
      const traffic = trickle(shown, () => isOver);
      let opens = 0;
      for (let number = 0; number < wanted; number += 1) {
        /* oxlint-disable no-await-in-loop -- one press after the other */
        const [x, y] = [500, 200 + (number % 20) * 25];
        await page.mouse.move(x, y);
        await page.waitForTimeout(100);
        const pressed = await page.evaluate<string>(rowAt(x, y));
        await page.waitForTimeout(100);
        await page.mouse.click(x, y);
        await page.locator(".panel .facts").waitFor();
        if (page.url().includes(pressed)) opens += 1;
        await page.keyboard.press("Escape");
        await page.mouse.move(20, 20);
        await page.evaluate(`document.querySelector(".newer:enabled")?.click()`);
        await page.waitForTimeout(200);
        /* oxlint-enable no-await-in-loop */
      }
      isOver = true;
      print(
        `${opens} of ${wanted} pressed rows opened, at ${(await traffic).toFixed(0)} requests a second`,
      );
      expect(opens).toBe(wanted);
    });

    // A wait of a client depends on what else the machine does.
    it.runIf(isLong)(
      "slows the client by at most a tenth with Activity open, and by a fifth with another view",
      async () => {
        const shown = await openWithRows(browser);
        const { page, url } = shown;
        const ratios = new Map<string, number[]>(views.map((view) => [view, []]));
        for (let round = 0; round < 3; round += 1) {
          for (const [view, all] of ratios) {
            /* oxlint-disable no-await-in-loop -- taken in turn, so that a busy machine slows both */
            await page.goto("about:blank");
            const alone = await clientMs(shown);
            await page.goto(`${url}/_sandbox/#/default/${view}`);
            await settled(shown);
            all.push((await clientMs(shown)) / alone);
            /* oxlint-enable no-await-in-loop */
          }
        }
        const found = [...ratios].map(([view, all]) => [view, median(all)] as const);
        const texts = found.map(([view, ratio]) => `${(ratio * 100).toFixed(0)} % with ${view}`);
        print(`the client takes ${texts.join(", ")}`);
        for (const [view, ratio] of found) {
          const most = view === "activity" ? 1.1 : 1.2;
          expect({ view, isSlower: ratio > most }).toEqual({ view, isSlower: false });
        }
      },
    );
  },
);
