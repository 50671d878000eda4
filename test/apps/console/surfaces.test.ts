/** Requests to the APIs that a host selects: their repair, copies of them, and new ones. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import type { Console } from "./console.ts";
import { openConsole } from "./console.ts";
import { realtorKey, realtorPath, sendTo } from "./surfaces.ts";

const lead = { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" };
const host = "realtor.localhost";
const reason = "A browser cannot set the header Host, which selects this API";

let browser: Browser | undefined;

/** A console that shows a refused request to the Realtor API. */
async function openRefused(tab = ""): Promise<Console> {
  const shown = await openConsole(browser);
  const refused = await sendTo(shown, host, realtorKey, realtorPath, { ...lead, email: "bad" });
  await shown.visit(`#/default/activity/${refused.headers.get("x-sandbox-request-id")}${tab}`);
  return shown;
}

/** What the menu `label` copies as curl. */
async function copied(page: Page, label: string): Promise<string> {
  await page.getByRole("button", { name: label, exact: true }).click();
  await page.getByRole("menuitem", { name: "curl" }).click();
  await page.getByText("Copied as curl.").waitFor();
  return page.evaluate<string>("navigator.clipboard.readText()");
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/surfaces.test.ts"))(
  "a request to the Realtor API in the console",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("is copied with its host", async () => {
      const { page } = await openRefused();
      const code = await copied(page, "Copy as");
      expect(code).toContain(`-H 'host: ${host}'`);
      expect(code).toContain(realtorKey);
    });

    it("is corrected by a dry run of its own API, and offered as code instead of sent", async () => {
      const { page, tester } = await openRefused();
      const part = page.getByRole("region", { name: "Repair" });
      await part.getByText("a dry run answers 201").waitFor();
      await part.getByText(reason).waitFor();
      expect(await part.getByRole("button", { name: "Send it corrected" }).count()).toBe(0);
      const code = await copied(page, "Copy it corrected as");
      expect(code).toContain(`-H 'host: ${host}'`);
      expect(code).not.toContain('"bad"');
      expect(column(await tester("GET", "/requests"), "status")).toEqual([422]);
    });

    it("is explained and copied from the form, and not sent", async () => {
      const { page } = await openRefused("?do=edit");
      await page.getByLabel("Body").fill(JSON.stringify(lead));
      await page.getByRole("button", { name: "Explain, changing nothing" }).click();
      await page.getByText("would be the answer").waitFor();
      expect(await page.locator(".form h3").first().innerText()).toContain("201");
      await page.locator(".form").getByText(reason).waitFor();
      expect(await page.getByRole("button", { name: "Send", exact: true }).count()).toBe(0);
      const code = await copied(page, "Copy this request as");
      expect(code).toContain(`-H 'host: ${host}'`);
      expect(code).toContain("maya@example.com");
    });

    it("that a port selected keeps a host that selects its API", async () => {
      const shown = await openConsole(browser);
      const headers = { "x-api-key": realtorKey, "content-type": "application/json" };
      const init = { method: "POST", headers, body: "{}" };
      const request = new Request(`http://127.0.0.1:4612${realtorPath}`, init);
      const refused = await shown.sandbox.fetch(request, 4612, "realtor-sandbox");
      await shown.visit(`#/default/activity/${refused.headers.get("x-sandbox-request-id")}`);
      await shown.page.getByText("a dry run answers 201").waitFor();
      expect(await copied(shown.page, "Copy as")).toContain(`-H 'host: ${host}'`);
    });

    it("gets its host from the key of a new request", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/activity/new");
      const keys = page.getByLabel("API key");
      await keys.selectOption("MRkeyPrd");
      const headers = page.getByLabel("Headers, one on each line");
      await headers.fill(`${await headers.inputValue()}\nx-own: 1`);
      expect(await headers.inputValue()).toContain("host: realtor-production.localhost");
      await keys.selectOption("MRkeySbx");
      expect((await headers.inputValue()).split("\n").toSorted()).toEqual([
        `host: ${host}`,
        "x-own: 1",
      ]);
      await page.getByLabel("Path and query").fill(realtorPath);
      await page.getByLabel("Body").fill(JSON.stringify(lead));
      await page.getByRole("button", { name: "Explain, changing nothing" }).click();
      await page.locator(".form h3", { hasText: "201" }).waitFor();
      await page.getByText(reason).waitFor();
      await keys.selectOption("HPkeySbx");
      expect(await headers.inputValue()).toBe("x-own: 1");
      await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    });
  },
);
