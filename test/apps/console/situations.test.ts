import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { expectNoComplaints, openConsole } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/situations.test.ts"))(
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
      const faults = page.getByRole("article", { name: /^Fault/ });
      const sentences: string[] = [];
      for (const label of situations) {
        /* oxlint-disable no-await-in-loop -- one after the other */
        await what.selectOption({ label });
        await expect.poll(() => sentence.innerText()).not.toBe(before);
        before = await sentence.innerText();
        sentences.push(before.replace(/ It ends after .*/, ""));
        const planned = page.waitForResponse(
          (answer) => answer.url().endsWith("/faults") && answer.status() === 201,
        );
        await page.getByRole("button", { name: "Plan it" }).click();
        await planned;
        /* oxlint-enable no-await-in-loop */
      }
      await expect
        .poll(async () => (await faults.locator("p:first-child").allInnerTexts()).toSorted(), {
          timeout: 5_000,
        })
        .toEqual(sentences.toSorted());
      await page.getByRole("button", { name: "Remove all" }).click();
      await page.getByRole("dialog").getByText("all planned faults and their hits").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Remove all" }).click();
      await page.getByText("No fault is planned").waitFor();
      expect(column(await tester("GET", "/faults"), "id")).toEqual([]);
      expectNoComplaints(shown);
    });

    it.each([
      ["operationId=no-such-operation", "can never match a request"],
      ["path=leads", "Expected a path that starts with / or *"],
    ])("shows why a fault with %s was rejected", async (query, reason) => {
      const { page, visit } = await openConsole(browser);
      await visit(`#/default/faults?${query}`);
      await page.getByRole("button", { name: "Plan it" }).click();
      const said = page.locator(".toast-problem");
      await expect.poll(() => said.innerText()).toContain(reason);
      expect(await said.innerText()).not.toMatch(/\^|regular|pattern/);
    });
  },
);
