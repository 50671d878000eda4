/** Leads: the first one, and the panel with every field, readable. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { entriesOf } from "../../../src/domain/records/forms.ts";
import { leadFields } from "../../../src/domain/records/lead.ts";
import { hasBrowser, launch } from "../../browser/browser.ts";
import { everyField } from "../../support/every-field.ts";
import { isRemote } from "../../support/target.ts";
import { openConsole, refer } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/leads.test.ts"))(
  "the view of Leads",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("shows every field of a Lead that the table of fields has for testers, on lines that fit their values", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      const id = await refer(shown, "maya@example.com", everyField);
      await visit(`#/default/leads/${id}`);
      const names = page.locator(".panel .headers > dt");
      await names.first().waitFor();
      const drawn = await names.allInnerTexts();
      const fields = entriesOf(leadFields, "control").map(([name, { as = name }]) => as);
      expect([...new Set(drawn)].toSorted()).toEqual([...new Set(fields)].toSorted());
      expect(await page.locator(".panel").innerText()).toContain("2015550123");
      const widths = await page.evaluate<readonly number[]>(
        `[...document.querySelectorAll(".panel .json-members > div")].map((one) => one.clientWidth)`,
      );
      expect(widths.length).toBeGreaterThan(3);
      expect(Math.min(...widths)).toBeGreaterThan(200);
    });

    it("sends a first Lead from the empty view of Leads", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/leads?environment=production");
      await page.getByText("No Lead yet").waitFor();
      await page.getByRole("button", { name: "Send it from here" }).waitFor();
      expect(page.url()).toContain("/leads");
    });
  },
);
