import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { spread } from "../../long/size.ts";
import { isRemote } from "../../support/target.ts";
import type { Console } from "./console.ts";
import { consoleOf, openConsole, refer, serve, settled } from "./console.ts";
import { hostileWorld, viewAddresses } from "./worlds.ts";

let browser: Browser | undefined;

/** The content of the loaded page, without changing times and row ids. */
async function shownBy(shown: Console): Promise<string> {
  await settled(shown);
  return shown.page.locator("main").innerText();
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/addresses.test.ts"))(
  "an address of the console",
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("shows the same content in a new tab: every view and filter, and each kind of row and tab", async () => {
      const served = await serve();
      await served.tester("PUT", "/clock", { mode: "frozen", now: "2030-01-07T09:00:00.000Z" });
      const opened = (await hostileWorld(served)).slice(viewAddresses.length);
      // Four kinds: a request, a tab of one, a Lead and a mail.
      const addresses = [...viewAddresses, ...spread(opened, 4)];
      const one = await consoleOf(browser, served);
      const other = await consoleOf(browser, served);
      await one.visit();
      for (const address of addresses) {
        /* oxlint-disable no-await-in-loop -- one address after the other */
        const fragment = `#/default/${address}`;
        await one.page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
        await other.visit(fragment);
        // Two pages may load the secondary data of a view at different times.
        await expect
          .poll(
            async () => {
              const [before, afresh] = [await shownBy(one), await shownBy(other)];
              return before === afresh ? "the same" : { address, before, afresh };
            },
            { timeout: 10_000 },
          )
          .toBe("the same");
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("supports back and forward through views, rows and tabs", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      const id = await refer(shown, "maya@example.com");
      await visit();
      await page.getByRole("link", { name: "Leads", exact: true }).click();
      await page.getByRole("link", { name: "maya@example.com" }).click();
      await page.getByRole("heading", { name: "Life line" }).waitFor();
      await page.getByRole("link", { name: "Rules", exact: true }).click();
      await page.getByRole("heading", { name: "Rules", exact: true }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: "Life line" }).waitFor();
      expect(page.url()).toContain(`/leads/${id}`);
      await page.goBack();
      await expect.poll(() => page.getByRole("heading", { name: "Life line" }).count()).toBe(0);
      await page.goForward();
      await page.getByRole("heading", { name: "Life line" }).waitFor();
    });

    it("contains the filter while it is typed, and one step back leads to the previous view", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await refer(shown, "maya@example.com");
      await visit("#/default/world");
      await page.getByRole("link", { name: "Activity", exact: true }).click();
      await page.getByLabel("Filter").pressSequentially("status:4xx");
      await page.getByText("Nothing matches").waitFor();
      await expect.poll(() => page.url()).toContain("q=status%3A4xx");
      await page.goBack();
      await page.getByRole("heading", { name: "World", exact: true }).waitFor();
      await page.goForward();
      await expect.poll(() => page.getByLabel("Filter").inputValue()).toBe("status:4xx");
    });

    it("is named by the title of the page", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/leads/LeadHPa1");
      await expect.poll(() => page.title()).toBe("LeadHPa1 · Leads · default · lead-sandbox");
      await page.evaluate(`location.hash = "#/default/mail"`);
      await expect.poll(() => page.title()).toBe("Mail · default · lead-sandbox");
    });

    it("names the selected workspace", async () => {
      const { page, url, visit } = await openConsole(browser);
      await fetch(`${url}/_sandbox/workspaces`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{ "id": "second" }',
      });
      await visit("#/default/leads");
      await page.getByRole("button", { name: "Workspace" }).click();
      await page.getByRole("menuitem", { name: "second" }).click();
      await expect.poll(() => page.url()).toContain("#/second/leads");
      await page.getByText("Live", { exact: true }).waitFor();
    });
  },
);
