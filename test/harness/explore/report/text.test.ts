import truncatedWidth from "fast-string-truncated-width";
import { describe, expect, it } from "vitest";

import { textOfReport } from "../../../../src/harness/explore/report/text.ts";
import { madeUpFinding, oneBug } from "./made-up-finding.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

const longLabel =
  "com.example.partner.leads.imports.LeadImportTest > refersEveryPersonOnce(String, Workspace)[2]";

function leftOut(workspace: string) {
  return madeUpFinding("maya@example.com", { workspace });
}

describe("the terminal report", () => {
  it.each(Object.entries(everyReport))("of %s has at most 100 columns", (_name, report) => {
    const lines = textOfReport(report, "reports").split("\n");
    const { command } = report;
    // A long word in a command is never cut, so that users can paste the command.
    const wide = lines.filter((line) => !line.trimStart().startsWith("'"));
    expect(command.length).toBeGreaterThan(0);
    expect(wide.filter((line) => truncatedWidth(line).width > 100)).toEqual([]);
  });

  it.each(Object.entries(everyReport))(
    "of %s contains no terminal control sequences",
    (_name, report) => {
      expect(textOfReport(report)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    },
  );

  it("names the most severe finding first, and the bundle to replay it with last", () => {
    const low = madeUpFinding("low@example.com", { severity: "low", verdict: "missed" });
    const high = madeUpFinding("high@example.com", { bundle: "lost.bundle.json" });
    const text = textOfReport(madeUpReport([low, high]), "out/");
    expect(text.indexOf("high@example.com")).toBeLessThan(text.indexOf("low@example.com"));
    expect(text).toMatch(
      /To reproduce the first finding:\n {2}lead-sandbox replay out\/lost\.bundle\.json\n$/,
    );
  });

  it("shows a shell command that repeats the exploration of an operation without a bundle", () => {
    const command = ["node", "it's.mjs", ...Array.from({ length: 30 }, () => "--verbose")];
    const report = madeUpReport([madeUpFinding("maya@example.com")], { command, seed: 7 });
    const [, next = ""] = textOfReport(report).split("To reproduce the first finding:\n");
    const words = next.replaceAll("\\\n", "").trim().split(/\s+/);
    expect(words.slice(0, 10)).toEqual(
      String.raw`lead-sandbox explore --only faults --operations post-leads-for-firm --seed 7 -- node`.split(
        " ",
      ),
    );
    expect(words.slice(10)).toEqual([String.raw`'it'\''s.mjs'`, ...command.slice(2)]);
  });

  it.each([
    ["a bundle", "lost.bundle.json", "lead-sandbox replay lost.bundle.json"],
    ["no bundle", null, "lead-sandbox explore --only faults --operations post-leads-for-firm"],
  ])(
    "repeats --results and --env, which a replay does not take from %s",
    (_name, bundle, words) => {
      const finding = madeUpFinding("maya@example.com", { bundle });
      const report = madeUpReport([finding], { results: "out/*.xml", env: "url=API_URL" });
      expect(textOfReport(report).replaceAll(" \\\n ", "")).toContain(
        `${words} --results 'out/*.xml' --env url=API_URL`,
      );
    },
  );

  it("shows each piece of advice once", () => {
    const findings = ["a", "b", "c"].map((name) => madeUpFinding(`${name}@example.com`));
    expect(textOfReport(madeUpReport(findings)).split("Next step:")).toHaveLength(2);
  });

  it("has a line for every group, whatever their number", () => {
    const text = textOfReport(everyReport["many findings"] ?? madeUpReport());
    const named = Array.from({ length: 30 }, (_, at) =>
      text.includes(` operation-${at}: 2 findings\n`),
    );
    expect(named).not.toContain(false);
    expect(text).toContain("60 findings in 30 groups");
  });

  it("shows a bug once, with its faults, calls and tests", () => {
    const findings = oneBug();
    const text = textOfReport(madeUpReport(findings));
    for (const line of [
      "HIGH   lost  post-leads-for-firm: 15 findings",
      "  such as fault:429 at post-leads-for-firm person-0@example.com in Import > Maya:",
      "    variations: fault:429, fault:503, fault:reset-before, fault:hang, fault:outage",
      "    in: Import > Maya, Import > Noor, Import > Ada",
      `    group: ${findings[0]?.group}`,
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text.match(/missing Lead/g)).toHaveLength(1);
    expect(text).toContain("tested in 1.5 s: 15 findings in 1 group\n");
  });

  it.each([
    ["a finding", madeUpReport([madeUpFinding("maya@example.com", { workspace: longLabel })])],
    ["what did not run", madeUpReport([], { leftOut: [leftOut(longLabel)] })],
  ])("shows the end of a long label, which names the test, of %s", (_name, report) => {
    expect(textOfReport(report).replaceAll(/\n */g, " ")).toContain(`in ${longLabel} `);
  });

  it("counts accepted findings and does not describe them", () => {
    const text = textOfReport(everyReport["an accepted finding"] ?? madeUpReport());
    expect(text).toBe("1 of 1 variation tested in 1.5 s: 0 findings, 1 accepted\n  lost 1\n");
  });

  it("has one line for a known group, and does not count it", () => {
    const text = textOfReport(everyReport["known findings"] ?? madeUpReport());
    expect(text).toBe(
      [
        "Known from the report of --baseline:",
        "  HIGH   lost  post-leads-for-firm: 15 findings",
        "",
        "15 of 15 variations tested in 1.5 s: 0 findings, 15 known",
        "  lost 15",
        "",
      ].join("\n"),
    );
  });

  it("says why nothing was explored, with the last lines of the command's output", () => {
    const text = textOfReport(everyReport["a baseline that fails"] ?? madeUpReport());
    expect(text).toBe(
      "The command fails without any variation (exit code 1).\nThe last lines of its output:\n  Error: no firm\n",
    );
  });

  it("says that it was interrupted, and what did not run", () => {
    expect(textOfReport(everyReport["interrupted"] ?? madeUpReport())).toContain("interrupted");
    const text = textOfReport(everyReport["left out"] ?? madeUpReport());
    expect(text).toContain("not run: 7 (raise --budget to run them)");
    expect(text).toContain("and 2 more");
  });
});
