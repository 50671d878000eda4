/** Suites with a labelled workspace per test: one run carries a fault for each test. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { faults as allFaults } from "../../../src/harness/explore/variations/faults.ts";
import { isLong } from "../../long/size.ts";
import { commandFile } from "../../support/command.ts";

const Report = z.looseObject({
  summary: z.looseObject({ runs: z.number(), byVerdict: z.record(z.string(), z.number()) }),
  trials: z.array(
    z.looseObject({
      variation: z.looseObject({ id: z.string() }),
      workspace: z.string().nullable(),
      verdict: z.string(),
      calls: z.number(),
      tests: z.array(z.looseObject({ name: z.string(), outcome: z.string() })),
    }),
  ),
  findings: z.array(z.looseObject({ verdict: z.string(), workspace: z.string().nullable() })),
});
type Report = z.infer<typeof Report>;

// Each test calls once, so it depends on the others whether it meets a connection that was kept open.
const faults = allFaults.filter(({ needsKeptConnection }) => needsKeptConnection !== true);

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-packing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Explores faults of a command in `at`, and returns the exit code and the report. */
async function explored(at: string, options: readonly string[], command: readonly string[]) {
  const explore = ["explore", "--only", "faults", "--results", "results/*.xml", "--out", "out"];
  const args = [commandFile(), ...explore, ...options, "--", process.execPath, ...command];
  const code = await run(process.execPath, args, { cwd: at }).then(
    () => 0,
    (error: unknown) => z.looseObject({ code: z.number() }).parse(error).code,
  );
  const report = Report.parse(JSON.parse(readFileSync(join(at, "out/report.json"), "utf8")));
  const kept = new Set(faults.map(({ id }) => `fault:${id}`));
  const trials = report.trials.filter(({ variation }) => kept.has(variation.id));
  return { code, report: { ...report, trials } };
}

/**
 * A folder with files of `suite`, renamed as given; `lead-sandbox/vitest` resolves to the source.
 */
function suite(name: string, files: Readonly<Record<string, string>>): string {
  // Each attempt of a test needs its own folder.
  const at = mkdtempSync(join(folder, name));
  symlinkSync(join(root, "node_modules"), join(at, "node_modules"));
  for (const [file, source] of Object.entries(files)) {
    const text = readFileSync(join(import.meta.dirname, "suite", source), "utf8");
    const entry = JSON.stringify(join(root, "src/library/embed/vitest.ts"));
    writeFileSync(join(at, file), text.replace('"lead-sandbox/vitest"', entry));
  }
  return at;
}

/** The verdicts of a label's trials, by fault. */
function verdictsOf({ trials }: Report, label: string): Readonly<Record<string, string>> {
  const own = trials.filter(({ workspace }) => workspace === label);
  return Object.fromEntries(own.map(({ variation, verdict }) => [variation.id, verdict]));
}

/** The same verdict for each of these faults. */
function each(verdict: string, those = faults): Readonly<Record<string, string>> {
  return Object.fromEntries(those.map(({ id }) => [`fault:${id}`, verdict]));
}

/** A third of the faults, with and without a loss; `npm run test:long` tries all of them. */
const third = new Set(["503", "malformed", "reset-before"]);
const part = isLong
  ? { options: [], tried: allFaults }
  : { options: ["--shard", "3/3"], tried: allFaults.filter(({ id }) => third.has(id)) };
const packed = part.tried.filter((one) => faults.includes(one));

describe("a Vitest suite with a workspace for each test", () => {
  it("is explored in a dozen runs, and a test that ignores responses is found by its label", async () => {
    const at = suite("vitest", { "client.mjs": "client.mjs", "leads.test.mjs": "leads.mjs" });
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--root=.", "--no-isolate"];
    const reporter = ["--reporter=junit", "--outputFile=results/junit.xml", "--maxConcurrency=50"];
    const { code, report } = await explored(at, part.options, [...vitest, ...reporter]);
    expect(code).toBe(1);
    // Each finding is confirmed by another run.
    const runs = 2 + part.tried.length + report.findings.length;
    expect([runs - 1, runs]).toContain(report.summary.runs);
    expect(report.trials).toHaveLength(28 * packed.length);
    const careless = "leads.test.mjs > Leads > forgets the answer";
    const notCarriedOut = new Set(["429", "503", "hang", "reset-before", "outage"]);
    const found = new Set(
      report.findings.map(({ verdict, workspace }) => `${verdict}: ${workspace}`),
    );
    expect(found).toEqual(new Set([`lost: ${careless}`]));
    expect(verdictsOf(report, careless)).toEqual({
      ...each("tolerated", packed),
      ...each(
        "lost",
        packed.filter(({ id }) => notCarriedOut.has(id)),
      ),
    });
    // The number in a label distinguishes rows of one title.
    for (const name of ["is referred", "is referred #24", "refers lee@example.com"]) {
      expect(verdictsOf(report, `leads.test.mjs > Leads > ${name}`)).toEqual({
        ...each("tolerated", packed),
        ...each(
          "reported",
          packed.filter(({ id }) => id === "outage"),
        ),
      });
    }
    // The runner hides the fault because the second attempt passes. The first attempt shows it.
    const retried = "leads.test.mjs > Leads > fails, and is tried again";
    expect(verdictsOf(report, retried)).toEqual(each("reported", packed));
    const outcomes = report.trials.filter(({ workspace }) => workspace === retried);
    expect(outcomes.map(({ tests }) => tests)).toEqual(
      packed.map(() => [{ name: retried, outcome: "flaky" }]),
    );
  }, 300_000);
});

describe("a suite that runs its tests in sequence", () => {
  it("gets the time of one trial per label, and has faults of one label alone and unknown outcomes", async (context) => {
    context.skip(!isLong, "only npm run test:long");
    const at = suite("plain", { "client.mjs": "client.mjs", "plain.mjs": "plain.mjs" });
    const { code, report } = await explored(at, ["--timeout", "3s"], ["plain.mjs"]);
    expect(code).toBe(0);
    expect([2 + faults.length, 2 + allFaults.length]).toContain(report.summary.runs);
    for (const name of ["plain > one", "plain > two"]) {
      expect(verdictsOf(report, name)).toEqual({
        ...each("tolerated"),
        "fault:outage": "reported",
      });
    }
    // Each test is rejected for two seconds and waits. Two such waits exceed the time limit of one.
    const refused = report.trials.filter(({ variation }) => variation.id === "fault:429");
    expect(refused.map(({ calls }) => calls)).toEqual([2, 2, 1]);
    const {
      "fault:malformed": malformed,
      "fault:empty": empty,
      ...others
    } = verdictsOf(report, "plain > left out");
    expect([malformed, empty]).toEqual(["tolerated", "tolerated"]);
    expect(new Set(Object.values(others))).toEqual(new Set(["unknown"]));
  }, 300_000);
});
