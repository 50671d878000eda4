import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { Report } from "../../../../src/harness/explore/report/shape.ts";
import { runHere, temporaryFolder } from "../../../apps/cli/program.ts";
import { acceptedFinding, madeUpFinding } from "./made-up-finding.ts";
import { everyReport, madeUpReport } from "./made-up.ts";

const bundle = "f-3b1c95d0a2e4.json";
const maya = madeUpFinding("maya@example.com", { bundle });
const noor = madeUpFinding("noor@example.com", { severity: "medium", verdict: "altered" });
const accepted = acceptedFinding("ada@example.com", { reason: "Known.", expires: null });

/** A report folder in the format of explore. */
function folderOf(report: Report, bundles: readonly string[] = []): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "report.json"), JSON.stringify(report));
  for (const name of bundles) writeFileSync(join(folder, name), `bundle of ${folder}`);
  return folder;
}

function part(number: number, of: number, report: Report): Report {
  return { ...report, shard: { part: number, of } };
}

async function merge(...args: readonly string[]) {
  return runHere(["report", "merge", ...args]);
}

async function merged(...args: readonly string[]): Promise<Report> {
  return Report.parse(JSON.parse((await merge(...args, "--json")).stdout));
}

describe("report merge", () => {
  it("merges the findings of all parts, the most severe first, and exits with 1", async () => {
    const [one, two] = [
      part(1, 2, madeUpReport([noor, accepted])),
      part(2, 2, madeUpReport([maya])),
    ];
    const folders = [folderOf(one), folderOf(two, [bundle])];
    const { code, stdout, stderr } = await merge(...folders);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.indexOf("maya@example.com")).toBeLessThan(stdout.indexOf("noor@example.com"));
    expect(stdout).toContain("3 of 3 variations tested in 1.5 s: 2 findings, 1 accepted");
    const report = await merged(...folders);
    expect(report.summary).toEqual({
      runs: 7,
      trials: 3,
      tested: 3,
      planned: 3,
      findings: 2,
      accepted: 1,
      known: 0,
      byVerdict: { altered: 1, lost: 2 },
      violations: { caught: 0, missed: 0 },
      hazards: { planned: 1, tested: 1, core: { planned: 0, tested: 0 } },
      notExplored: [],
      durationMs: 1_500,
    });
    expect(report).toMatchObject({ shard: { part: 1, of: 1 }, notes: [] });
  });

  it("keeps known findings known", async () => {
    const known = { ...noor, known: true };
    const { code, stdout } = await merge(folderOf(madeUpReport([known, accepted])));
    expect(code).toBe(0);
    expect(stdout).toContain("0 findings, 1 accepted, 1 known");
  });

  it("names bundles relative to the working directory; with --out it copies them and writes every format", async () => {
    const [one, two] = [folderOf(madeUpReport([maya]), [bundle]), folderOf(madeUpReport([noor]))];
    expect((await merge(one, two)).stdout).toContain(`lead-sandbox replay ${join(one, bundle)}\n`);
    const out = join(temporaryFolder(), "new", "merged");
    const { stdout } = await merge(one, two, "--out", out);
    expect(stdout).toContain(`lead-sandbox replay ${join(out, bundle)}\n`);
    expect(readFileSync(join(out, bundle), "utf8")).toBe(`bundle of ${one}`);
    const report = Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
    expect(report.findings.map((finding) => finding.bundle)).toEqual([bundle, null]);
    const forms = ["report.ctrf.json", "report.html", "report.md", "report.xml"];
    expect(forms.filter((name) => !existsSync(join(out, name)))).toEqual([]);
    expect((await merged(out)).findings).toHaveLength(2);
  });

  it("reads bundles only next to their report, and names missing ones", async () => {
    const secret = join(temporaryFolder(), "secret.json");
    writeFileSync(secret, "secret");
    const folder = folderOf(madeUpReport([{ ...maya, bundle: `../../..${secret}` }]));
    const out = join(temporaryFolder(), "merged");
    await merge(folder, "--out", out);
    expect(existsSync(join(out, "secret.json"))).toBe(false);
    const report = Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
    expect(report.notes).toEqual([`The bundle ${join(folder, "secret.json")} is missing.`]);
    expect(report.findings[0]?.bundle).toBeNull();
  });

  it("follows no symbolic link out of the folder of a part", async () => {
    const secret = join(temporaryFolder(), "secret");
    writeFileSync(secret, "private");
    const folder = folderOf(madeUpReport([maya]));
    symlinkSync(secret, join(folder, bundle));
    const out = join(temporaryFolder(), "merged");
    const report = await merged(folder, "--out", out);
    expect(report.findings).toMatchObject([{ bundle: null }]);
    expect(report.notes).toEqual([`The bundle ${join(folder, bundle)} is missing.`]);
    expect(existsSync(join(out, bundle))).toBe(false);
  });

  it("does not read a report that is a symbolic link out of its folder", async () => {
    const folder = temporaryFolder();
    symlinkSync(join(folderOf(madeUpReport([maya])), "report.json"), join(folder, "report.json"));
    const { code, stderr } = await merge(folder);
    expect(code).toBe(2);
    expect(stderr).toContain("is a symbolic link out of the folder");
  });

  it("reads a folder that is itself reached by a symbolic link", async () => {
    const link = join(temporaryFolder(), "part");
    symlinkSync(folderOf(madeUpReport([maya]), [bundle]), link);
    expect((await merged(link)).findings).toMatchObject([{ bundle: join(link, bundle) }]);
  });

  it("counts trials that two parts ran once, and does not count trials of another part as not run", async () => {
    const one = madeUpReport([maya]);
    const two = madeUpReport([maya, noor], { leftOut: [accepted] });
    const three = madeUpReport([], { leftOut: [noor, accepted] });
    const report = await merged(...[one, two, three].map((each) => folderOf(each)));
    expect(report.summary).toMatchObject({ trials: 2, findings: 2 });
    expect(report.summary.notExplored).toEqual([accepted.variation]);
  });

  it.each([
    [0, ["no findings", "an accepted finding"]],
    [1, ["no findings", "many findings"]],
    [3, ["many findings", "a baseline that fails"]],
    [3, ["a baseline that fails"]],
    [1, ["interrupted"]],
  ])("exits with %i for the parts %j", async (code, names) => {
    const folders = names.map((name) => folderOf(everyReport[name] ?? madeUpReport()));
    expect((await merge(...folders)).code).toBe(code);
  });

  it("exits with 130 when a part was interrupted and nothing was found", async () => {
    expect((await merge(folderOf(madeUpReport([], { interrupted: true })))).code).toBe(130);
  });

  it("shows the problem of a part with its folder, and the findings of the others", async () => {
    const failed = folderOf(everyReport["a baseline that fails"] ?? madeUpReport());
    const { stdout } = await merge(folderOf(madeUpReport([noor])), failed);
    expect(stdout).toContain("noor@example.com");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`${failed}: The command fails without`);
  });

  it("needs every part, unless --partial, which names the missing ones", async () => {
    const tested = everyReport["no findings"] ?? madeUpReport();
    const folders = [folderOf(part(1, 3, tested)), folderOf(part(3, 3, tested))];
    const refused = await merge(...folders);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/Part 2 of 3 is missing.*--partial/);
    const { code, stdout } = await merge(...folders, "--partial");
    expect(code).toBe(0);
    expect(stdout).toContain("Part 2 of 3 is missing");
  });

  it("judges how much was tested by all parts together, also with --min-explored", async () => {
    const tested = everyReport["no findings"] ?? madeUpReport();
    const leftOut = ["fault:slow", "fault:outage"].map((id) =>
      madeUpFinding("noor@example.com", { variation: { ...maya.variation, id } }),
    );
    const short = { kind: "too-little-tested", message: "Too little.", output: null } as const;
    const empty = madeUpReport([], { problem: short, leftOut });
    const folders = [folderOf(part(1, 2, tested)), folderOf(part(2, 2, empty))];
    expect((await merge(...folders)).code).toBe(0);
    expect((await merge(...folders, "--min-explored", "33%")).code).toBe(0);
    const { code, stdout } = await merge(...folders, "--min-explored", "80%");
    expect(code).toBe(3);
    expect(stdout).toContain("1 of 3 variations tested");
    expect((await merge(folderOf(empty))).code).toBe(3);
  });

  it.each([
    ["seed", { seed: 2 }],
    ["fixture", { fixture: "empty" }],
    ["command", { command: ["node", "other.mjs"] }],
    ["version", { version: "0.2.0" }],
    ["number of parts", { shard: { part: 1, of: 4 } }],
  ])("rejects parts of another %s with exit code 2 and names the folder", async (what, change) => {
    const other = folderOf(madeUpReport([], change));
    const { code, stderr } = await merge(folderOf(madeUpReport()), other);
    expect(code).toBe(2);
    expect(stderr).toContain(`${other} is not a part of the same exploration`);
    expect(stderr).toContain(`its ${what} is`);
  });

  it.each([
    ["no folder", () => "/nowhere/at-all", "no readable report"],
    ["an empty folder", () => temporaryFolder(), "no readable report"],
    ["a report that is cut short", () => broken('{"format":"lead-sand'), "is not JSON"],
    ["a report with control sequences", () => broken("\u001B[2J"), String.raw`\u{1b}[2J`],
    [
      "a report of another format",
      () => broken(JSON.stringify({ ...madeUpReport(), format: "lead-sandbox-explore/9" })),
      "is not a report of the format lead-sandbox-explore/1",
    ],
    ["a JSON text of another kind", () => broken("null"), "is not a report of the format"],
  ])("rejects %s with exit code 2 and names it", async (_name, make, expected) => {
    const folder = make();
    const { code, stdout, stderr } = await merge(folderOf(madeUpReport()), folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(folder);
    expect(stderr).toContain(expected);
  });

  it("refuses to overwrite a part", async () => {
    const folder = folderOf(madeUpReport());
    const { code, stderr } = await merge(folder, "--out", `${folder}/`);
    expect(code).toBe(2);
    expect(stderr).toContain("is the folder of a part");
  });
});

function broken(text: string): string {
  const folder = join(temporaryFolder(), "part");
  mkdirSync(folder);
  writeFileSync(join(folder, "report.json"), text);
  return folder;
}
