/** The command palette reaches every call of the control API, and its form sends the call. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { controlOperations } from "../../../src/server/control/calls/operations.ts";
import { hasBrowser, launch } from "../../browser/browser.ts";
import { isRemote } from "../../support/target.ts";
import { expectNoComplaints, openConsole } from "./console.ts";
import { viewAddresses } from "./worlds.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/operations.test.ts"))(
  "the command palette",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("lists every call of the control API with its method and path, and every view", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit();
      await page.getByRole("button", { name: "Commands" }).click();
      const views = await page.getByRole("navigation", { name: "Views" }).getByRole("link").count();
      const inTests = new Set(viewAddresses.map((address) => /^\w+/.exec(address)?.[0]));
      expect(inTests.size, "Each view has an address in worlds.ts").toBe(views);
      const options = page.getByRole("dialog").getByRole("option");
      // New request, four steps of the clock, freeze, run, snapshot, reset and three themes.
      const actions = 12;
      await expect.poll(() => options.count()).toBe(controlOperations.length + views + actions);
      const texts = (await options.allInnerTexts()).join("\n");
      for (const { method, path, level } of controlOperations) {
        const where = level === "workspace" ? "/workspaces/default" : "";
        expect(texts).toContain(`${method} /_sandbox${where}${path}`);
      }
      expectNoComplaints(shown);
    });

    it("opens a call on the page of the API, which can send it", async () => {
      const { page, visit } = await openConsole(browser);
      await visit();
      await page.getByRole("button", { name: "Commands" }).click();
      await page.getByLabel("Find a command").fill("Issue a key for a Firm");
      const opened = page.context().waitForEvent("page");
      await page.keyboard.press("Enter");
      const api = await opened;
      await api.locator("[id$=issue-api-key]").first().waitFor();
      await api.getByRole("button", { name: "Try it out" }).first().waitFor();
      expect(api.url()).toContain("/_sandbox/docs?");
    });
  },
);
