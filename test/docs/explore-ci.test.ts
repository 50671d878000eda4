import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { startBash, temporaryFolder } from "../apps/cli/program.ts";
import { shimFolder } from "../apps/cli/shim.ts";

const Job = z.looseObject({
  strategy: z.looseObject({ matrix: z.object({ shard: z.array(z.int()) }) }).exactOptional(),
  steps: z.array(z.looseObject({ run: z.string().exactOptional() })),
});
const Workflow = z.looseObject({ jobs: z.object({ explore: Job, report: Job }) });

const page = readFileSync("docs/explore.md", "utf8");
const [, workflow = ""] = /```yaml\n([^]*?)\n```/.exec(page) ?? [];

/**
 * A client with a defect: it creates a Lead and treats every answer as success. It stands for Node, which takes longer to
 * start than most trials run.
 */
const sync = `#!/bin/sh
curl -s -m 1 -o /dev/null -H "x-api-key: $LEAD_API_KEY" -H "content-type: application/json" \\
  -d '{"firstName":"Maya","lastName":"Lind","email":"maya@example.com"}' \\
  "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads" || true
`;

/** Runs a step of a job in `folder`; returns the exit code. */
async function step(line: string, folder: string): Promise<number | null> {
  const script = `cd "${folder}"; ${line}`;
  const shims = shimFolder();
  writeFileSync(join(shims, "node"), sync, { mode: 0o755 });
  const path = [shims, process.env["PATH"] ?? ""].join(delimiter);
  return (await startBash(script, { PATH: path }).ended).code;
}

/** The commands of a job after the installation of packages. */
function linesOf({ steps }: z.infer<typeof Job>): readonly string[] {
  return steps.flatMap(({ run }) => (run === undefined || run === "npm ci" ? [] : [run]));
}

describe("the workflow of docs/explore.md", () => {
  it("runs every shard and merges the reports, with the exit codes for a client with findings", async () => {
    const { explore, report } = Workflow.parse(parse(workflow)).jobs;
    const shards = explore.strategy?.matrix.shard ?? [];
    expect(shards.length).toBeGreaterThan(1);
    const folder = temporaryFolder();
    for (const shard of shards) {
      for (const line of linesOf(explore)) {
        const command = line.replaceAll("${{ matrix.shard }}", String(shard));
        // The faults suffice for findings in every shard.
        // oxlint-disable-next-line no-await-in-loop -- one machine after the other
        await step(command.replace(" -- ", " --only faults -- "), folder);
      }
    }
    const [merge = ""] = linesOf(report);
    expect(await step(merge, folder)).toBe(1);
    const merged = z
      .looseObject({
        findings: z.array(z.looseObject({ verdict: z.string(), bundle: z.string() })),
      })
      .parse(JSON.parse(readFileSync(join(folder, "explored/report.json"), "utf8")));
    const lost = merged.findings.filter(({ verdict }) => verdict === "lost");
    expect(lost.length).toBeGreaterThan(1);
    for (const { bundle } of lost) expect(existsSync(join(folder, "explored", bundle))).toBe(true);
  }, 180_000);
});
