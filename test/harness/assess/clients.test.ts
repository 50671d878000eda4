/** `assess` of real programs: its verdicts, files and exit codes. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { Report } from "../../../src/harness/assess/report/shape.ts";
import { newDrivenWorkspace, serveDriven } from "../../apps/cli/driven.ts";
import { start, temporaryFolder } from "../../apps/cli/program.ts";
import { isLong } from "../../long/size.ts";

const clients = join(import.meta.dirname, "../explore/clients");

async function assessed([client = "", ...args]: readonly string[], ...options: readonly string[]) {
  const out = join(temporaryFolder(), "out");
  const runtime = client.endsWith(".py") ? "python3" : process.execPath;
  const command = [runtime, join(clients, client), ...args];
  const { code, stderr } = await start([
    "assess",
    "--json",
    ...options,
    "--out",
    out,
    "--",
    ...command,
  ]).ended;
  const file = join(out, "report.json");
  const report = existsSync(file) ? Report.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
  return { code, stderr, out, report };
}

const idsOf = (report: Report | null, verdict: string): readonly string[] =>
  (report?.checks ?? []).filter((one) => one.verdict === verdict).map(({ id }) => id);

/** A client without defects; `npm run test:long` assesses all that it does. */
const clean = ["clean.py", ...(isLong ? [] : ["one"])];
const callsPerRun = isLong ? 5 : 2;

describe("assess", () => {
  it("finds nothing violated in a clean client, and writes the page", async () => {
    const { code, report, out, stderr } = await assessed(clean, "--every", "PT15M");
    expect({ violated: idsOf(report, "violated"), code }).toEqual({ violated: [], code: 0 });
    expect(idsOf(report, "shown")).toEqual(
      expect.arrayContaining(
        "claims.true answer.lost crash.recovers invalid.not-repeated refused.not-repeated".split(
          " ",
        ),
      ),
    );
    const use = { callsPerRun, callsPerHour: 4 * callsPerRun, optsOutOfMail: false };
    expect(report?.use).toMatchObject(use);
    expect(readdirSync(out).toSorted()).toEqual(
      "questions.http questions.md report.html report.json report.md report.xml".split(" "),
    );
    expect(stderr).toContain("The page to hand in: ");
  }, 240_000);

  it("finds what a client that hammers violates", async () => {
    const { code, report } = await assessed(["hammers.py"], "--budget", "20s");
    expect(idsOf(report, "violated")).toEqual(
      expect.arrayContaining(["invalid.not-repeated", "refused.not-repeated"]),
    );
    // On a busy machine, a pause may not count; then nothing is said about pauses.
    expect(idsOf(report, "shown")).not.toContain("backoff.waits");
    expect(code).toBe(1);
  }, 240_000);

  it("exits with 3 for a command that fails unchanged, and says why", async () => {
    const { code, report } = await assessed(["no-such-client.py"]);
    expect(code).toBe(3);
    expect(report?.problem).toMatchObject({ kind: "fails" });
    expect(report?.checks.every(({ verdict }) => verdict === "not-exercised")).toBe(true);
  });

  it("exits with 130 after Ctrl-C, with a report of what ran", async () => {
    const out = join(temporaryFolder(), "out");
    const command = ["python3", join(clients, "clean.py")];
    const { ended, process: running } = start(["assess", "--out", out, "--", ...command]);
    // The first line of its progress.
    await once(running.stderr, "data");
    running.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(
      Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8"))).interrupted,
    ).toBe(true);
  }, 120_000);

  it("judges the journal of a running sandbox", async () => {
    const driven = await serveDriven();
    try {
      const { id } = await newDrivenWorkspace(driven);
      const out = join(temporaryFolder(), "out");
      const url = `${driven.url}/_sandbox/workspaces/${id}`;
      const { code } = await start(["assess", "--url", url, "--out", out]).ended;
      const report = Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
      expect(code).toBe(0);
      expect(report).toMatchObject({ source: "journal", command: [] });
      expect(idsOf(report, "shown")).toContain("key.safe");
    } finally {
      await driven.stop();
    }
  });

  it("judges recordings, each on its own", async () => {
    const driven = await serveDriven();
    try {
      const { workspace, url, key } = await newDrivenWorkspace(driven);
      const headers = { "x-api-key": key };
      const folder = temporaryFolder();
      const files = ["monday.har", "tuesday.har"].map((name) => join(folder, name));
      for (const file of files) {
        /* oxlint-disable no-await-in-loop -- each recording has a call of its own */
        await fetch(`${url}/v1/firms/Harb0rPt/leads?includes=Plans&limit=1`, { headers });
        writeFileSync(file, JSON.stringify(await workspace.requests.har()));
        await workspace.requests.clear();
        /* oxlint-enable no-await-in-loop */
      }
      const out = join(folder, "out");
      const { code } = await start(["assess", "--out", out, "--har", ...files]).ended;
      const report = Report.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
      expect({ code, source: report.source }).toEqual({ code: 1, source: "har" });
      expect(idsOf(report, "violated")).toEqual(["query.effective"]);
      expect(report.use.operations).toMatchObject({ "get-leads-for-firm": 2 });
      expect(readFileSync(join(out, "report.json"), "utf8")).not.toContain(key);
    } finally {
      await driven.stop();
    }
  });

  it("exits with 2 for a recording without a call of the API", async () => {
    const file = join(temporaryFolder(), "empty.har");
    writeFileSync(file, '{"log":{"version":"1.2","entries":[]}}');
    const { code, stderr } = await start(["assess", "--har", file]).ended;
    expect(code).toBe(2);
    expect(stderr).toContain("The recording has no entry.");
  });
});
