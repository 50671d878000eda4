/** Lists: folded rows, groups of refusals, older and dead rows, and the order of Leads. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { eventBounds } from "../../../src/world/workspace/logs/events.ts";
import { hasBrowser, launch } from "../../browser/browser.ts";
import { send } from "../../long/console-traffic.ts";
import { column } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { ids } from "../../support/world.ts";
import { goTo, leadsPath, openConsole, refer, settled } from "./console.ts";
import { hostileWorld } from "./worlds.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/lists.test.ts"))(
  "the lists of the console",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("fold effects until their row is opened, and join the events of one call", async () => {
      const shown = await openConsole(browser);
      const { page, visit, tester } = shown;
      await refer(shown, "maya@example.com");
      await tester("POST", "/sign-ups", { email: "maya@example.com" });
      await visit();
      const row = page.locator('.line-request:has(.status:text-is("201"))');
      await row.getByText("3 effects").waitFor();
      expect(await page.locator(".line-caused").count()).toBe(0);
      const fold = page.getByRole("button", { name: /^and \d more$/ });
      await expect.poll(() => page.locator(".line-event").count()).toBe(1);
      const more = Number(/\d/.exec(await fold.innerText())?.[0]);
      await fold.click();
      await expect.poll(() => page.locator(".line-event").count()).toBe(1 + more);
      await row.click();
      await expect.poll(() => page.locator(".line-caused").count()).toBe(3);
    });

    it("group refusals, each group with a link to its requests", async () => {
      const { page, visit, partner } = await openConsole(browser);
      for (const body of [{ email: "a" }, { email: "b" }, { email: "c" }]) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await partner("POST", leadsPath, { firstName: "M", lastName: "L", ...body });
      }
      await partner("GET", "/v1/leads/NoSuch00");
      await visit();
      const group = page.getByRole("group", { name: "Frequent refusals" });
      await group.getByRole("link", { name: "3 × 422 email: Invalid email address" }).click();
      await expect.poll(() => page.locator(".line-request").count()).toBe(3);
      await page.goBack();
      await expect.poll(() => page.locator(".line-request").count()).toBe(4);
    });

    it("have as many rows as the number of each link to them says", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      await hostileWorld(shown);
      for (const path of ["/v1/leads/NoSuch00", "/v1/leads/NoSuch00/Plans", "/v1/nowhere"]) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        for (let again = 0; again < 3; again += 1) await partner("GET", path);
      }
      await tester("POST", `/leads/${ids.convertedLead}/archive`);
      let followed = 0;
      for (const view of ["activity", "coverage", "rules"]) {
        /* oxlint-disable no-await-in-loop -- one page */
        await visit(`#/default/${view}`);
        await settled(shown);
        const links = page.locator('main a[href*="?q="]');
        await links.first().waitFor();
        const found = await links.evaluateAll((all) =>
          all.map((link) => [link.getAttribute("href") ?? "", link.textContent ?? ""] as const),
        );
        for (const [href, name] of found) {
          const number = (view === "coverage" ? /× (\d+)$/ : /^(\d+) /).exec(name)?.[1];
          if (number === undefined) continue;
          followed += 1;
          await page.evaluate(`location.hash = ${JSON.stringify(href)}`);
          const row = page.locator(`.virtual-row[aria-setsize="${number}"]`).first();
          const isThere = await row.waitFor({ timeout: 10_000 }).then(
            () => true,
            () => false,
          );
          expect({ name, href, isThere }).toEqual({ name, href, isThere: true });
        }
        /* oxlint-enable no-await-in-loop */
      }
      expect(followed).toBeGreaterThan(30);
    });

    it("say what an old request caused after the log of events dropped it", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      const leadId = await refer(shown, "maya@example.com");
      const target = `/v1/leads?pad=${"x".repeat(12_000)}`;
      for (let bytes = 0; bytes < eventBounds.bytesMax; bytes += target.length) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await partner("GET", target);
      }
      expect(column(await tester("GET", "/events"), "type")).not.toContain("lead.created");
      await visit("#/default/activity?q=event:lead.created");
      await page.locator(".line-request", { hasText: "3 effects" }).click();
      await page.locator(".panel").getByText("Mail captured: welcome to maya@example.com").click();
      await page
        .locator(".panel")
        .getByRole("link", { name: `POST ${leadsPath}` })
        .waitFor();
      await goTo(shown, `leads/${leadId}`);
      await page
        .locator(".life li", { hasText: `Lead ${leadId} created` })
        .getByRole("link")
        .click();
      await page.getByText("Rules that decided, in order").waitFor();
    });

    it("get a request of this page at once, while they hold others back", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      await partner("GET", "/v1/leads");
      await visit();
      await page.getByRole("button", { name: "Pause" }).click();
      await page.locator(".line-request").click();
      await page.getByRole("tab", { name: "Edit and send" }).click();
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.locator(".line-request", { hasText: "sent here" }).waitFor();
      await partner("GET", "/v1/leads");
      await page.getByRole("button", { name: "1 new" }).waitFor();
      expect(await page.locator(".line-request").count()).toBe(2);
    });

    it("are said to be empty only after their requests were loaded, or searched", async () => {
      const { page, visit, partner } = await openConsole(browser);
      await partner("POST", leadsPath, { email: "sought@example.com", nope: 1 });
      const calls = {
        events: Promise.withResolvers<void>(),
        search: Promise.withResolvers<void>(),
      };
      for (const [part, { promise }] of Object.entries(calls)) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await page.route(new RegExp(`/_sandbox/workspaces/.*\\b${part}\\b`), async (route) => {
          await promise;
          await route.continue();
        });
      }
      await visit("#/default/activity?q=status:422");
      await page.locator(".loading").waitFor();
      expect(await page.getByText(/No request yet|Nothing matches/).count()).toBe(0);
      calls.events.resolve();
      await page.locator(".line-request").waitFor();
      await page.getByLabel("Filter").fill("sought");
      await page.locator(".loading").waitFor();
      expect(await page.getByText("Nothing matches").count()).toBe(0);
      calls.search.resolve();
      await page.locator(".line-request").waitFor();
      await page.getByLabel("Filter").fill("unsought");
      await page.getByText("Nothing matches").waitFor();
    });

    it("redraw without a walk over their entries, also with a filter and an open request", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner } = shown;
      const rows = 3_000;
      await shown.tester("PUT", "/quotas/HPkeySbx", { quotaPerHour: null });
      await send(shown, rows);
      // After its first list, the page asks for the oldest request of the journal, and walks once.
      const checked = page.waitForResponse(/\/requests\?(?=.*\border=asc\b).*\blimit=1\b/);
      await visit();
      await checked;
      await page
        .locator(`[role=listitem][aria-setsize="${rows + 1}"]`)
        .first()
        .waitFor();
      /** Counts the items of all arrays that the page walks from now on; of a slice, those that it takes. */
      await page.evaluate(`
        window.walked = 0;
        const walks = "every filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf map " +
          "reduce slice some toReversed toSorted with";
        for (const name of walks.split(" ")) {
          const walk = Array.prototype[name];
          Array.prototype[name] = function (...given) {
            const result = walk.apply(this, given);
            window.walked += name === "slice" ? result.length : this.length;
            return result;
          };
        }
        const iterate = Array.prototype[Symbol.iterator];
        Array.prototype[Symbol.iterator] = function () {
          window.walked += this.length;
          return iterate.call(this);
        };`);
      const walkedBy = async (id: string, shownAs = id): Promise<number> => {
        await page.evaluate("window.walked = 0");
        await partner("GET", `/v1/leads/${id}`);
        await page.getByText(shownAs).first().waitFor();
        return page.evaluate<number>("window.walked");
      };
      // The first redraw of each may still walk what the change before it changed.
      await walkedBy("NoSuch01");
      await expect(walkedBy("NoSuch02")).resolves.toBeLessThan(rows);
      await page.getByLabel("Filter").fill("status:404");
      await page.locator('[role=listitem][aria-setsize="302"]').first().waitFor();
      await walkedBy("NoSuch03");
      await expect(walkedBy("NoSuch04")).resolves.toBeLessThan(rows);
      await page.getByLabel("Filter").fill("");
      await page.locator(".line-request").first().click();
      await page.locator(".panel .facts").waitFor();
      await walkedBy("NoSuch05", "1 new");
      await expect(walkedBy("NoSuch06", "2 new")).resolves.toBeLessThan(rows);
    });

    it("load older requests at the end of the list", async () => {
      const { page, visit, partner } = await openConsole(browser);
      for (let number = 0; number < 80; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await partner("GET", `${leadsPath}?q=${number}`);
      }
      // As if the log had dropped the oldest events.
      await page.route("**/events?*", async (route) => {
        const answer = await route.fetch();
        const { data, meta }: { data: { cursor: number }[]; meta: object } = await answer.json();
        await route.fulfill({ json: { data: data.filter(({ cursor }) => cursor > 30), meta } });
      });
      await visit();
      await page.locator("[role=listitem][aria-setsize='51']").first().waitFor();
      await page.evaluate(`document.querySelector(".virtual").scrollTop = 100000`);
      await page.locator("[role=listitem][aria-setsize='81']").first().waitFor();
      await page.evaluate(`document.querySelector(".virtual").scrollTop = 100000`);
      await page.getByText(`${leadsPath}?q=0`, { exact: true }).waitFor();
      expect(await page.locator("[role=listitem][aria-setsize='81']").count()).toBeGreaterThan(9);
    });

    it("remove the rows of a cleared journal, with a line that says so", async () => {
      const shown = await openConsole(browser);
      const { page, visit, partner, tester } = shown;
      const gone = await partner("GET", leadsPath);
      await partner("GET", "/v1/leads/LeadHPa1");
      await visit();
      await expect.poll(() => page.locator(".line-request").count()).toBe(2);
      await tester("DELETE", "/requests");
      await partner("GET", "/v1/leads/LeadHPm1");
      await page.locator(".line-request", { hasText: "LeadHPm1" }).waitFor();
      await page.evaluate(
        `location.hash = "#/default/activity/${gone.headers.get("x-sandbox-request-id")}"`,
      );
      await page.getByText("2 older requests").waitFor();
      expect(await page.locator(".line-request").count()).toBe(1);
    });

    it("sort Leads by a column, and turn the order around", async () => {
      const shown = await openConsole(browser);
      const { page, visit } = shown;
      for (const name of ["bb", "aa", "cc"]) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await refer(shown, `${name}@example.com`, { lastName: "Sorted" });
      }
      await visit("#/default/leads?q=Sorted");
      await settled(shown);
      const emails = () => page.locator(".rows td:first-child").allInnerTexts();
      expect((await emails())[0]).toBe("cc@example.com");
      await page.getByRole("button", { name: "Email" }).click();
      await expect.poll(emails).toEqual(["aa@example.com", "bb@example.com", "cc@example.com"]);
      await page.getByRole("button", { name: "Email" }).click();
      await expect.poll(async () => (await emails())[0]).toBe("cc@example.com");
      const head = page.getByRole("columnheader", { name: "Email" });
      expect(await head.getAttribute("aria-sort")).toBe("descending");
      expect(page.url()).toContain("sort=-email");
    });
  },
);
