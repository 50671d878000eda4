/** Programs with one known defect each, and programs without any: what explore finds in them. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-explore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Report = z.looseObject({
  findings: z.array(
    z.looseObject({
      verdict: z.string(),
      variation: z.looseObject({ id: z.string() }),
      severity: z.string(),
      rules: z.array(z.string()),
      changes: z.array(z.looseObject({ change: z.string(), email: z.string() })),
      bundle: z.string(),
    }),
  ),
  trials: z.array(z.looseObject({ verdict: z.string() })),
});

const python = ["python3"];
const node = [process.execPath];

function commandOf(client: string): readonly string[] {
  const runtime = client.endsWith(".py") ? python : node;
  return [...runtime, join(import.meta.dirname, "clients", client)];
}

async function lead(args: readonly string[]): Promise<number> {
  const main = join(import.meta.dirname, "../../src/main.ts");
  try {
    await run(process.execPath, [main, ...args], { cwd: folder });
    return 0;
  } catch (error) {
    return z.looseObject({ code: z.number() }).parse(error).code;
  }
}

async function explored(client: string, options: readonly string[]) {
  const out = join(folder, client);
  const code = await lead(["explore", ...options, "--out", out, "--", ...commandOf(client)]);
  const report = Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
  return { code, out, ...report };
}

describe("a client with one defect", () => {
  const faults = ["--only", "faults"];
  it.each([
    ["ignores-failures.py", faults, "fault:503", "lost", ["missing"], "clean.py"],
    ["falls-back.ts", faults, "fault:reset-after", "duplicated", ["added"], "clean.ts"],
    ["gives-up.ts", faults, "fault:reset-after", "orphaned", ["added"], "clean.ts"],
    ["drops-data.py", faults, "fault:503", "altered", ["changed"], "clean.py"],
    ["hammers.py", faults, "fault:outage", "hammered", [], "clean.py"],
    ["waits-for-ever.ts", faults, "fault:hang", "hung", [], "clean.ts"],
    ["strict.ts", ["--only", "evolution"], "evolution:extra-field", "dependent", [], "clean.ts"],
    [
      "wants-a-body.py",
      ["--only", "unknowns"],
      "unknown:lead.delete=204",
      "dependent",
      [],
      "clean.py",
    ],
  ] as const)(
    "%s: %j at %s is %s",
    async (client, options, variation, verdict, changes, mended) => {
      const { code, out, findings } = await explored(client, options);
      expect(code).toBe(1);
      const found = findings.find((one) => one.variation.id === variation);
      expect(found).toMatchObject({ verdict });
      expect(found?.rules).not.toEqual([]);
      const named = found?.changes.filter(({ email }) => email === "maya@example.com") ?? [];
      expect(named.map((record) => record.change)).toEqual([...changes]);
      const bundle = join(out, found?.bundle ?? "");
      expect(await lead(["replay", bundle])).toBe(1);
      expect(await lead(["replay", bundle, "--", ...commandOf(mended)])).toBe(0);
    },
    180_000,
  );
});

describe("a client without a defect", () => {
  it.each(["clean.ts", "clean.py"])(
    "%s draws no finding under faults, unknowns and evolution",
    async (client) => {
      const { code, findings, trials, out } = await explored(client, []);
      expect(findings).toEqual([]);
      expect(code).toBe(0);
      expect(trials.length).toBeGreaterThan(40);
      expect(readdirSync(out).toSorted()).toEqual([
        "report.html",
        "report.json",
        "report.md",
        "report.xml",
      ]);
    },
    300_000,
  );
});
