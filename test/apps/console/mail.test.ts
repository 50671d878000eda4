/** Captured mail of both environments, and its standing at the mail server. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { at, column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { expectNoComplaints, goTo, openConsole, refer, settled } from "./console.ts";
import { referInProduction } from "./surfaces.ts";

/** Nothing listens there. */
const smtpUrl = "smtp://127.0.0.1:9";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/mail.test.ts"))(
  "the mail of a workspace",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("is listed in both environments, filtered by one, reached from its Lead, and deleted in both", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await refer(shown, "maya@example.com");
      const production = await referInProduction(shown, "zoe@example.com");
      await visit("#/default/mail");
      await page.getByRole("link", { name: "Mail 2 unread" }).waitFor();
      const recipients = page.locator(".mails a > :first-child");
      await expect.poll(() => recipients.allInnerTexts()).toHaveLength(2);
      await page.getByLabel("Environment").selectOption("production");
      await expect.poll(() => recipients.allInnerTexts()).toEqual(["zoe@example.com"]);
      await page.getByLabel("Environment").selectOption("sandbox");
      await expect.poll(() => recipients.allInnerTexts()).toEqual(["maya@example.com"]);
      await goTo(shown, `leads/${production}`);
      await page.getByRole("link", { name: "Mail about it" }).click();
      await expect.poll(() => recipients.allInnerTexts()).toEqual(["zoe@example.com"]);
      await page.getByRole("button", { name: "Delete all" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("All captured mail of this workspace is lost").waitFor();
      await dialog.getByRole("button", { name: "Delete all captured mail" }).click();
      await page.getByText("All mail was deleted.").waitFor();
      for (const environment of ["sandbox", "production"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const kept = await tester("GET", `/emails?environment=${environment}`);
        expect(column(kept, "id")).toEqual([]);
      }
      expectNoComplaints(shown);
    });

    it.each([
      ["no mail server", {}, null, /^no: it is pending, or no mail server is configured$/],
      ["a mail server that is down", { smtpUrl }, "ECONNREFUSED", /^pending: .*ECONNREFUSED.*$/],
      [
        "a domain that gets no mail",
        { smtpUrl, smtpDomains: ["corp.example"] },
        "corp.example",
        /^failed: .*corp\.example.*Send again$/s,
      ],
    ])("says with %s whether it was relayed, and why not", async (_, options, note, expected) => {
      const shown = await openConsole(browser, options);
      const { page, visit, tester } = shown;
      await refer(shown, "maya@example.com");
      const noted = async () => at(await tester("GET", "/emails"), "data.0.relayNote") ?? "";
      await expect.poll(noted, { timeout: 10_000 }).toContain(note ?? "");
      await visit("#/default/mail");
      await page.locator(".mails a").click();
      await settled(shown);
      const standing = page.locator("dt", { hasText: /^relayed$/ }).locator("+ dd");
      await expect.poll(async () => (await standing.innerText()).trim()).toMatch(expected);
    });
  },
);
