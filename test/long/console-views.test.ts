/**
 * Every view of the console in full, empty and hostile worlds, at three widths, light and dark. With PICTURES set to a
 * folder, it also takes a picture of each there.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { colours, violations } from "../apps/console/axe.ts";
import type { Served } from "../apps/console/console.ts";
import { consoleOf, goTo, serve, settled } from "../apps/console/console.ts";
import { picture } from "../apps/console/picture.ts";
import { hostileWorld, pictured, viewAddresses } from "../apps/console/worlds.ts";
import { hasBrowser, launch } from "../browser/browser.ts";
import { isRemote } from "../support/target.ts";
import { isLong } from "./size.ts";

const widths = [375, 768, 1440];

/** Each world by name: its fixture, and what fills it and returns the addresses of its views and rows. */
const worlds = {
  empty: ["empty", async () => viewAddresses],
  full: [
    "default",
    async (served: Served) => {
      const { refusedId, convertedId, mailId } = await pictured(served);
      const tabs = ["why", "request", "response", "edit"].map((tab) => `?do=${tab}`);
      return [
        ...viewAddresses,
        ...tabs.map((tab) => `activity/${refusedId}${tab}`),
        `leads/${convertedId}`,
        `mail/${mailId}`,
        "faults?method=POST&operationId=post-leads-for-firm",
      ];
    },
  ],
  hostile: ["default", hostileWorld],
} as const;

let browser: Browser | undefined;

async function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}

// 270 pictures and as many runs of axe-core take minutes; test/apps/console has the most telling of them.
describe.skipIf(isRemote || !isLong || !hasBrowser("test/long/console-views.test.ts"))(
  "every view of the console",
  { timeout: 900_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it.each(Object.entries(worlds))(
      "fits each width and has no violation in a world that is %s, light and dark",
      async (world, [fixture, fill]) => {
        const served = await serve({ fixture });
        const addresses = await fill(served);
        const { page, visit, complaints } = await consoleOf(browser, served);
        await page.emulateMedia({ reducedMotion: "reduce" });
        await visit();
        const found: Record<string, unknown> = {};
        for (const [number, address] of addresses.entries()) {
          /* oxlint-disable no-await-in-loop -- one page, one view after the other */
          await goTo({ page }, address);
          for (const width of widths) {
            await page.setViewportSize({ width, height: width === 375 ? 740 : 900 });
            await settled({ page });
            for (const colorScheme of ["light", "dark"] as const) {
              await page.emulateMedia({ colorScheme });
              const problems = [
                ...(await violations(page, colorScheme === "light" ? undefined : colours)),
                ...((await overflowOf(page)) > 0 ? ["is wider than the window"] : []),
              ];
              if (problems.length > 0) found[`${address} ${width} ${colorScheme}`] = problems;
              const view = address.replace(/[/?].*/, "");
              await picture(page, world, `${width}-${colorScheme}-${number}-${view}`);
            }
          }
          /* oxlint-enable no-await-in-loop */
        }
        expect(found).toEqual({});
        expect(complaints).toEqual([]);
      },
    );
  },
);
