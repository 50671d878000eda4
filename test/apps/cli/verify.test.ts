import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { pactOf } from "../../contract/pacts.ts";
import { readXml } from "../../contract/xml-reader.ts";
import { spread } from "../../long/size.ts";
import { start, temporaryFile, temporaryFolder } from "./program.ts";
import { runVerify } from "./verify-run.ts";

const fits = pactOf([{ description: "reads" }], "good-client");
const fails = pactOf([{ description: "reads", status: 404 }], "bad-client");
const odd = pactOf([{ description: "asks", query: { odd: ["1"] }, headers: { "X-Odd": "1" } }]);
const unknownPath = pactOf([{ description: "asks", path: "/v1/nothing", key: null, status: 401 }]);

function fileOf(pact: object): string {
  return temporaryFile("pact.json", JSON.stringify(pact));
}

describe("the exit code of verify", () => {
  it.each([
    ["0 when all interactions match", [fits], 0],
    ["1 when one interaction does not match", [fits, fails], 1],
    [
      "0 when only pending interactions fail",
      [pactOf([{ description: "d", status: 404, pending: true }])],
      0,
    ],
    ["0 when the static check finds nothing, with --strict", [fits], 0, ["--strict"]],
    ["1 when the static check finds an error", [unknownPath], 1],
    ["1 when there is no interaction", [pactOf([])], 1],
  ])("is %s", async (_title, pacts, code, flags: readonly string[] = []) => {
    expect((await runVerify([...pacts.map(fileOf), ...flags])).code).toBe(code);
  });

  it.each([
    [
      "1 when an interaction fits today's document only",
      'operation-removed:"GET /leads/{leadId}"',
      1,
    ],
    ["0 when all interactions fit the next document, too", "default:query.limit=10", 0],
  ])("is %s with --next", async (_title, line, code) => {
    const list = temporaryFile("changes.yaml", `- ${line}\n`);
    const summary = temporaryFile("summary.md", "");
    const given = [fileOf(fits), "--next", list, "--markdown", summary];
    expect((await runVerify(given)).code).toBe(code);
    expect(readFileSync(summary, "utf8").includes("reads")).toBe(code === 1);
  });

  it("is 1 for a folder without pacts", async () => {
    const { code, stdout } = await runVerify([temporaryFolder()]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: "\nNothing was verified: no interactions found. This counts as a failure.\n",
    });
  });

  it.each([
    ["a missing source", ["no/such.json"], "File or folder not found: no/such.json."],
    ["an unknown surface", ["README.md", "--surface", "broker"], "partner-sandbox"],
    [
      "a selector that is a list",
      ["a.json", "--selector", "[]"],
      "--selector [] is not a JSON object",
    ],
    ["--from without --next", ["a.json", "--from", "b.json"], "--from requires --next."],
    ["--next without the static check", ["a.json", "--next", "b", "--no-static"], "--no-static"],
    [
      "a missing document",
      ["contracts/pacts/reference-client-lead-api.json", "--next", "no/such.yaml"],
      "no/such.yaml cannot be read",
    ],
    [
      "a wrong line",
      ["contracts/pacts/reference-client-lead-api.json", "--next", "package.json"],
      "neither an OpenAPI document nor",
    ],
    ["a file that is not JSON", ["README.md"], "README.md is not JSON"],
    [
      "a file that is not a pact",
      ["package.json"],
      "package.json is not a pact of HTTP interactions",
    ],
  ])("is 2 with a message for %s", async (_title, args, sentence) => {
    const { code, stdout, stderr } = await runVerify(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  it.each(spread(["--junit", "--ctrf", "--markdown", "--html", "--json"], 2))(
    "is 2 for a %s file that is not writable",
    async (flag) => {
      const { code, stderr } = await runVerify([fileOf(fits), flag, "no/such/folder/report"]);
      expect(code).toBe(2);
      expect(stderr).toContain("Cannot write the report to no/such/folder/report: ENOENT");
    },
  );
});

describe("the reports of verify", () => {
  it("print only JSON with --json", async () => {
    const { stdout, stderr } = await runVerify([fileOf(fails), "--json"]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({
      passed: false,
      interactions: [
        {
          consumer: "bad-client",
          description: "reads",
          request: "GET /v1/leads/LeadHPa1",
          problems: [{ place: "status", rule: { id: "lead.get" } }],
          answer: { status: 200 },
        },
      ],
      findings: [],
    });
  });

  it("go to files of four formats, which they overwrite, and to standard output as text", async () => {
    const json = join(temporaryFolder(), "report.json");
    const junit = join(temporaryFolder(), "report.xml");
    const markdown = temporaryFile("report.md", "before");
    const html = temporaryFile("report.html", "before");
    const flags = ["--json", json, "--junit", junit, "--markdown", markdown, "--html", html];
    const { stdout } = await runVerify([fileOf(fails), ...flags]);
    expect(stdout).toContain("Failed: 0 of 1 interactions match");
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ passed: false });
    expect(readXml(readFileSync(junit, "utf8")).name).toBe("testsuites");
    expect(readFileSync(markdown, "utf8")).toMatch(/^# Contract with the Lead API\n/);
    const page = readFileSync(html, "utf8");
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("<h1>Contract with the Lead API</h1>");
    expect(page).toContain("<strong>reads</strong>");
  });

  it("append to an existing job summary", async () => {
    const file = temporaryFile("summary.md", "before\n");
    const environment = { GITHUB_STEP_SUMMARY: file };
    await runVerify([fileOf(fits)], environment);
    await runVerify([fileOf(fails)], environment);
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines[0]).toBe("before");
    expect(lines.filter((line) => line.startsWith("# "))).toHaveLength(2);
    expect(lines).toContain("**HIGH** reads");
  });

  it("skip the job summary when its variable is empty", async () => {
    const { code, stderr } = await runVerify([fileOf(fits)], { GITHUB_STEP_SUMMARY: "" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("the static check of verify", () => {
  it.each([
    { flags: [], mark: "skipped", shown: "warn", failures: 0, passed: "Passed", code: 0 },
    { flags: ["--strict"], mark: "failure", shown: "FAIL", failures: 2, passed: "Failed", code: 1 },
  ])(
    "reports warnings separately, counts them and marks them as $mark in JUnit with the flags $flags",
    async (expected) => {
      const file = temporaryFile("junit.xml", "");
      const { flags, mark, shown, failures, passed } = expected;
      const { code, stdout } = await runVerify([fileOf(odd), "--junit", file, ...flags]);
      expect(code).toBe(expected.code);
      expect(stdout).toContain(
        `${passed}: 1 of 1 interactions match, 2 warnings of the static check.`,
      );
      // A run cannot show an unknown header or query parameter.
      const [ran = "", checked = ""] = stdout.split("Static check against the OpenAPI document:");
      expect(ran).toContain("ok    asks");
      expect(checked).toContain(
        `${shown}  asks: Request header is not defined in the spec file: x-odd`,
      );
      expect(checked).toContain(
        `${shown}  asks: Query parameter is not defined in the spec file: odd`,
      );
      const junit = readFileSync(file, "utf8");
      expect(
        junit.match(new RegExp(`<${mark} message="[^"]*not defined in the spec`, "g")),
      ).toHaveLength(2);
      expect(junit).toContain(
        `<testsuite name="static check" tests="2" failures="${failures}" skipped="${2 - failures}">`,
      );
    },
  );

  it("reports a field that is never sent, even if the run did not reach it", async () => {
    const answer = { data: { id: "LeadHPa1", nickname: "Lena" } };
    const pact = pactOf([{ description: "reads", states: ["no such state"], answer }]);
    const { stdout } = await runVerify([fileOf(pact)]);
    expect(stdout).toMatch(/FAIL {2}reads: Response body .* nickname \(at /);
  });

  it("reports nothing for a request that is refused on purpose", async () => {
    const refused = {
      description: "creates nothing",
      method: "POST",
      path: "/v1/firms/Harb0rPt/leads",
      headers: { "Content-Type": "application/json" },
      body: { firstName: 7 },
      status: 422,
    };
    const { code, stdout } = await runVerify([fileOf(pactOf([refused]))]);
    expect(stdout).not.toContain("Static check");
    expect(code).toBe(0);
  });

  it("reports nothing for the 403 of an operation that no key may use by default", async () => {
    const posts = { method: "POST", path: "/v1/plans", body: {} };
    const headers = { "Content-Type": "application/json" };
    const refused = { description: "opens no Plan", ...posts, headers, status: 403 };
    const { code, stdout } = await runVerify([fileOf(pactOf([refused]))]);
    expect(stdout).not.toContain("Static check");
    expect(code).toBe(0);
  });

  it("does not run with --no-static", async () => {
    const { code, stdout } = await runVerify([fileOf(odd), fileOf(unknownPath), "--no-static"]);
    expect(stdout).not.toContain("Static check");
    expect(code).toBe(0);
  });
});

describe("verify in a separate process", () => {
  it("verifies files and folders in order and exits", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "pacts"));
    writeFileSync(join(folder, "pacts/b.json"), JSON.stringify(fits));
    writeFileSync(join(folder, "pacts/a.json"), JSON.stringify(fails));
    const { ended } = start(["verify", fileOf(fits), join(folder, "pacts")]);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.match(/\w+-client with/g)).toEqual([
      "good-client with",
      "bad-client with",
      "good-client with",
    ]);
  });
});
