/**
 * Screenshots of each view at three widths with real content. UPDATE_SCREENSHOTS=1 rewrites those in docs/console.
 */
import { mkdirSync } from "node:fs";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { consoleOf, expectNoComplaints, goTo, serve, settled } from "./console.ts";
import type { Pictured } from "./worlds.ts";
import { pictured } from "./worlds.ts";

const updates = process.env["UPDATE_SCREENSHOTS"] !== undefined;
const widths = [375, 768, 1440] as const;
const schemes = ["light", "dark"] as const;

const views = [
  { name: "activity", at: ({ refusedId }: Pictured) => `activity/${refusedId}` },
  { name: "leads", at: ({ convertedId }: Pictured) => `leads/${convertedId}` },
  { name: "limits", at: () => "limits" },
  { name: "faults", at: () => "faults?method=POST&operationId=post-leads-for-firm" },
  { name: "rules", at: () => "rules?mine=yes" },
  { name: "coverage", at: () => "coverage" },
  { name: "world", at: () => "world" },
  { name: "reports", at: () => "reports" },
  { name: "connect", at: () => "connect" },
  // Last, as it marks the mail as read.
  { name: "mail", at: ({ mailId }: Pictured) => `mail/${mailId}` },
] as const;

let browser: Browser | undefined;

describe.skipIf(!hasBrowser("test/apps/console/pictures.test.ts"))("a view of the console", () => {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it("fits its width, and shows no error, whichever it is", async () => {
    const served = await serve();
    const shown = await consoleOf(browser, served);
    const { page } = shown;
    const records = await pictured(served);
    await shown.visit();
    await settled(shown);
    for (const { name, at } of views) {
      /* oxlint-disable no-await-in-loop -- one after the other */
      await goTo(shown, at(records));
      for (const width of widths) {
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.setViewportSize({ width, height: width === 375 ? 740 : 900 });
          const overflow = await page.evaluate<number>(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth",
          );
          expect({ name, width, overflow }).toEqual({ name, width, overflow: 0 });
          if (updates && width !== 768) {
            mkdirSync("docs/console", { recursive: true });
            await page.screenshot({ path: `docs/console/${name}-${width}-${colorScheme}.png` });
          }
        }
      }
      /* oxlint-enable no-await-in-loop */
    }
    expectNoComplaints(shown);
  }, 120_000);
});
