/** The console of the built package, packed, installed and served by its command, and its size. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { hasBrowser, launch, newPage } from "../../browser/browser.ts";
import type { Project } from "../../package/project.ts";
import { newProject } from "../../package/project.ts";
import { isRemote } from "../../support/target.ts";

const gzippedBytesMax = 66_000;

let project: Project;
let browser: Browser | undefined;

/** Starts the packed command and returns its URL. */
async function served(): Promise<string> {
  const command = join(project.folder, "node_modules/.bin/lead-sandbox");
  const child = spawn(process.execPath, [command, "--port", "0", "--log-format", "json"]);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const [line]: readonly unknown[] = await once(child.stdout, "data");
  const { url } = JSON.parse(String(line));
  return String(url);
}

describe.skipIf(isRemote)("the console of the package", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    project = await newProject();
  }, 240_000);
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  it(`is at most ${gzippedBytesMax / 1_000} kB in all, gzipped`, async () => {
    const url = await served();
    const paths = ["/_sandbox/", "/_sandbox/console/console.js", "/_sandbox/console/console.css"];
    const sizes = await Promise.all(
      paths.map(async (path) => gzipSync(await (await fetch(url + path)).bytes()).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    process.stdout.write(
      `console: ${total} bytes gzipped (page, script, style: ${sizes.join(", ")})\n`,
    );
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(gzippedBytesMax);
  });

  describe.skipIf(!hasBrowser("test/apps/console/packaged.test.ts"))(
    "the packaged console in a browser",
    () => {
      beforeAll(async () => {
        browser = await launch();
      });
      afterAll(() => browser?.close());

      it("opens, sends a first request and shows why it got its answer", async () => {
        const url = await served();
        if (browser === undefined) throw new Error("The browser did not start.");
        const { page, origins, complaints } = await newPage(browser);
        onTestFinished(() => page.context().close());
        await page.goto(`${url}/_sandbox/`);
        await page.getByRole("button", { name: "Send it from here" }).click();
        await page.locator('.line-request:has(.status:text-is("201"))').click();
        await page.getByText("Rules that decided, in order").waitFor();
        await page.locator(".rules .rule").first().waitFor();
        expect([...origins]).toEqual([url]);
        expect(complaints).toEqual([]);
      });
    },
  );
});
