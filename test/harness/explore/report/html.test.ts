import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Report } from "../../../../src/harness/explore/report/shape.ts";
import { temporaryFile } from "../../../apps/cli/program.ts";
import type { WatchedPage } from "../../../browser/browser.ts";
import { hasBrowser, launch, newPage } from "../../../browser/browser.ts";
import { pageOfReport } from "./forms.ts";
import { evidence, madeUpCall, madeUpFinding, oneBug } from "./made-up-finding.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const reports = Object.entries(everyReport);

describe("the HTML report", () => {
  it("forbids everything but its own style", async () => {
    const html = await pageOfReport(madeUpReport());
    const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(html).not.toMatch(/<(?:script|link|img|iframe|object|form|base)\b/i);
    expect(html).not.toMatch(/\s(?:src|href)=(?!"#)/i);
  });

  it.each(reports)(
    "of %s has no element or attribute from the run's data",
    async (_name, report) => {
      const html = await pageOfReport(report);
      expect(html).not.toMatch(/<(?:script|img)|<[^>]*\sonmouseover=/i);
      expect(html).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u);
    },
  );

  it("counts accepted findings separately", async () => {
    const html = await pageOfReport(everyReport["an accepted finding"] ?? madeUpReport());
    expect(html).toContain('<h1>explore <code dir="auto">npm run sync</code>: No findings</h1>');
    expect(html).toContain("Accepted, until 2026-12-31");
  });

  it("shows known findings folded, after the new ones", async () => {
    const html = await pageOfReport(everyReport["known and new findings"] ?? madeUpReport());
    expect(html).toContain('<h1>explore <code dir="auto">npm run sync</code>: 1 finding</h1>');
    const [open = "", known = ""] = html.split("<h2>Known from an earlier report</h2>");
    expect(open.match(/<section class="verdict/g)).toHaveLength(1);
    expect(known).toMatch(/<details><summary>lost: .{10,80}, 15 findings<\/summary>/);
  });

  it("stays below 1 MB with many findings", async () => {
    const { length } = await pageOfReport(everyReport["many findings"] ?? madeUpReport());
    expect(length).toBeLessThan(1_000_000);
  });
});

const runs = hasBrowser("the HTML report in a browser");
describe.skipIf(!runs)("the HTML report in a browser", () => {
  let browser: Browser;
  let phone: WatchedPage;
  beforeAll(async () => {
    browser = await launch();
    phone = await newPage(browser);
  }, 60_000);
  afterAll(() => browser.close());

  async function opened(
    report: Report,
    width: number,
    watched?: WatchedPage,
  ): Promise<WatchedPage> {
    watched ??= await newPage(browser);
    await watched.page.setViewportSize({ width, height: 800 });
    const file = temporaryFile("report.html", await pageOfReport(report));
    await watched.page.goto(pathToFileURL(file).href);
    return watched;
  }

  it.each(reports)(
    "of %s fits a phone, loads nothing and runs no script, fully unfolded",
    async (_name, report) => {
      const { page, origins, complaints } = await opened(report, 375, phone);
      const title = await page.title();
      await page.evaluate(
        "document.querySelectorAll('details').forEach((one) => (one.open = true))",
      );
      await page.mouse.move(100, 100);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
      expect(await page.title()).toBe(title);
      expect(title).toMatch(/^explore .*- lead-sandbox explore$/s);
      expect({ origins: [...origins], complaints }).toEqual({ origins: ["null"], complaints: [] });
    },
    60_000,
  );

  it.each(["light", "dark"] as const)(
    "is accessible, with AA contrast, in the %s",
    async (colorScheme) => {
      const { page } = await opened(everyReport["hostile"] ?? madeUpReport(), 1_440);
      await page.emulateMedia({ colorScheme });
      await page.evaluate(
        "document.querySelectorAll('details').forEach((one) => (one.open = true))",
      );
      await page.evaluate(axe);
      const wrong: unknown = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))",
      );
      expect(wrong).toEqual([]);
      await page.context().close();
    },
    120_000,
  );

  it("shows a finding in order: verdict, event, claim, calls, records, advice, rules, replay", async () => {
    const finding = madeUpFinding("maya@example.com", { bundle: "lost.bundle.json" });
    const { page } = await opened(madeUpReport([finding]), 1_440);
    const text = await page.locator("main").innerText();
    const expected = [
      finding.reason,
      "What happened",
      finding.sentence,
      "What the client claimed",
      "exit code 0: it claims success",
      "POST /firms/Harb0rPt/leads → 201, varied by reset-after, the client got no answer",
      "missing Lead maya@example.com",
      finding.advice,
      "error.server",
      "lead-sandbox replay lost.bundle.json",
      finding.id,
    ];
    const places = expected.map((one) => text.indexOf(one));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    await page.context().close();
  });

  it("shows a bug once, with its faults and tests, and lists each finding", async () => {
    const findings = oneBug();
    const { page } = await opened(madeUpReport(findings), 375);
    expect(await page.locator("h1").innerText()).toMatch(
      /^explore npm run sync: 15 findings in 1 group$/,
    );
    expect(await page.locator(".verdict").allInnerTexts()).toEqual([
      expect.stringContaining("lost: post-leads-for-firm, 15 findings"),
    ]);
    const text = await page.locator("main").innerText();
    expect(text).toContain("fault:429, fault:503, fault:reset-before, fault:hang, fault:outage");
    expect(text).toContain("Import > Maya, Import > Noor, Import > Ada");
    expect(text.match(/missing Lead/g)).toHaveLength(1);
    await page.getByText("Every finding of the group").click();
    const listed = await page
      .locator("details", { hasText: "Every finding of the group" })
      .locator("li")
      .allInnerTexts();
    expect(listed.map((line) => line.split(" ").at(-1))).toEqual(
      findings.map(({ bundle }) => bundle),
    );
    await page.context().close();
  });

  it("unfolds bodies, expected and actual fields, the output, every trial and the baseline", async () => {
    const changes = madeUpFinding("maya@example.com").changes.map((record) => {
      const { baseline } = record;
      const content = { firstName: "Mia", notes: "n".repeat(301), clientData: null };
      const trial = baseline === null ? null : { ...baseline, content };
      return { ...record, change: "changed" as const, trial };
    });
    const finding = madeUpFinding("maya@example.com", { changes, output: "Imported.\n" });
    const { page } = await opened(madeUpReport([finding]), 1_440);
    const unfold = async (name: string) => {
      const details = page.locator("details", { has: page.getByText(name, { exact: true }) });
      await page.getByText(name, { exact: true }).click();
      return details.last();
    };
    const calls = await unfold("The calls with their bodies");
    await calls.locator("summary").nth(1).click();
    expect(await calls.innerText()).toContain('{"firstName":"Maya"}');
    const records = await unfold("The records in full");
    const rows = await records.locator("table").first().locator("tr").allInnerTexts();
    expect(rows).toContain("firstName\tMaya\tMia");
    expect(rows).toContain("clientData.Plans[0].type\tFixed\tnone");
    expect(rows.some((row) => row.startsWith("state"))).toBe(false);
    await records.getByText("notes: 301 characters").click();
    expect(await records.innerText()).toContain("n".repeat(301));
    await records.getByText("2 equal fields").click();
    expect(await records.innerText()).toContain("state\tActive\tActive");
    expect(await (await unfold("The output of the command")).innerText()).toContain("Imported.");
    await page.getByText("Every variation by verdict").click();
    await page.getByText("lost: 1").click();
    expect(await page.getByRole("cell", { name: finding.reason }).isVisible()).toBe(true);
    const baseline = await unfold("Without any variation: 1 call in 0.1 s");
    await baseline.getByText("1 open point in use").click();
    expect(await baseline.innerText()).toContain("lead.unique: ");
    await page.context().close();
  });

  it("shows the calls around the varied one, and has them all in details", async () => {
    const calls = Array.from({ length: 30 }, (_, at) =>
      at === 15 ? madeUpFinding("p9@example.com").evidence : evidence([madeUpCall()]),
    ).flat();
    const { page } = await opened(
      madeUpReport([madeUpFinding("p9@example.com", { evidence: calls })]),
      375,
    );
    expect(await page.locator("ol.calls li").count()).toBe(7);
    expect(await page.locator("ol.calls li").nth(3).innerText()).toContain("varied by reset-after");
    expect(await page.getByText("Calls 13 to 19 of 30:").count()).toBe(1);
    await page.getByText("The calls with their bodies").click();
    expect(await page.getByText("at 12 ms").count()).toBe(31);
    await page.context().close();
  });
});
