/** The content of the request panel, and the effects of its buttons. */
import { readFileSync } from "node:fs";

import type { Browser, Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { at, column, text } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import type { Console } from "./console.ts";
import { leadsPath, openConsole, partnerKey, refer } from "./console.ts";

const lead = { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" };

/** What "Copy as" offers, and a part of each. */
const copied = [
  ["curl", "curl -i -X POST"],
  [".http", "POST http://"],
  ["fetch", "await fetch("],
  ["Python", "urllib.request"],
  ["Go", "package main"],
  ["Java", "HttpRequest.newBuilder"],
] as const;

let browser: Browser | undefined;

/** A console that shows a request whose key the journal redacts. */
async function openRequest(tab = ""): Promise<Console & { readonly requestId: string }> {
  const shown = await openConsole(browser);
  await refer(shown, lead.email);
  const refused = await shown.partner("POST", leadsPath, lead);
  const requestId = refused.headers.get("x-sandbox-request-id") ?? "";
  await shown.visit(`#/default/activity/${requestId}${tab}`);
  await shown.page.getByRole("tab", { name: "Why" }).waitFor();
  return { ...shown, requestId };
}

async function savedBy(page: Page, button: string): Promise<unknown> {
  const download: Promise<Download> = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const path = await (await download).path();
  return JSON.parse(readFileSync(path, "utf8"));
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/request.test.ts"))(
  "the panel of a request",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("cites the rules in the order of the response header, and shows headers and bodies without the key", async () => {
      const { page, tester, requestId } = await openRequest();
      const journaled = await tester("GET", `/requests/${requestId}`);
      const cited = page.locator(".rules .rule-head a");
      const rules = JSON.stringify(at(journaled, "data.rules")).replaceAll(/[["\]]|;assumed/g, "");
      await expect.poll(async () => (await cited.allInnerTexts()).join(",")).toBe(rules);
      expect(await page.locator(".rules").innerText()).toMatch(/documented|reference|assumed/);
      await page.getByRole("tab", { name: "Request", exact: true }).click();
      await page.getByText("x-api-key").waitFor();
      await page.locator(".json").getByText('"Lindqvist"').waitFor();
      expect(await page.locator("main").innerText()).not.toContain(partnerKey);
      await page.getByRole("tab", { name: "Response" }).click();
      await page.locator(".json").getByText('"NOT_UNIQUE"').first().waitFor();
    });

    it("copies the request as a command and in each language, with the key", async () => {
      const { page } = await openRequest();
      for (const [name, beginning] of copied) {
        /* oxlint-disable no-await-in-loop -- one clipboard */
        await page.getByRole("button", { name: "Copy as" }).click();
        await page.getByRole("menuitem", { name, exact: true }).click();
        await page.getByText(`Copied as ${name}.`).waitFor();
        const pasted = await page.evaluate<string>("navigator.clipboard.readText()");
        expect(pasted).toContain(beginning);
        expect(pasted).toContain(partnerKey);
        expect(pasted).toContain("maya@example.com");
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("keeps a draft in other views, explains it without sending it, and sends it", async () => {
      const { page, tester, requestId } = await openRequest("?do=edit");
      const body = page.getByLabel("Body");
      await expect.poll(() => body.inputValue()).toContain("maya@example.com");
      const draft = JSON.stringify({ ...lead, email: "other@example.com" });
      await body.fill(draft);
      await page.getByRole("tab", { name: "Why" }).click();
      await page.evaluate(`location.hash = "#/default/leads"`);
      await page.evaluate(`location.hash = "#/default/activity/${requestId}?do=edit"`);
      await expect.poll(() => body.inputValue()).toBe(draft);
      await page.getByRole("button", { name: "Explain, changing nothing" }).click();
      await page.getByText("would be the answer").waitFor();
      const shown = page.getByRole("region", { name: "Explanation" });
      expect(await shown.locator("h3").first().innerText()).toContain("201");
      await shown.locator(".rule", { hasText: "interface" }).first().waitFor();
      await shown.getByText(/^Lead \w+ created$/).waitFor();
      const found = async () =>
        column(await tester("GET", "/leads?search=other@example.com"), "email");
      expect(await found()).toEqual([]);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("heading", { level: 2, name: /201.*POST/ }).waitFor();
      expect(await found()).toEqual(["other@example.com"]);
    });

    it("opens the form for a fault that matches such calls", async () => {
      const { page, tester } = await openRequest();
      await page.getByRole("link", { name: "Plan a fault" }).click();
      await page.getByRole("button", { name: "Plan it" }).click();
      await page.getByRole("article", { name: /^Fault/ }).waitFor();
      const faults = await tester("GET", "/faults");
      expect(column(faults, "match.operationId")).toEqual(["post-leads-for-firm"]);
      expect(text(faults, "data.0.match.method")).toBe("POST");
    });

    it("saves the request as HAR and as a pact of one interaction", async () => {
      const { page } = await openRequest();
      const asked = page.waitForRequest(/requests\.har/);
      const har = await savedBy(page, "HAR");
      // Not the whole journal, which may have megabytes.
      expect((await asked).url()).toContain("requestId=");
      expect(har).toMatchObject({ log: { entries: [{ response: { status: 409 } }] } });
      const pact = await savedBy(page, "Pact");
      expect(pact).toMatchObject({ interactions: [{ response: { status: 409 } }] });
    });

    it("shows the start of a long body, and neither copies nor sends it as if it were whole", async () => {
      const { page, visit, partner } = await openConsole(browser);
      const long = await partner("POST", leadsPath, { ...lead, note: "x".repeat(900_000) });
      const address = `#/default/activity/${long.headers.get("x-sandbox-request-id")}`;
      await visit(`${address}?do=request`);
      await page.getByText("only the start of this body of 879.0 kB").waitFor();
      const drawn = await page.locator("main").innerText();
      expect(drawn.length).toBeLessThan(100_000);
      expect(await page.getByRole("button", { name: "Copy", exact: true }).count()).toBe(0);
      await page.getByRole("button", { name: "Copy as" }).click();
      await page.getByRole("menuitem", { name: "curl" }).click();
      await page.getByText("Not copied: The journal kept only the start").waitFor();
      await page.getByRole("tab", { name: "Edit and send" }).click();
      await page.getByText("It cannot be sent again").waitFor();
      expect(await page.getByRole("button", { name: "Send", exact: true }).count()).toBe(0);
    });

    it("shows nothing of another request while one loads, or when that fails", async () => {
      const shown = await openRequest();
      const { page, partner } = shown;
      const other = await partner("GET", "/v1/leads/NoSuch00");
      const otherId = other.headers.get("x-sandbox-request-id") ?? "";
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(`**/requests/${otherId}`, async (route) => {
        await promise;
        await route.fulfill({ status: 500, json: { message: "It broke." } });
      });
      const panel = page.getByRole("region", { name: "Request" });
      await panel.getByText(shown.requestId).waitFor();
      await page.evaluate(`location.hash = "#/default/activity/${otherId}"`);
      await panel.getByText("Loading").waitFor();
      expect(await panel.innerText()).not.toContain(shown.requestId);
      resolve();
      await panel.getByRole("alert").getByText("It broke.").waitFor();
      expect(await panel.innerText()).not.toContain(shown.requestId);
    });
  },
);
