import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { Report } from "../../../../src/harness/explore/report/shape.ts";
import { outcomesIn } from "../../../../src/harness/runs/test-results.ts";
import { runHere, start, temporaryFile, temporaryFolder } from "../../../apps/cli/program.ts";
import { commandsIn } from "../../../base/texts/actions-runner.ts";
import { madeUpFinding, madeUpFindingCall } from "./made-up-finding.ts";
import { madeUpReport } from "./made-up.ts";

/** Creates a Lead and fails without a response. A shell and curl start ten times faster than Node. */
const truthful = `curl -s -m 1 -o /dev/null -H "x-api-key: $LEAD_API_KEY" -H "content-type: application/json" \\
  -d '{"firstName":"Maya","lastName":"Lind","email":"maya@example.com","phone":"+14155550101"}' \\
  "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads"`;

/** Exits with 0, whatever the response is. */
const careless = `${truthful} || true`;

/** The schema violations of a report. Undeclared properties count, too. */
function faultsOf(report: unknown): unknown {
  const validate = new Ajv2020({ validateFormats: false }).compile(z.toJSONSchema(Report));
  validate(report);
  return validate.errors;
}

/** Runs a command line. */
type Run = (line: readonly string[]) => ReturnType<typeof runHere>;

/** Runs explore on `client` and reads its reports. */
async function explored(client: string, args: readonly string[], run: Run = runHere) {
  const folder = temporaryFolder();
  const file = temporaryFile("client.sh", client);
  const line = ["explore", ...args, "--json", "--out", folder, "--", "sh", file];
  const ended = await run(line);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const json: unknown = JSON.parse(read("report.json"));
  return { ended, read, json, folder };
}

describe("explore writes a report that matches its schema", () => {
  it("for a client that loses a Lead, with bundles next to the report, and exits with 1", async () => {
    const { ended, read, json } = await explored(careless, ["--only", "faults", "--shard", "3/3"]);
    expect(ended.code).toBe(1);
    expect(faultsOf(json)).toBeNull();
    const report = Report.parse(json);
    expect(JSON.parse(ended.stdout)).toEqual(json);
    const lost = report.findings.filter(({ verdict }) => verdict === "lost");
    expect(lost.map(({ variation }) => variation.id)).toContain("fault:503");
    for (const { bundle } of report.findings) {
      expect(JSON.parse(read(bundle ?? ""))).toMatchObject({ format: "lead-sandbox-bundle/1" });
    }
    expect(report.baseline).toMatchObject({ exitCode: 0, deterministic: true });
    const [create] = report.baseline?.calls ?? [];
    expect(create).toMatchObject({ operationId: "post-leads-for-firm", status: 201, label: null });
    expect(create?.rules).not.toEqual([]);
    expect(new Set(report.trials.map(({ id }) => id)).size).toBe(report.trials.length);
    const { runs, trials } = report.summary;
    expect(runs).toBeGreaterThanOrEqual(trials + 2);
    for (const { id, bundle, variation, records, trials: shownBy } of lost) {
      expect({ id, bundle }).toEqual({ id: `f-${id.slice(2)}`, bundle: `${id}.json` });
      expect(variation).toMatchObject({ family: "faults", callId: create?.id });
      expect(records).toEqual([
        expect.objectContaining({ email: "maya@example.com", expected: 1, found: 0 }),
      ]);
      const trial = report.trials.find((one) => one.id === shownBy[0]);
      expect(trial).toMatchObject({ verdict: "lost", fired: true, exitCode: 0, calls: 1 });
    }
    const outcomes = [...outcomesIn(read("report.xml"), "report.xml").values()];
    expect(outcomes.filter((one) => one === "failed")).toHaveLength(report.groups.length);
    const faulty = report.groups.find(({ verdict }) => verdict === "lost");
    expect(faulty).toMatchObject({
      family: "faults",
      operation: "post-leads-for-firm",
      severity: "high",
      count: lost.length,
      findings: lost.map(({ id }) => id),
    });
    expect(new Set(lost.map(({ group }) => group))).toEqual(new Set([faulty?.id]));
    expect(read("report.md")).toContain("missing Lead maya@example.com");
    expect(read("report.html")).toContain("maya@example.com");
    expect(ended.stderr).toContain("To reproduce the first finding:");
  }, 120_000);

  it("in GitHub Actions, where a client that fails starts no command", async () => {
    const evil = "printf '::add-mask::x\\n##[add-matcher]y\\n'; exit 1";
    const { ended } = await explored(
      evil,
      [],
      (line) => start(line, { GITHUB_ACTIONS: "true" }).ended,
    );
    expect(ended.stderr).toContain("##[add-matcher]y");
    expect(commandsIn(ended.stderr)).toMatchObject([
      { name: "error", title: "explore baseline", message: expect.stringContaining("fails") },
    ]);
    expect(commandsIn(ended.stdout)).toEqual([]);
  });

  it("for a client that leaves a Lead behind, with the lost response and an accepted finding", async () => {
    const options = ["--only", "faults"];
    const first = Report.parse((await explored(truthful, options)).json);
    const orphan = first.findings.find(({ variation }) => variation.id === "fault:reset-after");
    expect(orphan).toMatchObject({
      verdict: "orphaned",
      accepted: false,
      evidence: [{ call: 1, method: "POST", status: 201, received: false }],
    });
    const entries = [
      { finding: orphan?.id, reason: "Its own entry." },
      ...first.groups.map(({ id }) => ({ finding: id, reason: "The entry of its group." })),
      { finding: "g-000000000000", reason: "A typing error." },
    ];
    const file = temporaryFile("accepted.json", JSON.stringify({ accepted: entries }));
    const { ended, json } = await explored(truthful, [...options, "--accept", file]);
    expect(ended.code).toBe(0);
    const second = Report.parse(json);
    expect(second.findings.map(({ id }) => id).toSorted()).toEqual(
      first.findings.map(({ id }) => id).toSorted(),
    );
    expect(first.findings.length).toBeGreaterThan(first.groups.length);
    expect(second.findings.map(({ id, acceptance }) => [id, acceptance?.reason])).toEqual(
      second.findings.map(({ id }) => [
        id,
        id === orphan?.id ? "Its own entry." : "The entry of its group.",
      ]),
    );
    expect(second).toMatchObject({ unmatchedAccepted: ["g-000000000000"] });
    expect(ended.stderr).toContain("1 accepted id matches no finding of this run: g-000000000000.");
    expect(second.notes.join(" ")).toContain("g-000000000000");
  }, 120_000);

  it("for a client that fails without any variation, and exits with 3", async () => {
    const { ended, json } = await explored("echo no firm; exit 1", []);
    expect(ended.code).toBe(3);
    expect(faultsOf(json)).toBeNull();
    expect(json).toMatchObject({ problem: { kind: "fails", output: "no firm\n" }, findings: [] });
  }, 60_000);
});

/** Options for the third variation alone, which is a 503. */
const oneTrial = ["--only", "faults", "--shard", "3/10"];

describe("explore --baseline", () => {
  it("exits with 0 for findings of an earlier report, which are known", async () => {
    const first = await explored(careless, oneTrial);
    expect(first.ended.code).toBe(1);
    expect(first.json).toMatchObject({ findings: [{ verdict: "lost", known: false }] });
    const file = join(first.folder, "report.json");
    const { ended, json } = await explored(careless, [...oneTrial, "--baseline", file]);
    expect(ended.code).toBe(0);
    expect(json).toMatchObject({
      findings: [{ verdict: "lost", known: true }],
      summary: { findings: 0, known: 1 },
    });
    expect(ended.stderr).toContain(
      "Known from the report of --baseline:\n  HIGH   lost  fault:503",
    );
    expect(ended.stderr).toContain("0 findings, 1 known");
  }, 120_000);

  it("exits with 1 for a finding of another group", async () => {
    const call = madeUpFindingCall("maya@example.com", "patch-Lead");
    const earlier = madeUpReport([madeUpFinding("maya@example.com", { call })]);
    const file = temporaryFile("report.json", JSON.stringify(earlier));
    const { ended, json } = await explored(careless, [...oneTrial, "--baseline", file]);
    expect(ended.code).toBe(1);
    expect(json).toMatchObject({ findings: [{ verdict: "lost", known: false }] });
  }, 120_000);
});
