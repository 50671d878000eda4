import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { htmlOfReport } from "../../../../src/harness/explore/report/html.ts";
import type { Report } from "../../../../src/harness/explore/report/shape.ts";
import { temporaryFile } from "../../../apps/cli/program.ts";
import type { WatchedPage } from "../../../browser/browser.ts";
import { hasBrowser, launch, newPage } from "../../../browser/browser.ts";
import { evidence, madeUpCall, madeUpFinding, oneBug } from "./made-up-finding.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const reports = Object.entries(everyReport);

describe("the HTML report", () => {
  it("forbids everything but its own style", async () => {
    const html = await htmlOfReport(madeUpReport());
    const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(html).not.toMatch(/<(?:script|link|img|iframe|object|form|base)\b/i);
    expect(html).not.toMatch(/\s(?:src|href)=(?!"#)/i);
  });

  it.each(reports)(
    "of %s has no element or attribute from the run's data",
    async (_name, report) => {
      const html = await htmlOfReport(report);
      expect(html).not.toMatch(/<(?:script|img)|<[^>]*\sonmouseover=/i);
      expect(html).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u);
    },
  );

  it("counts accepted findings separately", async () => {
    const html = await htmlOfReport(everyReport["an accepted finding"] ?? madeUpReport());
    expect(html).toContain("<h1>No findings</h1>");
    expect(html).toContain("Accepted, until 2026-12-31");
  });

  it("shows known findings folded, after the new ones", async () => {
    const html = await htmlOfReport(everyReport["known and new findings"] ?? madeUpReport());
    expect(html).toContain("<h1>1 finding</h1>");
    const [open = "", known = ""] = html.split("<h2>Known findings, from an earlier report</h2>");
    expect(open).toContain('id="finding-1"');
    expect(open).not.toContain('id="finding-2"');
    expect(known).toContain('id="known-1"');
    expect(known).not.toMatch(/class="finding"\s+open/);
  });

  it("stays below 1 MB with many findings", async () => {
    const { length } = await htmlOfReport(everyReport["many findings"] ?? madeUpReport());
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
    const file = temporaryFile("report.html", await htmlOfReport(report));
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
      expect(title).not.toContain("taken");
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

  it("shows a finding in order: request, event, claim, records, rules, replay", async () => {
    const finding = madeUpFinding("maya@example.com", { bundle: "lost.bundle.json" });
    const { page } = await opened(madeUpReport([finding]), 1_440);
    const text = await page.locator(".finding").innerText();
    const expected = [
      "What the client sent",
      "POST /firms/Harb0rPt/leads → no answer",
      "What happened",
      finding.sentence,
      "What the client claimed",
      "exit code 0: it claims success",
      "What the records show",
      "Lead maya@example.com is missing",
      "What to change",
      finding.advice,
      "Rules of the interface",
      "error.server",
      "lead-sandbox replay lost.bundle.json",
    ];
    const places = expected.map((one) => text.indexOf(one));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    await page.context().close();
  });

  it("shows a bug once, with its faults and tests, and lists each finding", async () => {
    const findings = oneBug();
    const { page } = await opened(madeUpReport(findings), 375);
    expect(await page.locator("h1").innerText()).toBe("15 findings in 1 group");
    expect(await page.locator("nav li").allInnerTexts()).toEqual([
      expect.stringContaining("lost: post-leads-for-firm, 15 findings"),
    ]);
    const item = page.locator(".finding");
    expect(await item.count()).toBe(1);
    expect(await item.locator(".variants dd").allInnerTexts()).toEqual([
      "fault:429 fault:503 fault:reset-before fault:hang fault:outage",
      expect.stringContaining("post-leads-for-firm person-1@example.com"),
      "Import > Maya Import > Noor Import > Ada",
    ]);
    expect(await item.getByText("Lead person-0@example.com is missing").count()).toBe(1);
    expect(await item.locator(".timeline").count()).toBe(1);
    await item.getByText("Every finding of the group").click();
    const listed = await item.locator(".fold li").allInnerTexts();
    expect(listed.map((text) => text.split(" ").at(-1))).toEqual(
      findings.map(({ bundle }) => bundle),
    );
    await page.context().close();
  });

  it("shows the expected record next to the actual one", async () => {
    const changes = madeUpFinding("maya@example.com").changes.map((record) => {
      const { baseline } = record;
      const content = { firstName: "Mia", clientData: null };
      const trial = baseline === null ? null : { ...baseline, content };
      return { ...record, change: "changed" as const, trial };
    });
    const report = madeUpReport([madeUpFinding("maya@example.com", { changes })]);
    const { page } = await opened(report, 1_440);
    const rows = await page.locator(".finding table").first().locator("tr").allInnerTexts();
    expect(rows).toContain("firstName\tMaya\tMia");
    expect(rows).toContain("clientData.Plans[0].type\tFixed\tnone");
    expect(rows.some((row) => row.startsWith("state"))).toBe(false);
    await page.context().close();
  });

  it("unfolds the finding that its list links to, and folds calls far from the varied one", async () => {
    const calls = Array.from({ length: 30 }, (_, at) =>
      at === 15 ? madeUpFinding("p9@example.com").evidence : evidence([madeUpCall()]),
    ).flat();
    const findings = Array.from({ length: 10 }, (_, at) =>
      madeUpFinding(`p${at}@example.com`, { evidence: calls, group: `g-${at}` }),
    );
    const { page } = await opened(madeUpReport(findings), 375);
    const last = page.locator(".finding").last();
    expect(await last.getByText("What the client sent").isVisible()).toBe(false);
    await page.locator("nav a").last().click();
    await last.getByText("What the client sent").waitFor({ state: "visible" });
    expect(await last.getByText("12 calls before").isVisible()).toBe(true);
    expect(await last.getByText("11 calls after").isVisible()).toBe(true);
    await page.context().close();
  });
});
