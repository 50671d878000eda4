/** Many tabs of one browser share one stream, because a browser opens at most six connections to an origin. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { sized } from "../../long/size.ts";
import { isRemote } from "../../support/target.ts";
import type { Console } from "./console.ts";
import { openConsole, refer } from "./console.ts";

let browser: Browser | undefined;

/** More than the connections that a browser opens. */
const tabCount = sized(8, 20);

/** Opens further tabs of the browser of `shown`, one address each. */
async function openTabs({ page, url }: Console, addresses: readonly string[]): Promise<Page[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const tab = await page.context().newPage();
      await tab.goto(`${url}/_sandbox/#/${address}`);
      await tab.getByText("Live", { exact: true }).waitFor();
      return tab;
    }),
  );
}

async function expectRow(tabs: readonly Page[], email: string): Promise<void> {
  await Promise.all(tabs.map((tab) => tab.getByRole("link", { name: email }).waitFor()));
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/tabs.test.ts"))(
  "many tabs of the console",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it(`are all live: ${tabCount}, also after the first was closed`, async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit("#/default/leads");
      const tabs = await openTabs(
        shown,
        Array.from({ length: tabCount - 1 }, () => "default/leads"),
      );
      await refer(shown, "one@example.com");
      await expectRow([page, ...tabs], "one@example.com");
      await page.close();
      await refer(shown, "two@example.com");
      await expectRow(tabs, "two@example.com");
      expect(page.isClosed()).toBe(true);
      // Other pages of the sandbox still find a connection.
      const other = await shown.page.context().newPage();
      await other.goto(`${shown.url}/_sandbox/docs`);
      await other.locator(".opblock").first().waitFor();
      await other.goto(`${shown.url}/_sandbox/workspaces/default/sign-up`);
      await other.getByRole("button", { name: "Sign up" }).waitFor();
    });

    it("show each its own workspace", async () => {
      const shown = await openConsole(browser);
      const { url, visit } = shown;
      const made = { method: "POST", headers: { "content-type": "application/json" } };
      await fetch(`${url}/_sandbox/workspaces`, { ...made, body: '{ "id": "other" }' });
      await visit("#/default/activity");
      const [tab] = await openTabs(shown, ["other/activity"]);
      await refer(shown, "one@example.com");
      await shown.page.locator(".line-request").waitFor();
      expect(await tab?.locator(".line-request").count()).toBe(0);
      const reset = await fetch(`${url}/_sandbox/workspaces/other/reset`, made);
      expect(reset.status).toBe(200);
      await tab?.getByText("The workspace began again").waitFor();
      expect(await shown.page.getByText("The workspace began again").count()).toBe(0);
    });
  },
);
