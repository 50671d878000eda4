import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../browser/browser.ts";
import { column } from "../support/reply.ts";
import { isRemote } from "../support/target.ts";
import { expectNoComplaints, openConsole } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/console/situations.test.ts"))(
  "the form of faults",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("plans every situation, each shown as its sentence", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await visit("#/default/faults");
      const what = page.getByLabel("What happens");
      await what.waitFor();
      const situations = await what.locator("option").allInnerTexts();
      const sentence = page.locator(".sentence p");
      let before = "";
      for (const [planned, label] of situations.entries()) {
        /* oxlint-disable no-await-in-loop -- one after the other */
        await what.selectOption({ label });
        await expect.poll(() => sentence.innerText()).not.toBe(before);
        before = await sentence.innerText();
        await page.getByRole("button", { name: "Plan it" }).click();
        const faults = page.getByRole("article", { name: /^Fault/ });
        await expect.poll(() => faults.count()).toBe(planned + 1);
        await expect.poll(() => faults.last().innerText()).toContain(before);
        /* oxlint-enable no-await-in-loop */
      }
      await page.getByRole("button", { name: "Remove all" }).click();
      await page.getByText("No fault is planned").waitFor();
      expect(column(await tester("GET", "/faults"), "id")).toEqual([]);
      expectNoComplaints(shown);
    });

    it("shows why a fault was rejected", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/faults?operationId=no-such-operation");
      await page.getByRole("button", { name: "Plan it" }).click();
      const said = page.locator(".toast-problem");
      await expect.poll(() => said.innerText()).toContain("can never match a request");
    });
  },
);
