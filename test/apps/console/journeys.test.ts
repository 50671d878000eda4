/** End-to-end user journeys in the console, without a terminal. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { at, column, text } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { leadsPath, openConsole, partnerKey, refer } from "./console.ts";

const lead = { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" };

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/journeys.test.ts"))(
  "a user of the console",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("sees in Coverage how many requests came without /v1, once there are some", async () => {
      const { page, visit, partner } = await openConsole(browser);
      await partner("GET", "/v1/leads");
      await visit("#/default/coverage");
      await page.getByText("1 of", { exact: false }).first().waitFor();
      const note = page.getByText(/requests came without/);
      expect(await note.count()).toBe(0);
      await partner("GET", "/leads");
      await note.waitFor();
      expect(await note.textContent()).toContain("1 of 2 requests came without /v1");
    });

    it("finds the rules of a 409, and switches an assumed rule", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      await refer(shown, "maya@example.com");
      expect(
        (await partner("POST", leadsPath, { ...lead, email: "MAYA@example.com" })).status,
      ).toBe(409);
      await visit("#/default/activity?q=status%3A409");
      await page.locator(".line-request").click();
      const panel = page.getByRole("region", { name: "Request" });
      await panel
        .getByText(/has a Lead with this email/)
        .first()
        .waitFor();
      const open = panel
        .getByRole("listitem")
        .filter({ has: page.getByRole("radio") })
        .first();
      const ruleId = await open.locator(".rule-head a").innerText();
      const other = open.locator("label", { hasNot: page.getByText("default") }).first();
      const choice = await other.locator(".mono").innerText();
      await other.getByRole("radio").check();
      await page.getByText(`${ruleId} is ${choice} from now on.`).waitFor();
      expect(at(await tester("GET", "/assumptions"), "data")).toMatchObject({ [ruleId]: choice });
    });

    it("plans a lost answer, sees it, and reads why the retry got a 409", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      await visit("#/default/faults");
      await page.getByLabel("Method").selectOption("POST");
      await page
        .getByLabel("What happens")
        .selectOption({ label: "is carried out, its answer lost" });
      await page.getByRole("button", { name: "Plan it" }).click();
      await page.getByRole("article", { name: /^Fault/ }).waitFor();
      await expect(partner("POST", leadsPath, lead)).rejects.toThrow("fetch failed");
      expect((await partner("POST", leadsPath, lead)).status).toBe(409);
      await page.getByText("used up · 1 of 1 hit").waitFor();
      await page.getByRole("link", { name: "Activity" }).click();
      await page
        .locator('.line-request:has(.status:text-is("–"))')
        .getByText("4 effects")
        .waitFor();
      await page.locator('.line-request:has(.status:text-is("409"))').click();
      await page.locator(".refusal", { hasText: "has a Lead with this email" }).waitFor();
      await page
        .getByRole("link", { name: /^lead\.unique/ })
        .first()
        .waitFor();
    });

    it("sees an exhausted quota, and advances the clock past it", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      await tester("PUT", "/quotas/HPkeySbx", { quotaPerHour: 3 });
      await visit("#/default/limits");
      const key = page.getByRole("article", { name: "Key HPkeySbx" });
      await key.getByText("May send now.").waitFor();
      await key.getByRole("button", { name: "Use up" }).click();
      await key.getByText(/Next request allowed in/).waitFor();
      expect((await partner("GET", leadsPath)).status).toBe(429);
      await key.getByRole("button", { name: "Advance until allowed" }).click();
      await key.getByText("May send now.").waitFor();
      expect((await partner("GET", leadsPath)).status).toBe(200);
    });

    it("reads a mail, and signs up by the button in its preview", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await refer(shown, "maya@example.com");
      await visit("#/default/mail");
      await page.getByRole("link", { name: /maya@example.com/ }).click();
      await page.getByRole("link", { name: /^POST/ }).waitFor();
      const opened = page.context().waitForEvent("page");
      await page.frameLocator("iframe.frame").getByRole("link", { name: "Sign up" }).click();
      const journey = await opened;
      expect(await journey.evaluate("opener")).toBe(null);
      await journey.getByRole("button").first().click();
      await expect
        .poll(async () => column(await tester("GET", "/leads?search=maya@example.com"), "state"))
        .toEqual(["Converted"]);
    });

    it("takes a snapshot, changes records, compares and restores it", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      const id = await refer(shown, "maya@example.com");
      await visit("#/default/world");
      await page.getByLabel("Name of the new snapshot").fill("clean");
      await page.getByRole("button", { name: "Take a snapshot" }).click();
      await page.getByText("Snapshot clean was taken.").waitFor();
      await tester("POST", `/leads/${id}/archive`);
      await page.getByRole("button", { name: "Compare" }).click();
      const difference = page.getByRole("listitem").filter({ hasText: id });
      await expect
        .poll(() => difference.innerText())
        .toMatch(/changed leads [^]*deletedAt: none → 2/);
      expect(await difference.getByRole("link").getAttribute("href")).toContain(`lead%3A${id}`);
      const firm = page.getByRole("article", { name: "Harbour Point" });
      const key = firm.getByRole("listitem").filter({ hasText: "HPkeySbx" });
      expect(await key.innerText()).toContain(partnerKey);
      await page
        .getByRole("listitem")
        .filter({ hasText: /^clean/ })
        .getByRole("button", { name: "Restore" })
        .click();
      await page.getByRole("dialog").getByText("faults since the snapshot are lost").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
      await page.getByText("Snapshot clean was restored.").waitFor();
      expect(text(await tester("GET", `/leads/${id}`), "data.state")).toBe("Active");
    });

    it("resets the workspace, and restores the snapshot of before, told what each loses", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester, partner } = shown;
      const id = await refer(shown, "maya@example.com");
      await tester("POST", "/snapshots", { name: "undo-2026-01-01t00-00-00-000z" });
      await visit("#/default/world");
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
      await page.getByText("The workspace was reset.").first().waitFor();
      expect((await tester("GET", `/leads/${id}`)).status).toBe(404);
      // The snapshots that the page took are removed after an hour.
      expect(column(await tester("GET", "/snapshots"), "name")).toEqual([
        expect.not.stringContaining("2026-01-01t00"),
      ]);
      await partner("GET", leadsPath);
      await partner("GET", leadsPath);
      await page.locator(".toast").getByRole("button", { name: "Restore" }).click();
      await page.getByRole("dialog").getByText("the 2 requests of the journal").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
      await page.getByText("The snapshot was restored.").waitFor();
      expect(text(await tester("GET", `/leads/${id}`), "data.email")).toBe("maya@example.com");
    });

    it("holds a request, and answers it by hand", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      await visit("#/default/faults");
      await page.getByLabel("What happens").selectOption({ label: "is held until you answer it" });
      await page.getByRole("button", { name: "Plan it" }).click();
      await page.getByRole("article", { name: /^Fault/ }).waitFor();
      const answer = partner("GET", leadsPath);
      const held = page.getByRole("listitem", { name: /^Held request/ });
      await held.getByRole("button", { name: "Answer by hand" }).click();
      await held.getByLabel("Status").fill("202");
      await held.getByLabel("Body").fill('{ "by": "hand" }');
      await held.getByRole("button", { name: "Send this answer" }).click();
      const { status, json } = await answer;
      expect({ status, json }).toEqual({ status: 202, json: { by: "hand" } });
      await expect.poll(() => held.count()).toBe(0);
    });

    it("holds two requests, and releases one as is and one with a refusal", async () => {
      const { page, visit, partner, tester } = await openConsole(browser);
      await tester("POST", "/faults", { then: { kind: "hold" } });
      await visit("#/default/faults");
      const answers = [partner("GET", leadsPath), partner("GET", "/v1/leads/LeadHPa1")] as const;
      const held = page.getByRole("listitem", { name: /^Held request/ });
      await held.nth(1).waitFor();
      const one = held.filter({ hasText: "LeadHPa1" });
      await one.getByRole("button", { name: "Carry it out" }).click();
      expect((await answers[1]).status).toBe(200);
      await expect.poll(() => held.count()).toBe(1);
      await held.getByRole("button", { name: "Refuse with 503" }).click();
      expect((await answers[0]).status).toBe(503);
    });
  },
);
