import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { readXml } from "../../contract/xml-reader.ts";
import { newSandbox } from "../../support/sandbox.ts";
import type { Ended } from "./program.ts";
import { start, temporaryFile, temporaryFolder } from "./program.ts";

/** A client that calls this many operations of the Partner API, each once. */
function calling(count: number, prefix = "/v1/"): readonly string[] {
  const source = `
    const { LEAD_API_URL: url, LEAD_API_KEY: key } = process.env;
    for (const path of ["leads", "plans", "firms", "firmMembers", "referralCodes"].slice(0, ${count}))
      await fetch(url + "${prefix}" + path, { headers: { "x-api-key": key } });
  `;
  return ["--", process.execPath, temporaryFile("client.mjs", source)];
}

function ended(args: readonly string[]): Promise<Ended> {
  return start(["exec", ...args]).ended;
}

/** The total number of operations that coverage refers to. */
async function operationsInAll(): Promise<number> {
  const { stderr } = await ended(calling(5));
  return Number(/5 requests, 5 of (\d+) operations/.exec(stderr)?.[1]);
}

describe("exec --min-coverage", () => {
  it("passes at the required coverage and fails just below it", async () => {
    const share = String(500 / (await operationsInAll()));
    const [enough, tooLittle] = await Promise.all([
      ended(["--min-coverage", share, ...calling(5)]),
      ended(["--min-coverage", share, ...calling(4)]),
    ]);
    expect([enough.code, tooLittle.code]).toEqual([0, 1]);
    expect(tooLittle.stderr).toContain(
      `too little: 22.2 % of the operations, below the required ${share} %`,
    );
    expect(enough.stderr).not.toContain("too little");
  });

  it("counts as many operations of Leads as the page says", async () => {
    const sandbox = newSandbox();
    const leads = sandbox
      .operations()
      .filter(({ permission, isByChoice }) => permission?.startsWith("leads:") && !isByChoice);
    const share = `${Math.floor((leads.length * 100) / (await operationsInAll()))} %`;
    const said = `The ${leads.length} operations of Leads are ${share}`;
    expect(readFileSync("docs/ci.md", "utf8").replaceAll(/\s+/g, " ")).toContain(said);
  });
});

describe("exec --junit", () => {
  it("writes well-formed XML with the command and the coverage as cases, and the summary as output", async () => {
    const file = `${temporaryFolder()}/exec.xml`;
    await ended(["--junit", file, "--min-coverage", "99", ...calling(1)]);
    const [suite] = readXml(readFileSync(file, "utf8")).children;
    expect(suite?.attributes).toEqual({ name: "lead-sandbox exec", tests: "2", failures: "1" });
    expect(suite?.children.map(({ name, attributes }) => [name, attributes["name"]])).toEqual([
      ["testcase", "the command"],
      ["testcase", "coverage"],
      ["system-out", undefined],
    ]);
    expect(suite?.children[1]?.children[0]?.attributes["message"]).toBe(
      "5.5 % of the operations, below the required 99 %",
    );
    expect(suite?.children[2]?.text).toContain("get-leads");
  });

  it("reports a command that failed", async () => {
    const file = `${temporaryFolder()}/exec.xml`;
    await ended(["--junit", file, "--", process.execPath, "-e", "process.exit(7)"]);
    expect(readFileSync(file, "utf8")).toContain('<failure message="it ended with 7"/>');
  });
});

describe("exec in GitHub Actions", () => {
  it("appends its summary to the job summary, also when the command fails", async () => {
    const file = temporaryFile("summary.md", "before\n");
    const environment = { GITHUB_STEP_SUMMARY: file };
    await start(["exec", ...calling(2)], environment).ended;
    const failing = ["--log-level", "silent", "--", process.execPath, "-e", "process.exit(7)"];
    expect((await start(["exec", ...failing], environment).ended).code).toBe(7);
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines[0]).toBe("before");
    expect(lines.filter((line) => line === "## Traffic with the Lead API")).toHaveLength(2);
    expect(lines.find((line) => line.startsWith("| `get-leads`"))).toMatch(
      /200 ×1 \| .*401, .*422/,
    );
    expect(lines.find((line) => line.startsWith("**Never called**"))).toContain("`get-lead`");
    expect(lines.some((line) => line.startsWith("The command exited with 7,"))).toBe(true);
  });

  it("writes its files and passes without a job summary if that cannot be written", async () => {
    const file = join(temporaryFolder(), "pact.json");
    const environment = { GITHUB_STEP_SUMMARY: temporaryFolder() };
    const line = ["exec", "--record", file, ...calling(2)];
    const { code, stderr } = await start(line, environment).ended;
    expect({ code, isRecorded: existsSync(file) }).toEqual({ code: 0, isRecorded: true });
    expect(stderr).toContain("GITHUB_STEP_SUMMARY cannot be written: EISDIR");
  });
});

describe("exec --record", () => {
  it("writes the requests of the command as a pact with the given names", async () => {
    const file = `${temporaryFolder()}/pact.json`;
    const names = ["--consumer", "my-client", "--provider", "their-api"];
    const { code, stderr } = await ended(["--record", file, ...names, ...calling(2)]);
    expect(code).toBe(0);
    expect(stderr).toContain(`lead-sandbox: 2 interactions in ${file}`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      consumer: { name: "my-client" },
      provider: { name: "their-api" },
      interactions: [
        { description: "get-leads answers 200" },
        { description: "get-plans answers 200" },
      ],
      metadata: { pactSpecification: { version: "4.0" } },
    });
  });
});
