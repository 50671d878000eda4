import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { isRemote } from "../../support/target.ts";
import { consoleOf, goTo, leadsPath, openConsole, refer, serve } from "./console.ts";
import { hostile, hostileWorld } from "./worlds.ts";

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/apps/console/security.test.ts"))(
  "the security of the console",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it("loads only its own files, and cannot be framed", async () => {
      const { url } = await serve();
      const { headers } = await fetch(`${url}/_sandbox/`);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    });

    it("is not rendered in a frame of another page", async () => {
      const { page, url } = await openConsole(browser);
      await page.goto(`${url}/readyz`);
      await page.setContent(`<iframe src="${url}/_sandbox/"></iframe>`);
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/chrome-error:/);
      expect(await page.frameLocator("iframe").locator("#page").count()).toBe(0);
    });

    it("shows hostile names, mails, paths and JSON as text and creates no element from them", async () => {
      const served = await serve();
      const { page, visit } = await consoleOf(browser, served);
      const addresses = await hostileWorld(served);
      await visit();
      for (const address of addresses) {
        /* oxlint-disable no-await-in-loop -- one page, one view after the other */
        await goTo({ page }, address);
        const made = await page
          .locator("#page :is(img, script, svg:not(.chart *), [onerror])")
          .count();
        expect({ address, made }).toEqual({ address, made: 0 });
        const unsafe = await page.locator("#page a[href^='javascript:' i]").count();
        expect({ address, unsafe }).toEqual({ address, unsafe: 0 });
        /* oxlint-enable no-await-in-loop */
      }
      expect(await page.evaluate("window.pwned")).toBeUndefined();
    });

    it("shows hostile text of an address as the text of the filter", async () => {
      const { page, visit, partner } = await openConsole(browser);
      const [image] = hostile;
      await partner("GET", `/v1/leads/${encodeURIComponent(image)}`);
      await visit(`#/default/activity?${new URLSearchParams({ q: "onerror <img>" }).toString()}`);
      await page.getByText("Nothing matches").waitFor();
      expect(await page.getByLabel("Filter").inputValue()).toBe("onerror <img>");
      expect(await page.evaluate("window.pwned")).toBeUndefined();
    });

    it("shows the HTML of a mail in a frame without scripts and without the origin of the page", async () => {
      const served = await serve();
      await refer(served, "maya@example.com", { firstName: hostile[0] });
      const { page, visit, complaints } = await consoleOf(browser, served);
      await visit("#/default/mail");
      await page.getByRole("link", { name: /maya@example.com/ }).click();
      const frame = page.locator("iframe.frame");
      expect(await frame.getAttribute("sandbox")).toBe(
        "allow-popups allow-popups-to-escape-sandbox",
      );
      await page.frameLocator("iframe.frame").getByRole("link", { name: "Sign up" }).waitFor();
      expect(complaints).toEqual([]);
    });

    it("does not answer the control API to a page of another site", async () => {
      const { page, url, tester } = await openConsole(browser);
      const other = await serve();
      await page.goto(`${other.url}/_sandbox/docs`);
      const outcome = await page.evaluate<string>(
        `fetch("${url}/_sandbox/reset", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })
          .then((response) => String(response.status), () => "refused")`,
      );
      expect(["refused", "403"]).toContain(outcome);
      expect((await tester("GET", `/requests`)).status).toBe(200);
      expect((await fetch(`${url}${leadsPath}`)).status).toBe(401);
    });
  },
);
