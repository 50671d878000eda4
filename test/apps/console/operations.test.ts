/** The command palette reaches every call of the control API, and its form sends the call. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { controlOperations } from "../../../src/server/control/calls/operations.ts";
import { hasBrowser, launch } from "../../browser/browser.ts";
import { column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { expectNoComplaints, openConsole } from "./console.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/operations.test.ts"))(
  "the command palette",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("lists every call of the control API with its method and path, and every view", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit();
      await page.getByRole("button", { name: "Commands" }).click();
      const views = await page.getByRole("navigation", { name: "Views" }).getByRole("link").count();
      const options = page.getByRole("dialog").getByRole("option");
      // New request, four steps of the clock, freeze, run, snapshot, reset and three themes.
      const actions = 12;
      await expect.poll(() => options.count()).toBe(controlOperations.length + views + actions);
      const texts = (await options.allInnerTexts()).join("\n");
      for (const { method, path, level } of controlOperations) {
        const where = level === "workspace" ? "/workspaces/default" : "";
        expect(texts).toContain(`${method} /_sandbox${where}${path}`);
      }
      expectNoComplaints(shown);
    });

    it("opens the form of each call", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit();
      for (const { id, summary } of controlOperations) {
        /* oxlint-disable no-await-in-loop -- one page, one form after the other */
        await page.evaluate(`location.hash = "#/default/call/${id}"`);
        await page.getByRole("heading", { name: summary, exact: true }).waitFor();
        await page.getByRole("button", { name: "Send", exact: true }).waitFor();
        expect(await page.locator("main").innerText()).not.toContain("undefined");
        /* oxlint-enable no-await-in-loop */
      }
      expectNoComplaints(shown);
    });

    it("asks before it sends a call that destroys something, and says what", async () => {
      const { page, visit } = await openConsole(browser);
      await visit();
      const sent: string[] = [];
      page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
      for (const { id, destroys } of controlOperations) {
        if (destroys === undefined) continue;
        /* oxlint-disable no-await-in-loop -- one page, one form after the other */
        await page.evaluate(`location.hash = "#/default/call/${id}"`);
        const send = page.locator("main").getByRole("button", { name: "Send", exact: true });
        await page.getByText(id).or(send).first().waitFor();
        for (const field of await page.locator("main input[required]").all()) await field.fill("x");
        await send.click();
        await page.getByRole("dialog").getByText(destroys).waitFor();
        await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
        /* oxlint-enable no-await-in-loop */
      }
      expect(sent).toEqual([]);
    });

    it("sends a call with its path, query and body, and shows the answer", async () => {
      const { page, visit, tester } = await openConsole(browser);
      await visit("#/default/call/plan-fault");
      await page.getByLabel("Body").fill('{ "then": { "status": 503 }, "times": 2 }');
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.locator(".json").getByText('"active"').waitFor();
      expect(column(await tester("GET", "/faults"), "times")).toEqual([2]);
    });

    it("shows why a call was rejected, with the next step", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/call/get-fault");
      await page.getByLabel("faultId").fill("No/such fault");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("alert").getByText("No/such fault").waitFor();
      expect(await page.getByRole("alert").innerText()).toContain("GET faults lists them.");
    });
  },
);
