/** Journeys that are limited in clicks only. */
import { expect } from "vitest";

import { send } from "../../long/console-traffic.ts";
import { sized } from "../../long/size.ts";
import { column } from "../../support/reply.ts";
import { bundleText } from "./bundle.ts";
import { leadsPath, refer } from "./console.ts";
import type { Journey } from "./walks.ts";
import { button, rows, view } from "./walks.ts";

/** One click opens it, and one picks. */
const aSelect = 2;

const email = "maya@example.com";

/** In a long run, as many as the journal keeps. */
const requestCount = sized(2_000, 10_000);

export const clickJourneys: readonly Journey[] = [
  {
    name: "send a first request on the first visit",
    like: "create a first Lead and sign it up",
    mouse: ({ click, page }) => click(button({ page }, "Send it from here")),
    reached: ({ page }) => rows({ page }).getByText("201").waitFor(),
    most: { clicks: 1, keys: 0 },
  },
  {
    name: "plan a fault and see it hit",
    async mouse({ click, pick, page }, { partner }) {
      await click(view({ page }, "Faults"));
      await pick(page.getByLabel("What happens"), "unavailable");
      await click(button({ page }, "Plan it"));
      await page.getByText("The fault is planned.").waitFor();
      expect((await partner("GET", leadsPath)).status).toBe(503);
      await click(view({ page }, "Activity"));
      await click(rows({ page }));
    },
    reached: ({ page }) =>
      page
        .locator(".panel")
        .getByText(/^Fault \S+ hit this/)
        .waitFor(),
    most: { clicks: 4 + aSelect, keys: 0 },
  },
  {
    name: `find one request among ${requestCount}`,
    async before(shown) {
      await shown.tester("PUT", "/quotas/HPkeySbx", { quotaPerHour: null });
      await refer(shown, "one@example.com");
      await send(shown, requestCount - 1);
    },
    async mouse({ press, type, page }) {
      await page.locator("[role=listitem]").first().waitFor();
      await press("/");
      await type("one@example.com");
    },
    async reached({ page }) {
      await page.locator('.line-request:has(.status:text-is("201"))').waitFor();
      expect(await page.locator(".line-request").count()).toBe(1);
    },
    most: { clicks: 0, keys: 1 },
  },
  {
    name: "hold a request in Faults and answer it by hand",
    at: "#/default/faults",
    async mouse({ click, pick, page }, { partner }) {
      await pick(page.getByLabel("What happens"), "hold");
      await click(button({ page }, "Plan it"));
      await page.getByText("The fault is planned.").waitFor();
      void partner("GET", leadsPath);
      await click(button({ page }, "Answer by hand"));
      await click(button({ page }, "Send this answer"));
    },
    async reached({ page, tester }) {
      await page.getByText("The request was answered with 200.").waitFor();
      expect(column(await tester("GET", "/requests"), "status")).toEqual([200]);
    },
    most: { clicks: 3 + aSelect, keys: 0 },
  },
  {
    name: "replay a finding",
    async mouse({ click, page }) {
      await click(view({ page }, "Reports"));
      const chooser = page.waitForEvent("filechooser");
      await click(button({ page }, "Open files"));
      const buffer = Buffer.from(bundleText());
      await (await chooser).setFiles({ name: "b.json", mimeType: "application/json", buffer });
      await click(button({ page }, /^Stand before call 2/));
      await click(rows({ page }));
    },
    reached: ({ page }) => page.getByText("Rules that decided, in order").waitFor(),
    most: { clicks: 4, keys: 0 },
  },
  {
    name: "restore what a reset by mistake removed",
    like: "take a snapshot, compare and restore it",
    async before(shown) {
      const { page, visit } = shown;
      await refer(shown, email);
      await visit("#/default/world");
      await button({ page }, "Reset").click();
      await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
      await page.getByText("The workspace was reset.").first().waitFor();
    },
    async mouse({ click, page }) {
      await click(view({ page }, "World"));
      await click(button({ page }, "Restore"));
      await click(page.getByRole("dialog").getByRole("button", { name: "Restore" }));
    },
    async reached({ page, tester }) {
      await page.getByText(/^Snapshot undo-\S+ was restored\.$/).waitFor();
      const found = await tester("GET", `/leads?search=${email}`);
      expect(column(found, "email")).toEqual([email]);
    },
    most: { clicks: 3, keys: 0 },
  },
];
