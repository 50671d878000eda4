/** What axe-core finds in every view with real content, in both colour schemes, wide and as on a phone. */
import { readFileSync } from "node:fs";

import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../browser/browser.ts";
import { isRemote } from "../support/target.ts";
import type { Console } from "./console.ts";
import { consoleOf, expectNoComplaints, leadsPath, serve } from "./console.ts";
import { filled } from "./hostile-world.ts";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)} })`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${String(target)} ${html.slice(0, 160)}`),
  );
}

let browser: Browser | undefined;

describe.skipIf(isRemote || !hasBrowser("test/console/accessible.test.ts"))(
  "the console, by axe-core",
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it.each([1440, 375])("has no violation at %d pixels, light and dark", async (width) => {
      const served = await serve();
      const shown = await consoleOf(browser, served);
      const { page } = shown;
      const addresses = await filled(served);
      await page.setViewportSize({ width, height: 900 });
      // Colours that are on their way to others have no contrast of their own.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await shown.visit();
      const found: Record<string, readonly string[]> = {};
      for (const address of addresses) {
        /* oxlint-disable no-await-in-loop -- one page, one view after the other */
        await settled(shown, address);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const here = await violations(page);
          if (here.length > 0) found[`${address}, ${colorScheme}`] = here;
        }
        /* oxlint-enable no-await-in-loop */
      }
      expect(found).toEqual({});
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expectNoComplaints(shown);
    });

    it("has no violation in its dialogs: palette, shortcuts, a question", async () => {
      const shown = await consoleOf(browser, await serve());
      const { page } = shown;
      await shown.visit();
      await settled(shown, "world");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("option").nth(20).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.getByRole("dialog", { name: "Reset this workspace" }).waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it("has no violation where a held request is answered by hand", async () => {
      const shown = await consoleOf(browser, await serve());
      const { page, partner, tester } = shown;
      await tester("POST", "/faults", { then: { kind: "hold" } });
      const answer = partner("GET", leadsPath);
      await shown.visit("#/default/faults");
      await page.getByRole("button", { name: "Answer by hand" }).click();
      await page.getByLabel("Body").waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Remove all" }).click();
      expect((await answer).status).toBe(200);
    });

    it("has no violation where it asks for a token, and where there is no workspace", async () => {
      const shown = await consoleOf(browser, await serve({ controlToken: "t0ken" }));
      await shown.visit();
      await shown.page.getByLabel("Control token").waitFor();
      expect(await violations(shown.page)).toEqual([]);
      const open = await consoleOf(browser, await serve());
      await open.visit("#/nowhere/activity");
      await open.page.getByText("There is no workspace nowhere").waitFor();
      expect(await violations(open.page)).toEqual([]);
    });
  },
);

/** Goes to a view and waits until it shows what it loaded. */
async function settled({ page }: Console, address: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/default/${address}`)}`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await expect.poll(() => page.locator(".loading").count()).toBe(0);
}
