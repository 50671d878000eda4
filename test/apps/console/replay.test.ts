/** A workspace that stands just before a call of a bundle. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { isRemote } from "../../support/target.ts";
import { adoptedBundleText, bundleText, ownWorldBundleText } from "./bundle.ts";
import { expectNoComplaints, openConsole } from "./console.ts";

let browser: Browser | undefined;

async function openFile(page: Page, text: string): Promise<void> {
  const file = { name: "bundle.json", mimeType: "application/json", buffer: Buffer.from(text) };
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open files" }).click();
  await (await chooser).setFiles(file);
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/replay.test.ts"))(
  "a bundle in the console",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("opens just before the varied call", async () => {
      const shown = await openConsole(browser);
      const { page, visit, url } = shown;
      await visit("#/default/reports");
      await openFile(page, bundleText());
      await page.getByRole("button", { name: /^Stand before call 2/ }).click();
      await expect.poll(() => page.url()).not.toContain("#/default/");
      const [, id] = /#\/([^/]+)/.exec(page.url()) ?? [];
      await expect.poll(() => page.locator(".line-request").count()).toBe(1);
      const leads = await fetch(`${url}/_sandbox/workspaces/${id}/leads?search=first@example.com`);
      expect(await leads.json()).toMatchObject({ meta: { total: 1 } });
      expectNoComplaints(shown);
    });

    it("opens with the keys of the bundle's own world and with every choice of its run", async () => {
      const shown = await openConsole(browser);
      const { page, visit, url } = shown;
      await visit("#/default/reports");
      await openFile(page, ownWorldBundleText());
      await page.getByRole("button", { name: /^Stand before call 2/ }).click();
      await expect.poll(() => page.url()).not.toContain("#/default/");
      const [, id] = /#\/([^/]+)/.exec(page.url()) ?? [];
      const read = async (path: string): Promise<unknown> =>
        (await fetch(`${url}/_sandbox/workspaces/${id}/${path}`)).json();
      expect(await read("leads?search=first@example.com")).toMatchObject({ meta: { total: 1 } });
      expect(await read("assumptions")).toMatchObject({
        data: {
          "lead.email.case": "exact",
          "plan.transitions": "forward",
          "env.data": "shared",
        },
      });
      expect(await page.locator(".toasts").innerText()).toContain("stands before call 2.");
      expectNoComplaints(shown);
    });

    it("says what a fresh workspace cannot repeat of a run that adopted the client's key", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/reports");
      await openFile(page, adoptedBundleText());
      await page.getByText("The run adopted the client's API key and ids").waitFor();
      await page.getByRole("button", { name: /^Stand before call 3/ }).click();
      await expect
        .poll(() => page.locator(".toasts").innerText())
        .toContain(
          "2 calls had no effect here. The first is POST /v1/firms/acme-4711/leads: answered",
        );
    });
  },
);
