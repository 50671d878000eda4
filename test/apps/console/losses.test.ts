/** What cannot be undone asks first and names what is lost; what can be restored says what that costs. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { goTo, leadsPath, openConsole, refer, settled } from "./console.ts";

let browser: Browser | undefined;

/** Each button that loses something: its view, its name, and the loss that the dialog names. */
const losing = [
  ["world", "Reset", /all records, mail, requests, events and faults since then are lost/],
  ["world", "Restore", /all records, mail, requests, events and faults since the snapshot are/],
  ["world", "Delete", /The snapshot kept is lost/],
  ["world", "Drop", /The workspace is lost, with its records, mail and snapshots/],
  ["mail", "Delete all", /All captured mail of this workspace is lost/],
  ["faults", "Remove", /The fault and its hits are lost/],
  ["faults", "Remove all", /All planned faults and their hits are lost/],
  ["limits", "Refill", /what the key used in the last hour and minute is lost/],
  ["leads/{lead}", "Archive", /The Lead ends: it cannot sign up/],
] as const;

/** The name of a snapshot that the page took some seconds ago. */
function undoName(seconds: number): string {
  const at = new Date(Date.now() - seconds * 1_000).toISOString();
  return `undo-${at.replaceAll(/[:.]/g, "-").toLowerCase()}`;
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/losses.test.ts"))(
  "what the console destroys",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("asks first and names what is lost, for each button of each view, and Cancel loses nothing", async () => {
      const shown = await openConsole(browser);
      const { page, url, visit, tester } = shown;
      const lead = await refer(shown, "maya@example.com");
      await tester("POST", "/faults", { match: { path: "/none" }, then: { status: 503 } });
      await tester("POST", "/snapshots", { name: "kept" });
      const headers = { "content-type": "application/json" };
      await fetch(`${url}/_sandbox/workspaces`, { method: "POST", headers, body: '{"id":"two"}' });
      await visit();
      const sent: string[] = [];
      page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
      for (const [view, name, loss] of losing) {
        /* oxlint-disable no-await-in-loop -- one button after the other */
        await goTo(shown, view.replace("{lead}", lead));
        await page.locator("main").getByRole("button", { name, exact: true }).first().click();
        const dialog = page.getByRole("dialog");
        await dialog.getByText(loss).waitFor();
        await dialog.getByRole("button", { name: "Cancel" }).click();
        await dialog.waitFor({ state: "detached" });
        /* oxlint-enable no-await-in-loop */
      }
      expect(sent).toEqual([]);
    });

    it("keeps the snapshots of the last ten replacements, and those of the user", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await tester("POST", "/snapshots", { name: "mine" });
      for (let seconds = 60; seconds > 48; seconds -= 1) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await tester("POST", "/snapshots", { name: undoName(seconds) });
      }
      await visit("#/default/world");
      await settled(shown);
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
      await page.getByText("The workspace was reset.").first().waitFor();
      const names = column(await tester("GET", "/snapshots"), "name");
      expect(names).toContain("mine");
      expect(names).toHaveLength(11);
    });

    it("restores the oldest of ten snapshots of before, and leaves alone one that the user named alike", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await tester("POST", "/snapshots", { name: "undo-1" });
      const names = Array.from({ length: 10 }, (_, at) => undoName(60 - at));
      for (const name of names) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await tester("POST", "/snapshots", { name });
      }
      await visit("#/default/world");
      await settled(shown);
      expect(column(await tester("GET", "/snapshots"), "name")).toHaveLength(11);
      const [oldest = ""] = names;
      const row = page.getByRole("listitem").filter({ hasText: oldest });
      await row.getByRole("button", { name: "Restore" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: `Restore ${oldest}` })
        .click();
      await page.getByText(`Snapshot ${oldest} was restored.`).waitFor();
      expect(column(await tester("GET", "/snapshots"), "name")).toContain("undo-1");
    });

    it("exports no state to compare until the button is pressed", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      await tester("POST", "/snapshots", { name: "kept" });
      await visit("#/default/world");
      await settled(shown);
      const exports: string[] = [];
      page.on("request", (one) => one.url().endsWith("/state") && exports.push(one.url()));
      await refer(shown, "maya@example.com");
      await partner("GET", leadsPath);
      await page.waitForTimeout(1_500);
      expect(exports).toEqual([]);
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("listitem").filter({ hasText: "added leads" }).first().waitFor();
      expect(exports).toHaveLength(2);
    });
  },
);
