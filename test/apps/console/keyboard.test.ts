import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { leadsPath, openConsole, refer, settled } from "./console.ts";

let browser: Browser | undefined;

const viewKeys = [
  ["l", "Leads"],
  ["m", "Mail"],
  ["t", "Time and limits"],
  ["f", "Faults"],
  ["r", "Rules"],
  ["c", "Coverage"],
  ["w", "World"],
  ["p", "Reports"],
  ["o", "Connect"],
  ["a", "Activity"],
] as const;

/** The label or text of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    `(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? "").trim()`,
  );
}

/** Waits until the opened panel has the focus. */
async function focusInPanel(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(`document.activeElement.closest(".panel") !== null`))
    .toBe(true);
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/keyboard.test.ts"))(
  "the keyboard",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("opens every view by g and its letter, and shows the shortcuts by ?", async () => {
      const { page, visit } = await openConsole(browser);
      await visit();
      await page.getByText("Live", { exact: true }).waitFor();
      for (const [key, name] of viewKeys) {
        /* oxlint-disable no-await-in-loop -- one view after the other */
        await page.keyboard.press("g");
        await page.keyboard.press(key);
        await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
        /* oxlint-enable no-await-in-loop */
      }
      await page.keyboard.press("?");
      const help = page.getByRole("dialog", { name: "Keyboard" });
      await help.getByText("Command palette").waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => help.count()).toBe(0);
    });

    it("supports / to search, j and k to move, e to edit, and Escape to return to the row", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      await refer(shown, "maya@example.com");
      await partner("GET", `${leadsPath}?limit=1`);
      await visit();
      await page.locator(".line-request").nth(1).waitFor();
      await page.keyboard.press("/");
      await expect.poll(() => focused(page)).toBe("Filter");
      await page.keyboard.type("is:request");
      await expect.poll(() => page.url()).toContain("q=is%3Arequest");
      await page.keyboard.press("Escape");
      await expect.poll(() => focused(page)).not.toBe("Filter");
      await page.keyboard.press("j");
      await page.getByRole("heading", { level: 2, name: /200.*GET/ }).waitFor();
      await page.keyboard.press("j");
      await page.getByRole("heading", { level: 2, name: /201.*POST/ }).waitFor();
      await page.keyboard.press("k");
      await page.getByRole("heading", { level: 2, name: /200.*GET/ }).waitFor();
      await page.keyboard.press("e");
      await page.getByRole("button", { name: "Send", exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("region", { name: "Request" }).count()).toBe(0);
      expect(page.url()).toContain("q=is%3Arequest");
      await expect.poll(() => focused(page)).toContain("GET");
    });

    it("opens the focused row by Enter, and moves the focus into the panel", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await refer(shown, "maya@example.com");
      await visit();
      await settled(shown);
      await page.locator(".line-request").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("region", { name: "Request" }).waitFor();
      await focusInPanel(page);
      await page.keyboard.press("Escape");
      await expect.poll(() => focused(page)).toContain("POST");
    });

    it("runs any command by Ctrl+K, typing and Enter, and restores the focus on Escape", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/world");
      await page.getByRole("button", { name: "Export" }).focus();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("option").nth(30).waitFor();
      await expect.poll(() => focused(page)).toBe("Find a command");
      await page.keyboard.press("Escape");
      await expect.poll(() => focused(page)).toBe("Export");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("go to faults");
      await page.getByRole("option", { selected: true, name: /Go to Faults/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Faults", exact: true }).waitFor();
    });

    it("opens the palette again right after Escape, and keeps the typed text", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit("#/default/world");
      await settled(shown);
      /* oxlint-disable no-await-in-loop -- one key after another */
      for (let round = 0; round < 15; round += 1) {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("plan");
        await expect.poll(() => page.getByLabel("Find a command").inputValue()).toBe("plan");
        await page.keyboard.press("Escape");
      }
      /* oxlint-enable no-await-in-loop */
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    });

    it("restores the focus after a cancelled confirmation", async () => {
      const { page, visit } = await openConsole(browser);
      await visit("#/default/world");
      await page.getByRole("button", { name: "Reset", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Reset this workspace" }).waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => focused(page)).toBe("Reset");
    });

    it("reaches a Lead and signs it up without a pointer", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await refer(shown, "maya@example.com");
      await visit("#/default/leads");
      await page.getByRole("link", { name: "maya@example.com" }).waitFor();
      await settled(shown);
      await page.keyboard.press("j");
      await page.getByRole("button", { name: "Sign up" }).waitFor();
      await focusInPanel(page);
      // The first Tab focuses the button that closes the panel.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect.poll(() => focused(page)).toBe("Sign up");
      await page.keyboard.press("Enter");
      await page.getByText("Converted is the end of a Lead").waitFor();
      await page.locator(".life", { hasText: "converted to client profile" }).waitFor();
    });

    it("shows a focus ring", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit("#/default/world");
      await settled(shown);
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to content");
      for (let presses = 0; presses < 25; presses += 1) {
        /* oxlint-disable no-await-in-loop -- one key press at a time */
        await page.keyboard.press("Tab");
        const outline = await page.evaluate<string>(
          `getComputedStyle(document.activeElement).outlineStyle`,
        );
        expect({ at: await focused(page), outline }).not.toMatchObject({ outline: "none" });
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("opens a menu by an arrow key and acts only on Enter: workspace, speed, copy, stage of a Plan", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      const leadId = await refer(shown, "maya@example.com", {
        clientData: { Plans: [{ type: "Buying" }] },
      });
      await tester("POST", `/leads/${leadId}/convert`);
      const reply = await partner("GET", leadsPath);
      await visit(`#/default/activity/${reply.headers.get("x-sandbox-request-id")}`);
      for (const [address, name] of [
        [null, "Workspace"],
        [null, "Copy as"],
        ["limits", "Speed"],
        [`leads/${leadId}`, "Move to"],
      ] as const) {
        /* oxlint-disable no-await-in-loop -- one after the other */
        if (address !== null) await page.evaluate(`location.hash = "#/default/${address}"`);
        const button = page.getByRole("button", { name }).first();
        await button.focus();
        await page.keyboard.press("ArrowDown");
        await page.getByRole("menuitem").first().waitFor();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Escape");
        await page.getByRole("menu").waitFor({ state: "detached" });
        // A closed menu holds no items: there may be 1,000 workspaces.
        await expect.poll(() => page.locator("[role=menuitem]").count()).toBe(0);
        await expect.poll(() => focused(page), { timeout: 10_000 }).toContain(name);
        /* oxlint-enable no-await-in-loop */
      }
      expect(column(await tester("GET", `/leads/${leadId}/plans`), "status")).toEqual(["New"]);
      await page.keyboard.press("ArrowDown");
      await page.getByRole("menuitem").first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByText("The Plan is").waitFor();
    });

    it("animates nothing under prefers-reduced-motion", async () => {
      const { page, visit } = await openConsole(browser);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await visit("#/default/world");
      await page.getByRole("heading", { name: "World", exact: true }).waitFor();
      const moving = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll("*")].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return transitionDuration !== "0s" || animationName !== "none";
        }).map(({ outerHTML }) => outerHTML.slice(0, 100))`,
      );
      expect(moving).toEqual([]);
    });

    it("opens the next tab of a panel by an arrow key", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      const refused = await shown.partner("GET", "/v1/leads/NoSuch00");
      await visit(`#/default/activity/${refused.headers.get("x-sandbox-request-id")}`);
      await page.getByRole("tab", { name: "Why" }).focus();
      await page.keyboard.press("ArrowRight");
      await page.locator("[role=tab][aria-selected=true]", { hasText: "Request" }).waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await page.locator("[role=tab][aria-selected=true]", { hasText: "Edit" }).waitFor();
      expect(page.url()).toContain("do=edit");
    });
  },
);
