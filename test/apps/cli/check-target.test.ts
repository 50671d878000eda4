import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { facts, startAsked } from "../../harness/check-target/target.ts";
import { serve } from "../../support/serve.ts";
import { runHere, start, startReady, temporaryFile, temporaryFolder } from "./program.ts";

/** Every required option of a check. */
const needed = ["--api-key", facts.apiKey, "--firm", facts.firmId, "--email", facts.email];

const everything = [
  ...needed,
  "--firm-member",
  "HPmember",
  "--foreign-firm",
  "MapleRow",
  "--other-api-key",
  "33333333-3333-4333-8333-333333333333",
  "--other-environment-key",
  "22222222-2222-4222-8222-222222222222",
];

const five = {
  "lead.delete": "204",
  "lead.email.case": "exact",
  "scope.unknown": "ignored",
  "plan.type": "any-string",
  "error.all-fields": "first-only",
};

/** A check of one rule, where the others do not matter. */
const one = ["--only", "lead.delete", ...needed];

/** A check of a few rules, whose requests are more than 40 and fewer than 80. */
const some = ["--only", Object.keys(five).join(","), ...needed];

/** Runs check-target in this process. */
function run(...args: readonly string[]): ReturnType<typeof runHere> {
  return runHere(["check-target", ...args]);
}

describe("check-target", () => {
  it("exits 0 with an empty file when no rule is denied, announces its requests first, and gives a reason for each unchecked rule", async () => {
    const { url } = await startAsked();
    const file = join(temporaryFolder(), "assumptions.json");
    const { code, stdout, stderr } = await run(`${url}/v1`, "--out", file, ...needed);
    const [, , requests, leads] =
      /^lead-sandbox: (\d+) checks of 127\.0\.0\.1: (\d+) requests, of at most 300\.\n  They create (\d+) Leads, delete \d of them, .+ takes what\n  the rules refuse; no mail is sent \(disableClientOutreach\), .+\.\n$/.exec(
        stderr,
      ) ?? [];
    expect({ code, stderr, isTold: leads !== undefined }).toEqual({
      code: 0,
      stderr,
      isTold: true,
    });
    expect(stdout).toMatch(
      new RegExp(
        `^\n\\d+ rules confirmed, \\d+ partly confirmed, 0 denied, \\d+ unknown, with ${requests} requests and ${leads} Leads\\.`,
      ),
    );
    expect(readFileSync(file, "utf8")).toBe("{}\n");
    expect(stdout).toContain("    To ask, it needs --foreign-firm:\n      auth.foreign-record");
    expect(stdout).toContain("    A check must not make a service fail:\n      error.server");
  });

  it("exits 1 when a rule is denied, and shows the rule, both choices and the observation", async () => {
    const { url } = await startAsked({ assumptions: { "lead.delete": "204" } });
    const { code, stdout } = await run(`${url}/v1`, ...one);
    expect(code).toBe(1);
    expect(stdout).toContain(
      [
        "  Switch the sandbox: the right behaviour is not documented.",
        "",
        "    lead.delete: It behaves as under 204.",
        "      the rule: DELETE `/leads/{id}` archives the Lead and answers 200 with `{ data: Lead }`. Under `204` it answers 204 without a body.",
        "      denied: answer",
        "      here: 200, there: 204",
        "      asked: DELETE /v1/leads/",
      ].join("\n"),
    );
    expect(stdout).toContain(
      [
        '        expected: {"status":200,"isLead":true,"isWhole":true}',
        '        seen: {"status":204,"isLead":false,"isWhole":false}',
      ].join("\n"),
    );
    expect(stdout).toContain('    {"lead.delete":"204"}');
  });

  it("reports the verdicts as JSON, without the key", async () => {
    const { url } = await startAsked({ assumptions: { "lead.delete": "204" } });
    const { code, stdout } = await run(`${url}/v1`, "--json", ...one);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      assumptions: { "lead.delete": "204" },
      stopped: null,
    });
    expect(stdout).not.toContain(facts.apiKey);
  });

  it("writes an assumptions file that makes another sandbox behave like the target", async () => {
    const second = await startAsked({ assumptions: five });
    const file = join(temporaryFolder(), "assumptions.json");
    const these = ["--json", "--only", Object.keys(five).join(","), ...everything];
    const asked = await run(`${second.url}/v1`, "--out", file, ...these);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(five);
    const third = await startReady(["--assumptions", file, "--quota", "100000"]);
    const again = await run(`${third.ready.url}/v1`, ...these);
    expect(verdictsIn(again.stdout)).toEqual(verdictsIn(asked.stdout));
  });
});

/** The verdicts of a report without their evidence, in which addresses differ from run to run. */
function verdictsIn(json: string): readonly unknown[] {
  const { verdicts }: { verdicts: readonly { evidence: unknown }[] } = JSON.parse(json);
  return verdicts.map(({ evidence: _evidence, ...verdict }) => verdict);
}

describe("check-target, when it ends early,", () => {
  it("exits 1 when the budget is used up and a rule is denied, and says what is left", async () => {
    const { url } = await startAsked({ assumptions: { "error.all-fields": "first-only" } });
    const file = temporaryFile("assumptions.json", "");
    const args = ["--budget", "40", "--out", file, ...some];
    const { code, stdout, stderr } = await run(`${url}/v1`, ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/  40 requests are not enough for all checks. Use --budget \d+\.\n/);
    expect(stderr).toMatch(/lead-sandbox: The budget of 40 requests is used up\.\n$/);
    expect(stdout).toContain("here: all, there: first-only");
    expect(stdout).toMatch(/\n  Left: \d+ questions about [^]+ --answers\s+FILE/);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ "error.all-fields": "first-only" });
  });

  it("exits 3 when the budget is used up and no rule is denied, then goes on with --answers", async () => {
    const asked = await startAsked();
    const file = join(temporaryFolder(), "answers.json");
    const args = [`${asked.url}/v1`, "--answers", file, "--budget", "40", ...some];
    expect((await run(...args)).code).toBe(3);
    expect((await run(...args)).code).toBe(0);
    expect(readFileSync(file, "utf8")).not.toMatch(/@|11111111/);
    const requests = (await asked.journal()).length;
    const last = await run(...args);
    expect(last).toMatchObject({ code: 0, stderr: expect.stringContaining(" 0 requests") });
    expect((await asked.journal()).length).toBe(requests);
  });

  it("exits 3 when the quota of the key is used up", async () => {
    const { url, client } = await startAsked({ assumptions: { "quota.headers": "retry-after" } });
    const { data } = await client.quotas.list();
    await client.quotas.set(data[0]?.keyId ?? "", 1);
    const { code, stdout } = await run(`${url}/v1`, ...needed);
    expect(code).toBe(3);
    expect(stdout).toContain("  The key has no quota left: try again in ");
    expect(stdout).toContain("  Left: ");
  });

  it("exits 3 when the service fails, and names the request", async () => {
    const { url, client } = await startAsked();
    const match = { path: "/v1/no-such-resource" };
    await client.faults.plan({ match, then: { status: 500 } });
    const only = ["--only", "http.path.unknown"];
    const { code, stdout } = await run(`${url}/v1`, ...only, ...needed);
    expect(code).toBe(3);
    expect(stdout).toContain("  The service fails:\n    GET /v1/no-such-resource: status 500, ");
    expect(stdout).toMatch(/It was left out by --only: \d+ rules\./);
  });

  it("exits 2 with a message when the target rejects the key", async () => {
    const { url } = await startAsked();
    const args = ["--api-key", "no-key", "--firm", "Harb0rPt", "--email", facts.email];
    const { code, stdout, stderr } = await run(`${url}/v1`, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /lead-sandbox: No check was made: the key is not taken there \(401\)\.\n$/,
    );
  });

  it("exits 4 with a message when no server listens", async () => {
    const { code, stderr } = await run("http://127.0.0.1:1/v1", ...needed);
    expect(code).toBe(4);
    expect(stderr).toMatch(/lead-sandbox: http:\/\/127\.0\.0\.1:1 cannot be reached: .+\.\n$/);
  });
});

describe("check-target --out", () => {
  it("writes the verdicts as Markdown and as a page, too", async () => {
    const { url } = await startAsked();
    const [markdown, html] = [temporaryFile("a.md", ""), temporaryFile("a.html", "")];
    await run(`${url}/v1`, "--markdown", markdown, "--html", html, ...one);
    expect(readFileSync(markdown, "utf8")).toMatch(/^# check-target: 0 rules denied\n\n\d+ rules/);
    expect(readFileSync(html, "utf8")).toContain("<h1>check-target: 0 rules denied</h1>");
  });

  it("exits 4 and names a file that cannot be written, after it has printed the verdicts", async () => {
    const { url } = await startAsked();
    const { code, stdout, stderr } = await run(`${url}/v1`, "--out", "/nowhere/a.json", ...one);
    expect(code).toBe(4);
    expect(stderr).toContain("/nowhere/a.json");
    expect(stdout).toContain(" partly confirmed, 0 denied");
  });
});

describe("check-target, before its first request,", () => {
  it.each([
    { host: "api.partner.example.com", flags: [], says: "looks like production" },
    { host: "api.partner.example.com", flags: ["--yes"], says: "looks like production" },
    { host: "api.acme.dev", flags: ["--yes"], says: "looks like production" },
    { host: "latest.example.com", flags: ["--yes"], says: "looks like production" },
    { host: "test.prod.example.com", flags: ["--yes"], says: "looks like production" },
    { host: "10.0.0.1", flags: ["--yes"], says: "looks like production" },
    { host: "0.0.0.0", flags: ["--yes"], says: "looks like production" },
    { host: "[fd00::1]", flags: ["--yes"], says: "looks like production" },
    { host: "127.0.0.1.example.com", flags: ["--yes"], says: "looks like production" },
    { host: "api.partner.example.com", flags: ["--allow-production"], says: "add --yes" },
    { host: "api.partner.dit.example.com", flags: [], says: "add --yes" },
    { host: "sandbox.example.com", flags: [], says: "add --yes" },
    { host: "lead-sandbox.example.com", flags: [], says: "add --yes" },
    { host: "neighbour", flags: [], says: "add --yes" },
  ])("rejects $host with the flags $flags", async ({ host, flags, says }) => {
    const { code, stderr } = await run(`http://${host}:1/v1`, ...flags, ...one);
    expect(code).toBe(2);
    expect(stderr).toContain(`lead-sandbox: ${host} `);
    expect(stderr).toContain(says);
  });

  it("accepts an apparent production host with both confirmations", async () => {
    const { url } = await startAsked();
    const everywhere = url.replace("127.0.0.1", "0.0.0.0");
    const flags = ["--allow-production", "--yes"];
    expect((await run(`${everywhere}/v1`, ...flags, ...one)).code).toBe(0);
  });

  it.each([
    {
      name: "an invalid URL",
      args: ["nowhere", ...needed],
      says: "nowhere is not an http or https URL.",
    },
    {
      name: "a URL of another scheme",
      args: ["ftp://127.0.0.1", ...needed],
      says: "is not an http or https URL",
    },
    {
      name: "a URL with a query",
      args: ["http://127.0.0.1:1/?a=1", ...needed],
      says: "is not a base URL",
    },
    {
      name: "a URL with credentials",
      args: ["http://me:secret@127.0.0.1:1", ...needed],
      says: "The base URL has credentials.",
    },
    {
      name: "an unknown rule",
      args: ["http://127.0.0.1:1", "--only", "lead.gett", ...needed],
      says: 'Invalid --only: "lead.gett" is not a rule. The nearest is lead.get.',
    },
    {
      name: "a rule that no check asks about",
      args: ["http://127.0.0.1:1", "--only", "mail.welcome", ...needed],
      says: "It only shows in mailboxes",
    },
    {
      name: "an invalid email",
      args: ["http://127.0.0.1:1", "--api-key", "k", "--firm", "f", "--email", "nobody"],
      says: "email",
    },
    { name: "no API key", args: ["http://127.0.0.1:1", ...needed.slice(2)], says: "--api-key" },
    {
      name: "an invalid budget",
      args: ["http://127.0.0.1:1", "--budget", "0", ...needed],
      says: "1 or more",
    },
  ])("rejects $name", async ({ args, says }) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});

describe("check-target --answers", () => {
  it.each([
    { name: "is cut off", text: '{"format":"lead-sandbox-answers/1",', says: "it is cut off" },
    { name: "is empty", text: "", says: "it is cut off" },
    { name: "is another file", text: '{"lead.get":"404"}', says: "it is not a file of answers" },
  ])("rejects a file that $name, and leaves it as it is", async ({ text, says }) => {
    const file = temporaryFile("answers.json", text);
    const { code, stderr } = await run("http://127.0.0.1:1", "--answers", file, ...needed);
    expect(code).toBe(2);
    expect(stderr).toContain(`Invalid --answers ${file}: ${says}`);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("keeps what was answered before a SIGINT, which ends with 130", async () => {
    const asked = await startAsked();
    const held = Promise.withResolvers<undefined>();
    const url = await serve((request, response) => {
      if (request.url === "/v1/no-such-resource") return held.resolve(undefined);
      const { method, headers } = request;
      const forwarded = httpRequest(`${asked.url}${request.url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      return request.pipe(forwarded);
    });
    const file = join(temporaryFolder(), "answers.json");
    const rules = ["--only", "list.order,http.path.unknown"];
    const args = ["check-target", `${url}/v1`, "--answers", file, ...rules, ...needed];
    const started = start(args);
    await held.promise;
    started.process.kill("SIGINT");
    expect(await started.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining("lead-sandbox: The check was interrupted."),
    });
    const kept = Object.keys(JSON.parse(readFileSync(file, "utf8")).answers);
    expect(kept).toContain("list.order#default 1");
    expect(kept).not.toContain("http.path.unknown#whole 1");
  });
});
