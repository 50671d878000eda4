/** The page reports a lost connection, and follows a restart, a reset, a drop and a restore. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { keptPort } from "../../support/kept-port.ts";
import { text } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { consoleOf, leadsPath, openConsole, partnerKey, refer, serve } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/live.test.ts"))(
  "the live page",
  { timeout: 90_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("reports that it lost the server, and shows the records of the restarted one", async () => {
      const port = await keptPort();
      const first = await serve({ port });
      const { page, visit } = await consoleOf(browser, first);
      await refer(first, "before@example.com");
      await visit("#/default/leads");
      await page.getByRole("link", { name: "before@example.com" }).waitFor();
      await first.stop();
      await page.getByText("Reconnecting", { exact: true }).waitFor();
      const second = await serve({ port });
      await page.getByText("Live", { exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole("link", { name: "before@example.com" }).count())
        .toBe(0);
      await refer(second, "after@example.com");
      await page.getByRole("link", { name: "after@example.com" }).waitFor();
      await page.getByRole("link", { name: "Activity" }).click();
      await page.locator('.line-request:has(.status:text-is("201"))').waitFor();
      // The request of before the restart is gone, and a line says why.
      await expect.poll(() => page.locator(".line-request").count()).toBe(1);
      await page.locator(".line-notice").first().waitFor();
    });

    it("loads each event once, in a tab of its own and in the next one", async () => {
      const shown = await openConsole(browser);
      const { page, url, visit, partner } = shown;
      await partner("GET", leadsPath);
      const tab = await page.context().newPage();
      const loads: string[] = [];
      for (const one of [page, tab]) {
        one.on("request", (request) => {
          if (request.url().includes("/events?after=")) loads.push(request.url());
        });
      }
      await visit();
      await page.locator(".line-request").waitFor();
      await tab.goto(`${url}/_sandbox/`);
      await tab.locator(".line-request").waitFor();
      await tab.getByText("Live", { exact: true }).waitFor();
      expect(loads).toHaveLength(2);
    });

    it("shows a reset as a line in place of earlier requests, and continues", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await refer(shown, "one@example.com");
      await visit();
      await page.locator(".line-request").waitFor();
      await tester("POST", "/reset");
      await page.getByText("The workspace began again").waitFor();
      await expect.poll(() => page.locator(".line-request").count()).toBe(0);
      await refer(shown, "one@example.com");
      await expect.poll(() => page.locator(".line-request").count()).toBe(1);
    });

    it("reports that the workspace was dropped, and links to the remaining ones", async () => {
      const { page, url, visit } = await openConsole(browser);
      const made = { method: "POST", headers: { "content-type": "application/json" } };
      await fetch(`${url}/_sandbox/workspaces`, { ...made, body: '{ "id": "short-lived" }' });
      await visit("#/short-lived/activity");
      await page.getByText("Live", { exact: true }).waitFor();
      await fetch(`${url}/_sandbox/workspaces/short-lived`, { method: "DELETE" });
      await page.getByText("There is no workspace short-lived").waitFor();
      expect(await page.getByText("was reset").count()).toBe(0);
      await page.getByRole("link", { name: "Show the workspaces" }).click();
      await page.getByRole("heading", { name: "World", exact: true }).waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
    });

    it("shows the records of a restored snapshot", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await tester("POST", "/snapshots", { name: "clean" });
      await refer(shown, "damage@example.com");
      await visit("#/default/leads");
      await page.getByRole("link", { name: "damage@example.com" }).waitFor();
      await tester("POST", "/snapshots/clean/restore");
      await expect
        .poll(() => page.getByRole("link", { name: "damage@example.com" }).count(), {
          timeout: 5_000,
        })
        .toBe(0);
    });

    it("keeps the scroll position while rows arrive, and queues them while it is paused", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      for (let number = 0; number < 60; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await partner("GET", `${leadsPath}?q=${number}`);
      }
      await visit();
      await page.locator("[role=listitem][aria-setsize='60']").first().waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
      await partner("GET", "/v1/leads/LeadHPa1");
      await page.getByRole("button", { name: "1 new" }).waitFor();
      expect(await page.getByText("/v1/leads/LeadHPa1").count()).toBe(0);
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByText("/v1/leads/LeadHPa1").waitFor();
      await page.evaluate(`document.querySelector(".virtual").scrollTop = 400`);
      const first = page.locator(".line-request", { hasText: `${leadsPath}?q=45` });
      const before = await first.boundingBox();
      await partner("GET", "/v1/leads/LeadHPm1");
      await page.getByRole("button", { name: "1 new" }).waitFor();
      expect(await first.boundingBox()).toEqual(before);
      await page.getByRole("button", { name: "1 new" }).click();
      await page.getByText("/v1/leads/LeadHPm1").waitFor();
    });

    it("shows the row of an opened request, wherever the list stood", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      for (let number = 0; number < 120; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await partner("GET", `${leadsPath}?q=${number}`);
      }
      await visit();
      await page.locator("[role=listitem][aria-setsize='120']").first().waitFor();
      const id = text(await tester("GET", "/requests?limit=1&offset=60"), "data.0.id");
      await page.evaluate(`location.hash = "#/default/activity/${id}"`);
      await page.locator(".panel", { hasText: id }).waitFor();
      const opened = page.locator(".line-request[aria-current]");
      await expect.poll(() => opened.count()).toBe(1);
    });

    it("finds no request of before a reset", async () => {
      const { page, visit, partner, tester } = await openConsole(browser);
      await partner("POST", leadsPath, { email: "sought@example.com", nope: 1 });
      await visit(`#/default/activity?q=${encodeURIComponent("sought@example.com")}`);
      await page.locator('.line-request:has(.status:text-is("422"))').waitFor();
      await tester("POST", "/reset");
      await expect.poll(() => page.locator(".line-request").count(), { timeout: 10_000 }).toBe(0);
      // A reload of the search would bring it back.
      await partner("GET", leadsPath);
      await page.waitForTimeout(1_500);
      expect(await page.locator(".line-request").count()).toBe(0);
    });

    it("finds requests by words in headers, bodies and queries, also refused and forgotten ones", async () => {
      const { page, visit, partner } = await openConsole(browser);
      await partner("POST", leadsPath, { email: "sought@example.com", nope: 1 });
      // As if the log had dropped the event of this request.
      await page.route("**/events?*", async (route) => {
        const answer = await route.fetch();
        const { data, meta }: { data: { cursor: number }[]; meta: object } = await answer.json();
        await route.fulfill({ json: { data: data.filter(({ cursor }) => cursor > 1), meta } });
      });
      await partner("GET", `${leadsPath}?limit=7&offset=3`);
      await visit();
      await page.locator(".line-request", { hasText: "?limit=7&offset=3" }).waitFor();
      await page.getByLabel("Filter").fill("sought@example.com");
      await page.locator('.line-request:has(.status:text-is("422"))').waitFor();
      await expect.poll(() => page.locator(".line-request").count()).toBe(1);
      await partner("POST", leadsPath, { email: "sought@example.com", never: 1 });
      await page.locator(".line-request").nth(1).waitFor();
      await page.getByLabel("Filter").fill(partnerKey);
      await page.getByText("Nothing matches").waitFor();
      await page.getByLabel("Filter").fill("is:foo");
      await page.getByText("is:foo means nothing. Expected is:refused").waitFor();
    });

    it("applies a filter while it is paused, and ends the pause with the workspace", async () => {
      const { page, url, visit, partner } = await openConsole(browser);
      const made = { method: "POST", headers: { "content-type": "application/json" } };
      await fetch(`${url}/_sandbox/workspaces`, { ...made, body: '{ "id": "other" }' });
      await partner("GET", leadsPath);
      await partner("GET", "/v1/leads/NoSuch00");
      await visit();
      await page.locator(".line-request").nth(1).waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByLabel("Filter").fill("status:404");
      await expect.poll(() => page.locator(".line-request").count()).toBe(1);
      await partner("GET", leadsPath);
      await partner("GET", "/v1/leads/NoSuch01");
      await page.getByRole("button", { name: "1 new" }).waitFor();
      await page.evaluate(`location.hash = "#/other/activity"`);
      await page.getByText("No request yet").waitFor();
      await page.getByRole("button", { name: "Pause" }).waitFor();
    });

    it("keeps the rows in place under the pointer and the focus, and counts newer ones", async () => {
      const { page, visit, partner } = await openConsole(browser);
      await partner("GET", `${leadsPath}?q=first`);
      await partner("GET", "/v1/leads/LeadHPa1");
      await visit();
      const row = page.locator(".line-request", { hasText: "LeadHPa1" });
      await row.hover();
      const before = await row.boundingBox();
      for (let number = 0; number < 60; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await partner("GET", `${leadsPath}?q=${number}`);
      }
      await page.getByRole("button", { name: "60 new" }).waitFor();
      expect(await row.boundingBox()).toEqual(before);
      await row.click();
      await page.getByRole("heading", { level: 2, name: /LeadHPa1/ }).waitFor();
      await page.getByRole("button", { name: "60 new" }).click();
      await expect.poll(() => row.count()).toBe(0);
      await page.keyboard.press("Escape");
      const newest = page.locator(".line-request").first();
      await newest.focus();
      await page.mouse.move(0, 0);
      await page.evaluate(`document.querySelector(".virtual").scrollTop = 100000`);
      await row.waitFor();
      const focused = `document.activeElement.closest(".line-request") !== null`;
      expect(await page.evaluate(focused)).toBe(true);
    });

    it("loads a list at most once a second, and not while the tab is hidden", async () => {
      const { page, visit, partner } = await openConsole(browser);
      await page.addInitScript(
        `Object.defineProperty(document, "hidden", { get: () => window.isAway === true })`,
      );
      await visit("#/default/limits");
      await page.getByRole("article").first().waitFor();
      const loads: number[] = [];
      page.on("request", (request) => request.url().endsWith("/quotas") && loads.push(Date.now()));
      const end = Date.now() + 2_500;
      while (Date.now() < end) {
        // oxlint-disable-next-line no-await-in-loop -- a steady client
        await partner("GET", leadsPath);
        // oxlint-disable-next-line no-await-in-loop -- a steady client
        await page.waitForTimeout(20);
      }
      expect(loads.length).toBeGreaterThan(0);
      expect(loads.length).toBeLessThanOrEqual(4);
      await page.waitForTimeout(1_200);
      await page.evaluate(`window.isAway = true`);
      loads.length = 0;
      await partner("GET", leadsPath);
      await page.waitForTimeout(1_500);
      expect(loads).toEqual([]);
      await page.evaluate(
        `window.isAway = false, document.dispatchEvent(new Event("visibilitychange"))`,
      );
      await expect.poll(() => loads.length).toBe(1);
    });
  },
);
