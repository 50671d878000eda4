/**
 * The findings of explore for programs with one known defect each, and for programs without
 * defects.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { violations } from "../../../src/harness/explore/variations/violations.ts";
import { isLong } from "../../long/size.ts";
import { commandFile } from "../../support/command.ts";
import { defectInTime, defects, familyOf } from "./defects.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-explore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Report = z.looseObject({
  findings: z.array(
    z.looseObject({
      verdict: z.string(),
      variation: z.looseObject({ id: z.string(), rules: z.array(z.string()) }),
      severity: z.string(),
      changes: z.array(z.looseObject({ change: z.string(), email: z.string() })),
      bundle: z.string(),
    }),
  ),
  trials: z.array(
    z.looseObject({ verdict: z.string(), variation: z.looseObject({ id: z.string() }) }),
  ),
});

const python = ["python3"];
const node = [process.execPath];

function commandOf(client: string): readonly string[] {
  const runtime = client.endsWith(".py") ? python : node;
  return [...runtime, join(import.meta.dirname, "clients", client)];
}

async function lead(args: readonly string[]) {
  try {
    const { stderr } = await run(process.execPath, [commandFile(), ...args], { cwd: folder });
    return { code: 0, stderr };
  } catch (error) {
    return z.looseObject({ code: z.number(), stderr: z.string() }).parse(error);
  }
}

async function explored(client: string, options: readonly string[]) {
  const out = join(folder, client);
  const { code } = await lead(["explore", ...options, "--out", out, "--", ...commandOf(client)]);
  const report = Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
  return { code, out, ...report };
}

type Row = (typeof defects)[number];

/**
 * The findings of explore for a row, and the exit codes of replay with the client and with a fixed
 * one.
 */
async function found([client, variation, verdict, record, rule, operation, mended]: Row) {
  const { code, out, findings } = await explored(client, [
    "--only",
    familyOf(variation),
    ...shardWith(variation),
    ...(operation === null ? [] : ["--operations", operation]),
  ]);
  const finding = findings.find(
    (one) =>
      one.variation.id === variation &&
      one.verdict === verdict &&
      (record === null || one.changes.some(({ email }) => email === record[1])),
  );
  const changes = finding?.changes.map((one) => [one.change, one.email]) ?? [];
  const bundle = join(out, finding?.bundle ?? "");
  const again = await lead(["replay", bundle, "--run"]);
  const gone = await lead(["replay", bundle, "--", ...commandOf(mended)]);
  return {
    codes: [code, again.code, gone.code],
    record: changes.find(([, email]) => email === record?.[1]) ?? changes[0] ?? null,
    rule: finding?.variation.rules.find((one) => one === rule) ?? null,
    isReached: !gone.stderr.includes("not-reached"),
  };
}

/** The part of a family's trials that has this one; `npm run test:long` tries the whole family. */
function shardWith(variation: string): readonly string[] {
  const shard = isLong ? undefined : shards[variation];
  return shard === undefined ? [] : ["--shard", shard];
}

const shards: Readonly<Record<string, string>> = {
  "fault:503": "3/5",
  "fault:outage": "7/10",
  "evolution:extra-field": "1/4",
  "unknown:lead.delete=204": "2/5",
};

function expected([, , , record, rule]: Row) {
  return { codes: [1, 1, 0], record, rule, isReached: true };
}

/** The first client of each family; `npm run test:long` explores every one. */
const shown = isLong
  ? defects
  : [...Map.groupBy(defects, (row) => familyOf(row[1])).values()].flatMap((rows) =>
      rows.slice(0, 1),
    );

describe("a client with one defect", () => {
  // A trial mostly waits, so several clients run at once.
  it.concurrent.each(shown)(
    "%s: %s is %s",
    async (...row) => {
      expect(await found(row)).toEqual(expected(row));
    },
    // A client without a time limit runs for 90 s, and again in each replay.
    360_000,
  );

  it(`${defectInTime.slice(0, 3).join(" ")}, shown by the time between its calls`, async () => {
    expect(await found(defectInTime)).toEqual(expected(defectInTime));
  }, 180_000);
});

describe("a client without a defect", () => {
  it.concurrent.each([
    // Another transport meets other faults. The answers of the other families are the same to it, and
    // the short form has its faults in test/harness/assess/clients.
    ...(isLong
      ? [
          {
            client: "clean.ts",
            families: "faults, unknowns and evolution",
            options: [],
            trialsMin: 20,
          },
          { client: "clean.py", families: "faults", options: ["--only", "faults"], trialsMin: 30 },
        ]
      : []),
    // This eighth of the trials includes every fault.
    {
      client: "parallel.ts",
      families: "faults, unknowns and evolution",
      options: isLong ? [] : ["--shard", "2/8"],
      trialsMin: 15,
    },
  ])(
    "$client has no finding under $families",
    async ({ client, options, trialsMin }) => {
      const { code, findings, trials, out } = await explored(client, options);
      expect(findings).toEqual([]);
      expect(code).toBe(0);
      expect(trials.length).toBeGreaterThan(trialsMin);
      expect(readdirSync(out).toSorted()).toEqual([
        "report.ctrf.json",
        "report.html",
        "report.json",
        "report.md",
        "report.xml",
      ]);
    },
    300_000,
  );

  it("checks.ts detects every violation that its calls can meet", async () => {
    const { code, findings, trials } = await explored("checks.ts", ["--only", "violations"]);
    expect(findings).toEqual([]);
    expect(code).toBe(0);
    expect(trials.map(({ verdict }) => verdict)).toEqual(trials.map(() => "caught"));
    expect(new Set(trials.map(({ variation }) => variation.id))).toEqual(
      new Set(violations.map(({ id }) => `violation:${id}`)),
    );
  }, 60_000);
});
