/** Every view at three widths with real content. UPDATE_SCREENSHOTS=1 rewrites the pictures in docs/console. */
import { mkdirSync } from "node:fs";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { openSandbox } from "../../src/sandbox.ts";
import { hasBrowser, launch, newPage } from "../browser/browser.ts";
import type { Filled } from "./filled.ts";
import { fill } from "./filled.ts";

const updates = process.env["UPDATE_SCREENSHOTS"] !== undefined;
const widths = [375, 768, 1440] as const;
const schemes = ["light", "dark"] as const;

const views = [
  { name: "activity", at: ({ refusedId }: Filled) => `activity/${refusedId}` },
  { name: "leads", at: ({ convertedId }: Filled) => `leads/${convertedId}` },
  { name: "mail", at: ({ mailId }: Filled) => `mail/${mailId}` },
  { name: "limits", at: () => "limits" },
  { name: "faults", at: () => "faults?method=POST&operationId=post-leads-for-firm" },
  { name: "rules", at: () => "rules?mine=yes" },
  { name: "coverage", at: () => "coverage" },
  { name: "world", at: () => "world" },
  { name: "reports", at: () => "reports" },
  { name: "connect", at: () => "connect" },
  { name: "call", at: () => "call/plan-fault" },
] as const;

let browser: Browser | undefined;

describe.skipIf(!hasBrowser("test/console/pictures.test.ts"))("a view of the console", () => {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it.each(views)(
    "$name fits its width, and draws no error",
    async ({ name, at }) => {
      if (browser === undefined) throw new Error("The browser did not start.");
      const sandbox = openSandbox({ port: 0, logLevel: "silent" });
      const listening = await sandbox.listen();
      const { page, complaints } = await newPage(browser);
      onTestFinished(async () => {
        await page.context().close();
        await listening.close();
        sandbox.close();
      });
      const filled = await fill(sandbox, listening.url);
      await page.goto(`${listening.controlUrl}/#/default/${at(filled)}`);
      await page.getByText("Live", { exact: true }).waitFor();
      await page.locator("main h1, main h2").first().waitFor();
      await expect.poll(() => page.locator(".loading").count()).toBe(0);
      for (const width of widths) {
        for (const colorScheme of schemes) {
          /* oxlint-disable no-await-in-loop -- one after the other */
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.setViewportSize({ width, height: width === 375 ? 740 : 900 });
          const overflow = await page.evaluate<number>(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth",
          );
          expect({ width, overflow }).toEqual({ width, overflow: 0 });
          if (updates && width !== 768) {
            mkdirSync("docs/console", { recursive: true });
            await page.screenshot({ path: `docs/console/${name}-${width}-${colorScheme}.png` });
          }
          /* oxlint-enable no-await-in-loop */
        }
      }
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});
