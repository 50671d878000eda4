/** The console at its edges: past the end of lists, failed views and keys pressed by mistake. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { isRemote } from "../../support/target.ts";
import { goTo, openConsole, partnerKey, settled } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/edges.test.ts"))(
  "the console at its edges",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("lists every workspace, page by page in World and all in the menu", async () => {
      const shown = await openConsole(browser);
      const { page, url, visit } = shown;
      for (let number = 100; number < 210; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await fetch(`${url}/_sandbox/workspaces`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ id: `w-${number}`, fixture: "empty" }),
        });
      }
      await visit("#/default/world");
      const pages = page.getByRole("navigation", { name: "Pages" });
      await pages.getByText("1 to 50 of 111").waitFor();
      await pages.getByRole("button", { name: "Next" }).click();
      await pages.getByRole("button", { name: "Next" }).click();
      await page.getByRole("main").getByRole("link", { name: "w-209" }).waitFor();
      await page.getByRole("button", { name: "Workspace: default" }).click();
      await expect.poll(() => page.getByRole("menuitem").count()).toBe(111);
    });

    it("says past the end of a list that none of the rows is there, and leads back", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit("#/default/leads?offset=100000");
      await page.getByText("No Lead matches").waitFor();
      await page.getByRole("navigation", { name: "Pages" }).getByText("none of 8").waitFor();
      await page.getByRole("button", { name: "Show all" }).click();
      await expect.poll(() => page.locator(".rows tbody tr").count()).toBe(8);
    });

    it("calls a point open only if its rule is assumed, and writes no answer as a dash", async () => {
      const shown = await openConsole(browser);
      const { page, url, visit, tester } = shown;
      await visit("#/default/rules");
      await settled(shown);
      const groups = async (name: string) => page.getByRole("group", { name }).count();
      await goTo(shown, "rules/http.https-only");
      await expect.poll(() => groups("Answer it as:")).toBe(1);
      expect(await groups("This point is open.")).toBe(0);
      await goTo(shown, "rules/http.version-prefix");
      await expect.poll(() => groups("This point is open. Answer it as:")).toBe(1);
      await tester("POST", "/faults", { then: { kind: "reset" }, times: 1 });
      await fetch(`${url}/v1/leads`, { headers: { "x-api-key": partnerKey } }).catch(() => null);
      await goTo(shown, "activity");
      await page.locator(".line-request .status", { hasText: "–" }).waitFor();
    });

    it("shows in place of a view that fails why, and the other views", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await page.route(/\/coverage(?:\?|$)/, (route) => route.fulfill({ json: { data: {} } }));
      await visit("#/default/coverage");
      await page.getByText("This view failed").waitFor();
      await goTo(shown, "leads");
      await expect.poll(() => page.locator(".rows tbody tr").count()).toBe(8);
    });

    it("forgets a g after a while, and lists the snapshot of before a reset", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit("#/default/world");
      await settled(shown);
      await page.keyboard.press("g");
      await page.waitForTimeout(1_600);
      await page.keyboard.press("m");
      expect(page.url()).toContain("/world");
      await page.keyboard.press("g");
      await page.keyboard.press("m");
      expect(page.url()).toContain("/mail");
      await goTo(shown, "world");
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
      await page
        .getByRole("listitem")
        .filter({ hasText: /^undo-/ })
        .waitFor();
    });
  },
);
