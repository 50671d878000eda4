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

    it("is drawn like the page of a report, or as a history with the command that repeats it", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit("#/default/reports");
      const blocks = [
        { type: "verdict", mark: "high", title: "A Lead is lost after `<b>POST</b>`", text: "Why" },
        {
          type: "calls",
          calls: [{ method: "POST", path: "/v1/leads", status: 0, outcome: "lost" }],
        },
        { type: "heading", level: 2, text: "Not tested" },
        { type: "table", columns: ["Call", "Times"], rows: [["`get-leads`", "2"]] },
        { type: "story", steps: [{ at: "09:00", text: "A tick" }] },
        { type: "chart", points: [] },
      ];
      const document = { title: "1 finding in `sync.mjs`", blocks };
      await openFile(page, JSON.stringify({ format: "lead-sandbox-assess/1", document }));
      const report = page.getByRole("article", { name: "bundle.json" });
      await report.getByRole("heading", { name: "1 finding in sync.mjs" }).waitFor();
      const seen = await report.innerText();
      for (const part of ["high", "<b>POST</b>", "POST /v1/leads → no answer, lost", "A tick"]) {
        expect(seen).toContain(part);
      }
      expect(await report.getByRole("row").count()).toBe(2);
      await openFile(
        page,
        JSON.stringify({
          format: "lead-sandbox-bundle/1",
          kind: "history",
          command: ["node", "poll.mjs"],
          options: { every: 300_000 },
          history: { leads: 3, events: [{ kind: "convert", tick: 1, gap: 0 }] },
          finding: { id: "h-1", kind: "stale", column: "state" },
        }),
      );
      await page.getByText("lead-sandbox replay bundle.json --run").waitFor();
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
