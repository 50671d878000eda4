/** What every view shows of the workspace's state: the strip in the header, unread mail, the theme and the focus. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { servedEdge } from "../../../src/harness/next/edge/served-edge.ts";
import { edgeOf } from "../../../src/server/sandbox/edge.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { hasBrowser, launch, newPage } from "../../browser/browser.ts";
import { announced } from "../../harness/next/documents.ts";
import { column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { goTo, leadsPath, openConsole, refer, settled } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/state.test.ts"))(
  "the header of every view",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("shows a moved clock, faults, a used-up key, switched assumptions and held requests, and only these", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      await visit("#/default/rules");
      await settled(shown);
      const strip = page.getByRole("region", { name: "State of the workspace" });
      expect(await strip.count()).toBe(0);
      await tester("POST", "/clock/advance", { by: "P30D" });
      await tester("PUT", "/assumptions", { "lead.email.case": "exact" });
      await tester("POST", "/quotas/MRkeySbx/use", { count: 460 });
      await tester("POST", "/faults", { match: { path: "/**/LeadHPa1" }, then: { kind: "hold" } });
      for (const name of ["Clock +30 d", "1 fault", "MRkeySbx used up", "1 assumption switched"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await strip.getByRole("link", { name, exact: true }).waitFor();
      }
      const held = partner("GET", "/v1/leads/LeadHPa1?scope=active");
      await strip.getByRole("link", { name: "Held: GET /v1/leads/LeadHPa1" }).waitFor();
      await goTo(shown, "faults");
      await page.locator(".card .path", { hasText: "/v1/leads/LeadHPa1?scope=active" }).waitFor();
      await strip.getByRole("button", { name: "Carry it out" }).click();
      expect((await held).status).toBe(200);
      await strip.getByRole("link", { name: "1 assumption switched" }).click();
      await page.getByText("1 rule", { exact: true }).waitFor();
    });

    it("shows the announced interface of serve --next, and when it is in force", async () => {
      if (browser === undefined) throw new Error("The browser did not start.");
      const next = servedEdge(announced("- status:201→200"), Date.parse("2099-03-01T00:00:00Z"));
      const sandbox = openSandbox({ logLevel: "silent", port: 0 }, { edge: edgeOf(next) });
      const { url, controlUrl, close } = await sandbox.listen();
      const { page } = await newPage(browser);
      onTestFinished(async () => {
        await page.context().close();
        await close();
        sandbox.close();
      });
      await page.goto(`${url}/_sandbox/`);
      const strip = page.getByRole("region", { name: "State of the workspace" });
      await strip.getByText("Next interface announced from 1 Mar 2099").waitFor();
      await fetch(`${controlUrl}/clock/advance`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ to: "2099-03-01T00:00:00Z" }),
      });
      await strip.getByText("Next interface in force from 1 Mar 2099").waitFor();
      expect(await strip.getByText("Next interface announced").count()).toBe(0);
    });

    it("counts unread mail in title and navigation; a mail is searched by its text and shown as on a phone", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await refer(shown, "one@example.com", { firstName: "Ottoline" });
      await refer(shown, "two@example.com");
      await tester("POST", "/sign-ups", { email: "two@example.com" });
      await visit("#/default/leads");
      await expect.poll(() => page.title()).toMatch(/^\(3\) Leads/);
      await page.getByRole("link", { name: "Mail 3 unread" }).click();
      await page.getByLabel("Kind").selectOption("converted");
      await expect.poll(() => page.locator(".mails li").count()).toBe(1);
      await page.getByLabel("Kind").selectOption("");
      await page.getByLabel("Search mail").fill("ottoline");
      await expect.poll(() => page.locator(".mails li").count()).toBe(1);
      await page.locator(".mails a").click();
      await expect.poll(() => page.title()).toMatch(/^\(2\) /);
      await page.getByLabel("As wide as a phone").check();
      await expect.poll(async () => (await page.locator("iframe").boundingBox())?.width).toBe(375);
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await expect.poll(() => page.title()).not.toMatch(/^\(/);
    });

    it("has a theme, which stays; and messages cover nothing", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit("#/default/limits");
      const background = () =>
        page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
      const before = await background();
      await page.getByRole("button", { name: "Theme" }).click();
      await page.getByRole("menuitem", { name: "Dark" }).click();
      expect(await background()).not.toBe(before);
      await page.reload();
      await settled(shown);
      expect(await background()).not.toBe(before);
      await page.getByRole("button", { name: "Freeze" }).click();
      const toast = await page.locator(".toast").boundingBox();
      const main = await page.locator("main").boundingBox();
      expect((main?.y ?? 0) + (main?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0);
    });

    it("runs own actions by name from the palette, and finds Leads by email", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await refer(shown, "maya@example.com");
      await visit("#/default/rules");
      await settled(shown);
      const pick = async (words: string, name: RegExp): Promise<void> => {
        await page.keyboard.press("Control+k");
        await page.getByLabel("Find a command").fill(words);
        await page.getByRole("option", { selected: true, name }).waitFor();
        await page.keyboard.press("Enter");
      };
      await pick("advance 1 hour", /^Advance 1 hour/);
      await page.getByText("1 hour passed.").waitFor();
      await pick("freeze", /^Freeze the clock/);
      await page.getByText("The clock is frozen.").waitFor();
      await pick("take a snap", /^Take a snapshot/);
      await page.getByText(/^Snapshot at-.* was taken/).waitFor();
      await pick("sign up maya", /^Sign up maya@example.com/);
      await page.getByText("maya@example.com signed up.").waitFor();
      await pick("maya@", /^Open Lead maya@example.com/);
      await page.getByText("Converted is the end of a Lead").waitFor();
      expect(column(await tester("GET", "/snapshots"), "name")).toHaveLength(1);
    });

    it("turns single keys off, and keeps the focus in the panel after an action", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      const id = await refer(shown, "maya@example.com");
      await visit(`#/default/leads/${id}`);
      await page.getByRole("button", { name: "Sign up" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Converted is the end of a Lead").waitFor();
      const inPanel = `document.activeElement.closest(".panel") !== null`;
      await expect.poll(() => page.evaluate(inPanel)).toBe(true);
      await page.keyboard.press("?");
      await page.getByLabel("Keys without Ctrl do something").uncheck();
      await page.keyboard.press("Escape");
      await page.keyboard.press("g");
      await page.keyboard.press("m");
      await page.keyboard.press("?");
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(page.url()).toContain(`leads/${id}`);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.url()).not.toContain(id);
      await page.reload();
      await settled(shown);
      await page.keyboard.press("?");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Commands" }).waitFor();
      expect(await page.getByRole("dialog").count()).toBe(1);
    });

    it("moves the focus to the view when the element that had it is gone", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await refer(shown, "maya@example.com");
      await visit();
      await page.locator(".line-request").focus();
      await page.keyboard.press("g");
      await page.keyboard.press("l");
      await page.getByRole("heading", { level: 1, name: "Leads" }).waitFor();
      await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("main");
    });

    it("shows the labels of workspaces, and the quota that the meter counts as a chart", async () => {
      const shown = await openConsole(browser);
      const { page, url, visit, tester, partner } = shown;
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ id: "labelled", label: "sync > retries a lost answer" });
      await fetch(`${url}/_sandbox/workspaces`, { method: "POST", headers, body });
      await visit("#/default/world");
      await page.getByRole("main").getByText("sync > retries a lost answer").waitFor();
      await tester("POST", "/quotas/HPkeySbx/use", { count: 30 });
      await partner("GET", leadsPath);
      await goTo(shown, "limits");
      const key = page.getByRole("article", { name: "Key HPkeySbx" });
      await key.getByRole("img", { name: "31 requests in the last hour" }).waitFor();
      await tester("POST", "/quotas/HPkeySbx/refill");
      await expect.poll(() => key.getByRole("img").count(), { timeout: 5_000 }).toBe(0);
    });
  },
);
