/** Clients that cannot be assessed: what the terminal says, and what the files may say to others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { Report } from "../../../src/harness/assess/report/shape.ts";
import { start, temporaryFolder } from "../../apps/cli/program.ts";
import { clientHead } from "../explore/bundled.ts";
import { program } from "../explore/explored.ts";

const files = ["report.html", "report.md", "report.xml", "report.json"];
const email = "maya.moss@realtor.ca";

async function notAssessed(source: string, ...options: readonly string[]) {
  const out = join(temporaryFolder(), "out");
  const line = ["assess", ...options, "--out", out, "--", ...program(`${clientHead}${source}`)];
  const { code, stderr } = await start(line).ended;
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.any(String) });
  const texts = files.map((name): [string, string] => [
    name,
    readFileSync(join(out, name), "utf8"),
  ]);
  return { stderr, texts, report: Report.parse(JSON.parse(texts[3]?.[1] ?? "")) };
}

const create = `await call("POST", leads, { email: "${email}", firstName: "Maya", lastName: "Moss" });`;

describe("assess exits with 3 for a client that", () => {
  it("fails: it shows the client's last output, and its files name neither people nor keys", async () => {
    const { stderr, texts } = await notAssessed(`
      ${create}
      console.log("no such Firm: ${email}, Moss, " + key);
      process.exit(7);
    `);
    expect(stderr).toContain("exit code 7");
    expect(stderr).toContain(`no such Firm: ${email}`);
    // What only explore offers.
    expect(stderr).not.toMatch(/explore|--timeout|--allow-nondeterminism/i);
    for (const [name, text] of texts) {
      expect([name, text.includes("exit code 7")]).toEqual([name, true]);
      expect([name, text.includes("no such Firm: ")]).toEqual([name, true]);
      expect([name, /maya\.moss|Moss|11111111-1111/.exec(text)]).toEqual([name, null]);
    }
  });

  it("expects a 429: it says that the key has no quota", async () => {
    const { stderr } = await notAssessed(`
      const statuses = [];
      for (let at = 0; at < 60; at += 1) statuses.push((await call("GET", leads)).status);
      process.exit(statuses.includes(429) ? 0 : 1);
    `);
    expect(stderr).toContain("has no quota");
  });

  it("does something else in each run: its files name no value that differs", async () => {
    const { stderr, texts } = await notAssessed(
      create.replace('"Maya"', '"Maya" + process.env.LEAD_API_URL.split(":").at(-1)'),
    );
    expect(stderr).toMatch(/first Maya\d+, then Maya\d+/);
    expect(stderr).not.toContain("--allow-nondeterminism");
    for (const [name, text] of texts) {
      expect([name, text.includes("firstName")]).toEqual([name, true]);
      expect([name, /Maya\d|maya\.moss/.exec(text)]).toEqual([name, null]);
    }
  });

  it("does not end within the budget: it names the option", async () => {
    const { stderr, report } = await notAssessed("setInterval(() => {}, 1_000);", "--budget", "3s");
    expect(report.problem?.kind).toBe("timed-out");
    expect(stderr).toContain("--budget");
    expect(stderr).not.toContain("--timeout");
  });
});
