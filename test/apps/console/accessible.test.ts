/** axe-core checks each view with real content, in both colour schemes and at desktop and phone widths. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { hasBrowser, launch } from "../../browser/browser.ts";
import { isLong, spread } from "../../long/size.ts";
import { isRemote } from "../../support/target.ts";
import { colours, violations } from "./axe.ts";
import type { Console } from "./console.ts";
import { expectNoComplaints, goTo, leadsPath, openConsole } from "./console.ts";
import { hostileWorld } from "./worlds.ts";

let browser: Browser | undefined;

/** A console without motion, as axe-core cannot measure contrast during a colour transition. */
async function openStill(options: SandboxOptions = {}): Promise<Console> {
  const shown = await openConsole(browser, options);
  await shown.page.emulateMedia({ reducedMotion: "reduce" });
  return shown;
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/accessible.test.ts"))(
  "the console, checked by axe-core",
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it.each([1440, 375])("has no violation at %d pixels", async (width) => {
      const shown = await openStill();
      const { page } = shown;
      const addresses = await hostileWorld(shown);
      const isWide = width > 1_000;
      // A short run has each address at one of the widths. The colours of a view are the same at each.
      const half = new Set(spread(addresses, addresses.length / 2));
      const here = addresses.filter((address) => isLong || half.has(address) === isWide);
      const schemes = [
        ["light", undefined] as const,
        ...(isWide ? [["dark", colours] as const] : []),
      ];
      await page.setViewportSize({ width, height: 900 });
      await shown.visit();
      const found: Record<string, readonly string[]> = {};
      for (const address of here) {
        /* oxlint-disable no-await-in-loop -- one page, one view after the other */
        await goTo(shown, address);
        for (const [colorScheme, of] of schemes) {
          await page.emulateMedia({ colorScheme });
          const violated = await violations(page, of);
          if (violated.length > 0) found[`${address}, ${colorScheme}`] = violated;
        }
        /* oxlint-enable no-await-in-loop */
      }
      expect(found).toEqual({});
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expectNoComplaints(shown);
    });

    it("has no violation in its dialogs: palette, shortcuts and confirmation", async () => {
      const shown = await openStill();
      const { page } = shown;
      await shown.visit();
      await goTo(shown, "world");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("option").nth(20).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.getByRole("dialog", { name: "Reset this workspace" }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it("has no violation in the form that answers a held request", async () => {
      const shown = await openStill();
      const { page, partner, tester } = shown;
      await tester("POST", "/faults", { then: { kind: "hold" } });
      const answer = partner("GET", leadsPath);
      await shown.visit("#/default/faults");
      await page.getByRole("button", { name: "Answer by hand" }).click();
      await page.getByLabel("Body").waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Remove all" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove all" }).click();
      expect((await answer).status).toBe(200);
    });

    // Both pages have the same parts. That of the Lead API has all methods, which differ in colour.
    const documents = spread(["Lead API", "Control API"], 1);
    it.each(documents)("has no violation on the page of the %s", async (name) => {
      const { page, url, visit } = await openStill();
      await visit();
      await page.goto(`${url}/_sandbox/docs?urls.primaryName=${encodeURIComponent(name)}`);
      const operation = page.locator(".opblock-post").first();
      await operation.locator(".opblock-summary-control").click();
      await operation.locator(".opblock-body pre").first().waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it("has no violation in the token prompt, nor without a workspace", async () => {
      const shown = await openStill({ controlToken: "t0ken" });
      await shown.visit();
      await shown.page.getByLabel("Control token").waitFor();
      expect(await violations(shown.page)).toEqual([]);
      const open = await openStill();
      await open.visit("#/nowhere/activity");
      await open.page.getByText("There is no workspace nowhere").waitFor();
      expect(await violations(open.page)).toEqual([]);
    });
  },
);
