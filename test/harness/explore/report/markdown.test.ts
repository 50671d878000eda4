import { marked } from "marked";
import { describe, expect, it } from "vitest";

import { openFindings } from "../../../../src/harness/explore/report/summary.ts";
import { markdownOfReport } from "./forms.ts";
import { madeUpFinding, oneBug } from "./made-up-finding.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

/** A report rendered as GitHub's Markdown. */
async function rendered(report: Parameters<typeof markdownOfReport>[0]): Promise<string> {
  return marked.parse(markdownOfReport(report), { gfm: true });
}

describe("the report as Markdown", () => {
  it.each(Object.entries(everyReport))("of %s has only its own elements", async (_name, report) => {
    const elements = (await rendered(report)).matchAll(/<([a-z][a-z0-9]*)/g);
    const own = "h1 h2 p ul li strong code pre".split(" ");
    const names = new Set(Array.from(elements, ([, name = ""]) => name));
    expect([...names].filter((name) => !own.includes(name))).toEqual([]);
  });

  it.each(Object.entries(everyReport))(
    "of %s has one verdict for each group of findings",
    async (_name, report) => {
      const verdicts = (await rendered(report)).match(/<strong>(?!OPEN)/g)?.length ?? 0;
      expect(verdicts).toBe(new Set(openFindings(report).map(({ group }) => group)).size);
    },
  );

  it("escapes data so that it shows unchanged", async () => {
    const email = "a|b`c<d>&amp;*e*@example.com";
    const html = await rendered(madeUpReport([madeUpFinding(email)]));
    expect(html).toContain("<code>missing Lead a|b&#39;c&lt;d&gt;&amp;amp;*e*@example.com</code>");
  });

  it("contains no mention, link or control character outside code", () => {
    const report = everyReport["hostile"] ?? madeUpReport();
    const prose = markdownOfReport(report).replaceAll(/(`+)[^`](?:(?!\1)[^])*?\1/g, "");
    expect(prose).not.toMatch(/@\w|www\.|:\/\//);
    expect(prose).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u);
  });

  it("shows a bug once, with its faults, calls and tests", () => {
    const markdown = markdownOfReport(madeUpReport(oneBug()));
    expect(markdown).toMatch(/^# explore `npm run sync`: 15 findings in 1 group$/m);
    expect(markdown).toContain("**HIGH** lost: `post-leads-for-firm`, 15 findings");
    for (const list of [
      "`fault:429`, `fault:503`, `fault:reset-before`, `fault:hang`, `fault:outage`",
      "`Import > Maya`, `Import > Noor`, `Import > Ada`",
    ]) {
      expect(markdown.split(list)).toHaveLength(2);
    }
    expect(markdown.match(/missing Lead/g)).toHaveLength(1);
  });

  it("shows at most 100 groups, and counts the rest", () => {
    const findings = Array.from({ length: 230 }, (_, at) =>
      madeUpFinding(`p${at}@example.com`, { group: `g-${at}` }),
    );
    const markdown = markdownOfReport(madeUpReport(findings));
    expect(markdown).toContain("And 130 more groups.");
    expect(Buffer.byteLength(markdown)).toBeLessThan(1_048_576);
  });

  it("names known findings without a verdict", () => {
    const markdown = markdownOf("known and new findings");
    expect(markdown).toContain("tested, 0 high, 1 medium, 0 low, 15 known.");
    expect(markdown).toContain(
      "## Known from an earlier report\n\n- lost: `fault:429 at post-leads-for-firm",
    );
    expect(markdownOf("known findings")).toMatch(/^# explore `[^`]+`: No new findings$/m);
  });

  it("says what did not run, that it was interrupted, and why nothing was explored", () => {
    expect(markdownOf("left out")).toContain("7 not run.");
    expect(markdownOf("interrupted")).toContain("Interrupted");
    expect(markdownOf("a baseline that fails")).toContain("Not explored");
    expect(markdownOf("a baseline that fails")).toContain("```text\nError: no firm\n```");
  });
});

/** The Markdown of a fabricated report. */
function markdownOf(name: string): string {
  return markdownOfReport(everyReport[name] ?? madeUpReport());
}
