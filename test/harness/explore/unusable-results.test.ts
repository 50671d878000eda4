/** Commands whose test results are not the only files that match, or not named like their labels. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { commandFile } from "../../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-unusable-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Report = z.looseObject({ trials: z.array(z.looseObject({ verdict: z.string() })) });
const Baseline = z.looseObject({ baseline: z.looseObject({ tests: z.unknown() }) });

/** A suite of one test, which makes one call and writes `passing` or `failing`. */
const suite = (passing: string, failing: string, label: string | null): string => `
import { writeFileSync } from "node:fs";
const { LEAD_API_URL: url, LEAD_SANDBOX_CONTROL_URL: control } = process.env;
let { LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
const label = ${JSON.stringify(label)};
if (label !== null) {
  const headers = { "content-type": "application/json" };
  const made = await fetch(control + "/workspaces", { method: "POST", headers, body: JSON.stringify({ label }) });
  const { data } = await made.json();
  firm = data.firms[0].id;
  key = data.firms[0].apiKeys[0].key;
}
const headers = { "x-api-key": key };
const response = await fetch(url + "/v1/firms/" + firm + "/leads", { headers, signal: AbortSignal.timeout(3000) }).catch(() => null);
const text = response?.status === 200 ? ${JSON.stringify(passing)} : ${JSON.stringify(failing)};
if (text !== "") writeFileSync("r.xml", text);
process.exitCode = response?.status === 200 ? 0 : 1;
`;

interface Explored {
  readonly code: number;
  readonly stderr: string;
}

/** Explores a suite whose results are in `r.xml`. */
function explored(text: string, results = "r.xml"): Promise<Explored> {
  writeFileSync(join(folder, "suite.mjs"), text);
  const options = ["--only", "faults", "--shard", "2/6", "--results", results, "--out", "out"];
  const args = [commandFile(), "explore", ...options, "--", process.execPath, "suite.mjs"];
  const { promise, resolve: done } = Promise.withResolvers<Explored>();
  execFile(process.execPath, args, { cwd: folder }, (error, _stdout, stderr) =>
    done({
      code: typeof error?.code === "number" ? error.code : 0,
      stderr: stderr.replaceAll(/\s+/g, " "),
    }),
  );
  return promise;
}

const passed = '<testsuite><testcase classname="leads" name="lists"/></testsuite>';

describe("a pattern that matches more than results", () => {
  it("deletes and reads no file that the suite did not write", async () => {
    const others = {
      "pom.xml": "<project/>",
      "broken.xml": "<project",
      "old.xml": passed.replace("lists", "left"),
    };
    for (const [name, text] of Object.entries(others)) writeFileSync(join(folder, name), text);
    const { code } = await explored(suite(passed, "", null), "**/*.xml");
    expect(code).toBe(0);
    for (const [name, text] of Object.entries(others)) {
      expect(readFileSync(join(folder, name), "utf8")).toBe(text);
      rmSync(join(folder, name));
    }
    const { baseline } = Baseline.parse(
      JSON.parse(readFileSync(join(folder, "out/report.json"), "utf8")),
    );
    expect(baseline.tests).toEqual({ "leads > lists": "passed" });
  }, 60_000);
});

describe("a trial with unusable results", () => {
  it("has the verdict unknown for a label without a test, and a note says so", async () => {
    const { code, stderr } = await explored(suite(passed, passed, "clients > lists"));
    expect(code).toBe(3);
    expect(stderr).toContain('The label "clients > lists" does not match any test in the results');
    const { trials } = Report.parse(
      JSON.parse(readFileSync(join(folder, "out/report.json"), "utf8")),
    );
    expect(new Set(trials.map(({ verdict }) => verdict))).toEqual(new Set(["unknown"]));
  }, 60_000);
});
