import { globSync, readFileSync } from "node:fs";

import { describe, expect, it, onTestFinished } from "vitest";

import { openSandbox } from "../../src/sandbox.ts";
import type { Ended } from "./program.ts";
import { start, temporaryFile, temporaryFolder } from "./program.ts";

/** A client that calls so many operations of the Partner API, each once. */
function calling(count: number): readonly string[] {
  const source = `
    const { LEAD_API_URL: url, LEAD_API_KEY: key } = process.env;
    for (const path of ["leads", "plans", "firms", "firmMembers", "referralCodes"].slice(0, ${count}))
      await fetch(url + "/v1/" + path, { headers: { "x-api-key": key } });
  `;
  return ["--", process.execPath, temporaryFile("client.mjs", source)];
}

function ended(args: readonly string[]): Promise<Ended> {
  return start(["exec", ...args]).ended;
}

/** How many operations coverage is a share of. */
async function operationsInAll(): Promise<number> {
  const { stderr } = await ended(calling(5));
  return Number(/5 requests to 5 of (\d+) operations/.exec(stderr)?.[1]);
}

describe("exec --min-coverage", () => {
  it("passes with as much as was asked for and fails with a little less", async () => {
    const share = String(500 / (await operationsInAll()));
    const [enough, tooLittle] = await Promise.all([
      ended(["--min-coverage", share, ...calling(5)]),
      ended(["--min-coverage", share, ...calling(4)]),
    ]);
    expect([enough.code, tooLittle.code]).toEqual([0, 1]);
    expect(tooLittle.stderr).toContain(
      `too little: 22.2 % of the operations, and at least ${share} % `,
    );
    expect(enough.stderr).not.toContain("too little");
  });

  it("is a share of as many operations as the pages say, and of Leads are as many", async () => {
    const sandbox = openSandbox({});
    onTestFinished(() => sandbox.close());
    const leads = sandbox.operations().filter(({ permission }) => permission?.startsWith("leads:"));
    const inAll = await operationsInAll();
    const share = `${Math.floor((leads.length * 100) / inAll)} %`;
    const said = `${inAll}, of which the ${leads.length} of Leads are ${share}`;
    expect(readFileSync("docs/pipeline.md", "utf8")).toContain(said);
    for (const file of globSync("docs/ci/*.md")) {
      expect(readFileSync(file, "utf8")).toContain(`those of Leads are ${share}`);
    }
  });

  it("leaves the exit code of a command that failed as it is", async () => {
    const args = ["--min-coverage", "100", "--", process.execPath, "-e", "process.exit(7)"];
    expect((await ended(args)).code).toBe(7);
  });
});

describe("exec --junit", () => {
  it("has the command, the coverage and each operation as a case, in well-formed XML", async () => {
    const file = `${temporaryFolder()}/exec.xml`;
    await ended(["--junit", file, "--min-coverage", "99", ...calling(1)]);
    expect(readFileSync(file, "utf8")).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="lead-sandbox exec" tests="3" failures="1">
    <testcase name="the command" classname="lead-sandbox"/>
    <testcase name="coverage" classname="lead-sandbox"><failure message="5.5 % of the operations, and at least 99 % were asked for"/></testcase>
    <testcase name="get-leads" classname="lead-sandbox"/>
  </testsuite>
</testsuites>
`);
  });

  it("tells of a command that failed", async () => {
    const file = `${temporaryFolder()}/exec.xml`;
    await ended(["--junit", file, "--", process.execPath, "-e", "process.exit(7)"]);
    expect(readFileSync(file, "utf8")).toContain('<failure message="it ended with 7"/>');
  });
});

describe("exec --json", () => {
  it("has the whole summary", async () => {
    const file = `${temporaryFolder()}/exec.json`;
    await ended(["--json", file, ...calling(2)]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      requests: 2,
      operations: [
        { id: "get-leads", statuses: { 200: 1 } },
        { id: "get-plans", statuses: { 200: 1 } },
      ],
      operationsInAll: 18,
      operationsCovered: 2,
      refusals: [],
      assumptions: expect.any(Array),
      code: 0,
      minCoverage: 0,
      covered: true,
    });
  });
});

describe("exec --record", () => {
  it("writes what the command did as a pact of the names that were given", async () => {
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
