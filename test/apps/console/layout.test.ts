/** Where things are on the page, at the widths of a phone and of a tablet, with long values. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { spread } from "../../long/size.ts";
import { everyField } from "../../support/every-field.ts";
import { text } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { goTo, leadsPath, openConsole, refer, settled } from "./console.ts";
import { viewAddresses } from "./worlds.ts";

let browser: Browser | undefined;

/** The words of the view that are broken over lines, except for code and URLs. Paths may break after a slash. */
const brokenWords = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (node.parentElement.closest("pre, .clip")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\\s/-]+/g)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const isLink = node.parentElement.href?.includes(node.data) === true;
      if (tops.size > 1 && !isLink) broken.push(word);
    }
  }
  return broken;
})()`;

/** The overflow of each value's cell, and its side. */
const boxesOfValues = `[...document.querySelectorAll("main :is(td, li) bdi")].map((value) => {
  const { overflow } = getComputedStyle(value.closest("td, .clip"));
  return overflow + " " + getComputedStyle(value).textAlign;
})`;

/** The elements outside of links that have their colour. */
const likeLinks = `(() => {
  const link = document.createElement("a");
  link.href = "#";
  document.querySelector("main").append(link);
  const { color } = getComputedStyle(link);
  link.remove();
  return [...document.querySelectorAll("main *")]
    .filter((one) => getComputedStyle(one).color === color && one.closest("a") === null)
    .map((one) => one.outerHTML.slice(0, 120));
})()`;

/**
 * The heads of rules whose parts have different baselines. An empty inline block has that of its text; all are
 * measured at once, since each measurement after a change costs a layout.
 */
const unevenHeads = `(() => {
  const heads = [...document.querySelectorAll(".rule-head")].map((head) => {
    const probes = [...head.children].map((part) => {
      const probe = document.createElement("span");
      probe.style.display = "inline-block";
      part.append(probe);
      return probe;
    });
    return { head, probes };
  });
  const uneven = heads.filter(({ probes }) => {
    const baselines = probes.map((probe) => probe.getBoundingClientRect().bottom);
    return Math.max(...baselines) - Math.min(...baselines) > 0.5;
  });
  const names = uneven.map(({ head }) => head.innerText);
  for (const { probes } of heads) for (const probe of probes) probe.remove();
  return names;
})()`;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/layout.test.ts"))(
  "the layout of the console",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("has panels at the top, rows of one line and short titles, however long the values are", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      const id = await refer(shown, "maya@example.com", {
        lastName: "Featherstonehaugh".repeat(9),
      });
      const long = await partner("GET", `/v1/leads/${"x".repeat(3_000)}`);
      await visit("#/default/leads");
      for (const width of spread([375, 768, 1440], 2)) {
        /* oxlint-disable no-await-in-loop -- one page, one width after the other */
        await page.setViewportSize({ width, height: 800 });
        await goTo(shown, "leads");
        const rows = page.locator(".rows tbody tr");
        const heights = await rows.evaluateAll((all) =>
          all.map(({ clientHeight }) => clientHeight),
        );
        expect({ width, highest: Math.max(...heights) < 50 }).toEqual({ width, highest: true });
        await goTo(shown, `leads/${id}`);
        const panel = await page.locator(".panel").boundingBox();
        expect({ width, isAtTop: (panel?.y ?? 0) < 130 }).toEqual({ width, isAtTop: true });
        await goTo(shown, `activity/${long.headers.get("x-sandbox-request-id")}`);
        const title = await page.locator(".panel-title").boundingBox();
        expect({ width, isShort: (title?.height ?? 0) < 120 }).toEqual({ width, isShort: true });
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("breaks no word of ordinary data on a phone and a tablet, and colours only links as links", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      const id = await refer(shown, "maya@example.com", everyField);
      const sent = await partner("GET", leadsPath);
      const request = `activity/${sent.headers.get("x-sandbox-request-id")}?do=response`;
      const mail = text(await tester("GET", "/emails?limit=1"), "data.0.id");
      await visit();
      // The ids in the headers of an answer may break.
      const broken: Record<string, readonly string[]> = {};
      const alike: Record<string, readonly string[]> = {};
      for (const address of [...viewAddresses, `leads/${id}`, `mail/${mail}`, request]) {
        /* oxlint-disable no-await-in-loop -- one page, one view after the other */
        for (const width of address === request ? [] : [375, 768]) {
          await page.setViewportSize({ width, height: 740 });
          await goTo(shown, address);
          const words = await page.evaluate<readonly string[]>(brokenWords);
          if (words.length > 0) broken[`${address} ${width}`] = words;
        }
        await goTo(shown, address);
        const found = await page.evaluate<readonly string[]>(likeLinks);
        if (found.length > 0) alike[address] = found;
        /* oxlint-enable no-await-in-loop */
      }
      expect({ broken, alike }).toEqual({ broken: {}, alike: {} });
    });

    it("cuts no state of a Lead, and no ordinary value except on a phone", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      const id = await refer(shown, "maya@example.com", everyField);
      await tester("POST", `/leads/${id}/convert`);
      await visit("#/default/leads");
      for (const [width, address] of [
        [375, "leads"],
        [768, "leads"],
        [1024, "leads"],
        [1280, "leads"],
        [1440, "leads"],
        [1440, `leads/${id}`],
      ] as const) {
        /* oxlint-disable no-await-in-loop -- one page, one width after the other */
        await page.setViewportSize({ width, height: 800 });
        await goTo(shown, address);
        const cells = width === 375 ? "td:nth-child(3)" : "td:visible";
        const cut = await page
          .locator(`.rows ${cells}`)
          .evaluateAll((all) =>
            all.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.innerText] : [])),
          );
        expect({ width, address, cut }).toEqual({ width, address, cut: [] });
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("shows the current view in the strip of a phone, also after the phone is turned", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      const turn = (width: number, height: number) => page.setViewportSize({ width, height });
      await turn(740, 375);
      await visit("#/default/connect");
      await settled(shown);
      await turn(375, 740);
      const current = page.locator(".navigation [aria-current]");
      const right = () => current.evaluate((link) => link.getBoundingClientRect().right);
      await expect.poll(right).toBeLessThanOrEqual(375);
    });

    it("has the id, the standing, the clause and the uses of a rule on one baseline", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      const refused = await partner("POST", leadsPath, { email: "bad" });
      await visit();
      for (const address of [
        "rules",
        `activity/${refused.headers.get("x-sandbox-request-id")}?do=why`,
      ]) {
        /* oxlint-disable no-await-in-loop -- one page, one view after the other */
        await goTo(shown, address);
        const head = page.locator(".rule-head", { hasText: "assumed" }).first();
        await head.waitFor();
        expect(await head.locator("> *").count()).toBeGreaterThan(2);
        expect(await page.evaluate<readonly string[]>(unevenHeads)).toEqual([]);
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("gives the reason of a refusal width next to a panel and on a phone", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      const refused = await partner("POST", `${leadsPath}?${"q=long&".repeat(20)}`, {
        email: "bad",
      });
      await visit();
      const id = refused.headers.get("x-sandbox-request-id");
      for (const [width, address, least] of [
        [375, "activity", 180],
        [1280, `activity/${id}`, 220],
      ] as const) {
        /* oxlint-disable no-await-in-loop -- one width after the other */
        await page.setViewportSize({ width, height: 740 });
        await goTo(shown, address);
        const reason = await page.locator(".line-request .reason").first().boundingBox();
        expect(reason?.width).toBeGreaterThan(least);
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("keeps values with many marks in their row, and aligns right-to-left ones with the list", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      const zalgo = `Z${"\u0336\u0351\u0310\u034a".repeat(40)}o`;
      await refer(shown, "zalgo@example.com", { firstName: zalgo, lastName: "\u0627\u0644\u0623" });
      await visit();
      for (const address of ["leads", "mail"]) {
        /* oxlint-disable no-await-in-loop -- one view after the other */
        await goTo(shown, address);
        await page.locator("main :is(tr, li)", { hasText: "zalgo@example.com" }).first().waitFor();
        const found = await page.evaluate<readonly string[]>(boxesOfValues);
        expect({ address, found: [...new Set(found)] }).toEqual({
          address,
          found: ["hidden left"],
        });
        /* oxlint-enable no-await-in-loop */
      }
    });

    it("has a table as a Tab stop only while it scrolls", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      await visit();
      await goTo(shown, "coverage");
      const stops = page.locator(".table[tabindex='0']");
      expect(await page.locator(".table").count()).toBe(2);
      expect(await stops.count()).toBe(0);
      await page.setViewportSize({ width: 200, height: 740 });
      await expect.poll(() => stops.count()).toBe(2);
      await stops.first().press("ArrowRight");
      const left = () => stops.first().evaluate(({ scrollLeft }) => scrollLeft);
      await expect.poll(left).toBeGreaterThan(0);
      await page.setViewportSize({ width: 1440, height: 740 });
      await expect.poll(() => stops.count()).toBe(0);
    });

    it("has targets of 44 pixels for a finger", async () => {
      if (browser === undefined) throw new Error("The browser did not start.");
      const { url, ...shown } = await openConsole(browser);
      await refer({ url, ...shown }, "maya@example.com");
      // Its event lines have links.
      await shown.tester("POST", "/sign-ups", { email: "maya@example.com" });
      const viewport = { width: 375, height: 740 };
      const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
      const page = await context.newPage();
      await page.goto(`${url}/_sandbox/`);
      const small: Record<string, readonly string[]> = {};
      for (const address of ["activity", "leads", "mail", "limits", "faults", "world"]) {
        /* oxlint-disable no-await-in-loop -- one view after the other */
        await page.evaluate(`location.hash = "#/default/${address}"`);
        await settled({ page });
        await page.locator("main :is(button, a)").first().waitFor();
        const found = await page
          .locator(":is(button, a, select, input):visible")
          .evaluateAll((all) =>
            all
              .filter((one) => !one.closest(".skip, label, p, h3") && one.clientWidth > 1)
              .filter((one) => one.getBoundingClientRect().height < 43.5)
              .map((one) => one.outerHTML.slice(0, 120)),
          );
        if (found.length > 0) small[address] = found;
        /* oxlint-enable no-await-in-loop */
      }
      await context.close();
      expect(small).toEqual({});
    });

    it("opens a menu at its button and within the window, without CSS anchors", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      const plans = { clientData: { Plans: [{ type: "Buying" }] } };
      const id = await refer(shown, "maya@example.com", plans);
      await tester("POST", `/leads/${id}/convert`);
      await page.setViewportSize({ width: 1100, height: 560 });
      await visit(`#/default/leads/${id}`);
      await settled(shown);
      for (const name of ["Workspace: default", "Theme: ◐", "Move to"]) {
        /* oxlint-disable no-await-in-loop -- one menu after the other */
        const button = page.getByRole("button", { name, exact: true }).last();
        await button.scrollIntoViewIfNeeded();
        await button.click();
        const menu = await page.getByRole("menu").boundingBox();
        const at = await button.boundingBox();
        if (menu === null || at === null) throw new Error(`${name} opens no menu.`);
        const gap = Math.max(menu.y - at.y - at.height, at.y - menu.y - menu.height);
        expect({ name, gap: Math.round(gap) }).toEqual({ name, gap: 0 });
        const sides = [menu.x - at.x, menu.x + menu.width - at.x - at.width].map(Math.abs);
        expect(Math.min(...sides)).toBeLessThan(1);
        expect(menu.x >= 0 && menu.x + menu.width <= 1100 && menu.y >= 0).toBe(true);
        expect(menu.y + menu.height).toBeLessThanOrEqual(560);
        await page.keyboard.press("Escape");
        /* oxlint-enable no-await-in-loop */
      }
    });
  },
);
