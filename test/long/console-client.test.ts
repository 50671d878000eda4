/** The console next to a client under test: neither gets in the way of the other. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../browser/browser.ts";
import { isRemote } from "../support/target.ts";
import { openWithRows, print, trickle } from "./console-traffic.ts";
import { sized } from "./size.ts";

let browser: Browser | undefined;

/** The id of the request whose row is at a point. */
const rowAt = (x: number, y: number): string =>
  `document.elementFromPoint(${x}, ${y}).closest(".line-request").hash.split("/").at(-1)`;

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
      const traffic = trickle(shown, 200, () => isOver);
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
  },
);
