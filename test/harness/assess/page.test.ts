/**
 * The page in a browser: a phone, a desk, light, dark and printed. ASSESS_REPORT=assessed/report.json writes its
 * pictures to docs/assess, with pdftoppm of poppler.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { documentOfAssessment } from "../../../src/harness/assess/report/document.ts";
import { Report } from "../../../src/harness/assess/report/shape.ts";
import { htmlOf } from "../../../src/harness/report/html.ts";
import { temporaryFile, temporaryFolder } from "../../apps/cli/program.ts";
import { hasBrowser, launch, newPage } from "../../browser/browser.ts";
import { isLong } from "../../long/size.ts";
import { hostileReport, madeUpReport } from "./made-up-report.ts";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const given = process.env["ASSESS_REPORT"];
const pictured = given === undefined ? null : Report.parse(JSON.parse(readFileSync(given, "utf8")));

const reports = {
  "a client with a violation": madeUpReport(),
  "a client that fails": madeUpReport(
    { problem: { kind: "fails", message: "It fails.", output: "" } },
    [],
  ),
  "hostile text": hostileReport(),
  ...(pictured === null ? {} : { "the pictures": pictured }),
};

const looks = [
  [375, "light"],
  [1280, "dark"],
  [375, "dark"],
  [1280, "light"],
] as const;

/** Each width and each colour scheme once; all four looks in a long run, and for pictures. */
function looksOf(report: Report): readonly (typeof looks)[number][] {
  if (isLong || report === pictured) return looks;
  return report === reports["hostile text"] ? looks.slice(2) : looks.slice(0, 2);
}

let browser: Browser;

async function opened(report: Report) {
  const watched = await newPage(browser);
  const page = await htmlOf(documentOfAssessment(report), "assess");
  await watched.page.goto(pathToFileURL(temporaryFile("page.html", page)).href);
  return watched;
}

describe.skipIf(!hasBrowser("test/harness/assess/page.test.ts"))("the page in a browser", () => {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it.each(Object.entries(reports))("fits and is accessible: %s", async (_name, report) => {
    const { page, complaints } = await opened(report);
    for (const [width, colorScheme] of looksOf(report)) {
      /* oxlint-disable no-await-in-loop -- one after the other */
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width === 375 ? 740 : 900 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      if (report === pictured) {
        await page.screenshot({ path: `docs/assess/page-${width}-${colorScheme}.png` });
      }
      await page.evaluate(axe);
      const wrong: unknown = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))",
      );
      expect(wrong).toEqual([]);
      /* oxlint-enable no-await-in-loop */
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each(Object.entries(reports))("prints on one or two sheets: %s", async (_name, report) => {
    const { page } = await opened(report);
    const path = join(temporaryFolder(), "page.pdf");
    const printed = await page.pdf({ path, preferCSSPageSize: true });
    const sheets = printed.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
    expect(sheets.length).toBeGreaterThanOrEqual(1);
    expect(sheets.length).toBeLessThanOrEqual(2);
    if (report === pictured) {
      const options = ["-png", "-r", "80", "-singlefile"];
      execFileSync("pdftoppm", [...options, path, "docs/assess/page-printed"]);
    }
    await page.context().close();
  });
});
