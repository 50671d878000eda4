/** The page reports a lost connection, and follows a restart, a reset, a drop and a restore. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../browser/browser.ts";
import { isRemote } from "../support/target.ts";
import { consoleOf, leadsPath, openConsole, refer, serve } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/console/live.test.ts"))(
  "the live page",
  { timeout: 90_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("reports that it lost the server, and shows the records of the restarted one", async () => {
      const first = await serve();
      const { page, visit } = await consoleOf(browser, first);
      await refer(first, "before@example.com");
      await visit("#/default/leads");
      await page.getByRole("link", { name: "before@example.com" }).waitFor();
      await first.stop();
      await page.getByText("Reconnecting", { exact: true }).waitFor();
      const second = await serve({ port: Number(new URL(first.url).port) });
      await page.getByText("Live", { exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole("link", { name: "before@example.com" }).count())
        .toBe(0);
      await refer(second, "after@example.com");
      await page.getByRole("link", { name: "after@example.com" }).waitFor();
      await page.getByRole("link", { name: "Activity" }).click();
      await page.locator(".line-request", { hasText: "201" }).nth(1).waitFor();
    });

    it("shows a reset as a line, and continues", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await refer(shown, "one@example.com");
      await visit();
      await page.locator(".line-request").waitFor();
      await tester("POST", "/reset");
      await page.getByText("The workspace began again").waitFor();
      await refer(shown, "one@example.com");
      await expect.poll(() => page.locator(".line-request").count()).toBe(2);
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
        .poll(() => page.getByRole("link", { name: "damage@example.com" }).count())
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
      await page.getByRole("button", { name: "Resume (1 new)" }).waitFor();
      expect(await page.getByText("/v1/leads/LeadHPa1").count()).toBe(0);
      await page.getByRole("button", { name: /Resume/ }).click();
      await page.getByText("/v1/leads/LeadHPa1").waitFor();
    });
  },
);
