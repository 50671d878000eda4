/** The guide in a browser: every page at three widths, the search, and the keyboard. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { buildGuide } from "../../scripts/build-guide.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import { colours, violations } from "../apps/console/axe.ts";
import { spread } from "../long/size.ts";
import type { WatchedPage } from "./browser.ts";
import { hasBrowser, launch, newPage } from "./browser.ts";

const overflow = "document.documentElement.scrollWidth - innerWidth";

describe.skipIf(!hasBrowser("test/browser/guide.test.ts"))("the guide in a browser", () => {
  const sandbox = openSandbox({ port: 0, logLevel: "silent" });
  let browser: Browser | undefined;
  let end: (() => Promise<void>) | undefined;
  let address = "";
  let origin = "";
  let watched: WatchedPage;

  beforeAll(async () => {
    const { url, controlUrl, close } = await sandbox.listen();
    [end, address, origin] = [close, `${controlUrl}/guide/`, url];
    browser = await launch();
    watched = await newPage(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await end?.();
    sandbox.close();
  });

  it("fits 375, 768 and 1280 px on every page, without a request to another host", async () => {
    const { page, origins, complaints } = watched;
    const { pages } = await buildGuide();
    const wide: string[] = [];
    for (const { name } of pages.pages) {
      // oxlint-disable-next-line no-await-in-loop -- one page of the browser
      await page.goto(address + name);
      for (const width of [375, 768, 1280]) {
        // oxlint-disable-next-line no-await-in-loop -- one page of the browser
        await page.setViewportSize({ width, height: 900 });
        // oxlint-disable-next-line no-await-in-loop -- one page of the browser
        if ((await page.evaluate<number>(overflow)) > 0) wide.push(`${name} at ${width}`);
      }
    }
    expect(wide).toEqual([]);
    expect([...origins]).toEqual([origin]);
    expect(complaints).toEqual([]);
  });

  const looks = ["", "start", "settings", "search?words=429"].flatMap((name) =>
    [375, 768, 1280].map((width) => ({ name, width })),
  );

  // Half of them in a short run: each page, and each width twice.
  it.each(spread(looks, 6))(
    "has nothing for axe on /$name at $width px",
    async ({ name, width }) => {
      const { page } = watched;
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address + name);
      expect(await violations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await violations(page, colours)).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    },
  );

  it("opens the row of a rule", async () => {
    const { page } = watched;
    await page.goto(`${address}rules#lead.unique`);
    const row = page.locator("tr:target");
    expect(await row.innerText()).toMatch(/^lead\.unique/);
    const below = await page
      .locator("header")
      .evaluate((bar) => bar.getBoundingClientRect().bottom);
    expect(await row.evaluate((found) => found.getBoundingClientRect().top)).toBeGreaterThan(below);
  });

  it("searches while one types after Ctrl+K, and opens a result with the keyboard", async () => {
    const { page } = watched;
    await page.goto(`${address}mail`);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("certificate authority");
    await page.locator("#found li").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#/);
    expect(await page.locator("main h1").count()).toBe(1);
    await page.goBack();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("nginx");
    await page.keyboard.press("Enter");
    await page.locator(".results li").first().waitFor();
    expect(page.url()).toBe(`${address}search?words=nginx`);
  });
});
