import { describe, expect, it } from "vitest";

import { readyLine, runHere, start, startReady, temporaryFile } from "./program.ts";
import { takenPort } from "./taken-port.ts";

const partnerKey = "11111111-1111-4111-8111-111111111111";

describe("the ready message", () => {
  it("names both planes, the firms, their keys and limits, and a first request, as text", async () => {
    const printed = await start(["--port", "0"]).printed("curl ");
    expect(printed).toMatch(/lead-sandbox {2}http:\/\/127\.0\.0\.1:\d+\n/);
    expect(printed).toMatch(/control API {3}http:\/\/127\.0\.0\.1:\d+\/_sandbox\n/);
    expect(printed).toContain("Firm Harb0rPt  Harbour Point Financial (Partner)");
    expect(printed).toContain(`${partnerKey}  Partner sandbox, 500 requests an hour, 50 a minute`);
  });

  it("is one line with event, url, control and pid under --log-format json, and comes when requests are served", async () => {
    const program = await startReady();
    expect(program.ready).toEqual({
      event: "ready",
      url: program.ready.url,
      control: `${program.ready.url}/_sandbox`,
      pid: program.process.pid,
    });
    expect((await fetch(`${program.ready.url}/readyz`)).status).toBe(200);
  });

  it("says the public URL where one is set", async () => {
    const { ready } = await startReady(["--public-url", "https://leads.example.test/"]);
    expect(ready.url).toBe("https://leads.example.test");
  });

  it("is left out under --log-level silent", async () => {
    const program = start(["--port", "0", "--log-level", "silent", "--fixture", "nope"]);
    expect((await program.ended).stdout).toBe("");
  });
});

describe("a setting", () => {
  it.each([
    { name: "the default", flag: [], environment: {}, inFile: {}, quota: 500 },
    { name: "the file", flag: [], environment: {}, inFile: { quota: 60 }, quota: 60 },
    {
      name: "the environment over the file",
      flag: [],
      environment: { LEAD_SANDBOX_QUOTA: "70" },
      inFile: { quota: 60 },
      quota: 70,
    },
    {
      name: "the flag over the environment and the file",
      flag: ["--quota", "80"],
      environment: { LEAD_SANDBOX_QUOTA: "70" },
      inFile: { quota: 60 },
      quota: 80,
    },
  ])("comes from $name", async ({ flag, environment, inFile, quota }) => {
    const args = ["--config", settingsFile(inFile), ...flag];
    const { ready } = await startReady(args, environment);
    expect(await quotaOf(ready.control)).toBe(quota);
  });

  it("comes from the file that LEAD_SANDBOX_CONFIG names", async () => {
    const { ready } = await startReady([], { LEAD_SANDBOX_CONFIG: settingsFile({ quota: 90 }) });
    expect(await quotaOf(ready.control)).toBe(90);
  });

  it.each([
    { name: "no command", args: [] },
    { name: "serve", args: ["serve"] },
  ])("comes from the variables alone where $name is given without an option", async ({ args }) => {
    const environment = {
      LEAD_SANDBOX_PORT: "0",
      LEAD_SANDBOX_QUOTA: "110",
      LEAD_SANDBOX_LOG_FORMAT: "json",
    };
    const { control } = readyLine(await start(args, environment).printed("\n"));
    expect(await quotaOf(control)).toBe(110);
    const refused = await runHere(args, { LEAD_SANDBOX_PORT: "a" });
    expect(refused.stderr).toContain("LEAD_SANDBOX_PORT");
    expect(refused.code).toBe(2);
  });

  it("port comes from LEAD_SANDBOX_PORT over PORT, and from PORT over the file", async () => {
    const config = settingsFile({ port: 1, logFormat: "json" });
    const byPort = start(["--config", config], { PORT: "0" });
    expect(readyLine(await byPort.printed("\n")).url).toMatch(/:\d{4,5}$/);
    const byOwn = start(["--config", config], { PORT: "1", LEAD_SANDBOX_PORT: "0" });
    expect(readyLine(await byOwn.printed("\n")).url).toMatch(/:\d{4,5}$/);
  });
});

describe("LEAD_SANDBOX_QUOTA", () => {
  it("=off prints no limit and sets none (8)", async () => {
    const program = start(["--port", "0"], { LEAD_SANDBOX_QUOTA: "off" });
    expect(await program.printed("curl ")).toContain(`${partnerKey}  Partner sandbox, no limit`);
  });

  it("=3 prints 3 an hour and 1 a minute, and the second request is 429 (8)", async () => {
    const program = start(["--port", "0"], { LEAD_SANDBOX_QUOTA: "3" });
    const printed = await program.printed("curl ");
    expect(printed).toContain("3 requests an hour, 1 a minute");
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    expect(await list(url)).toBe(200);
    expect(await list(url)).toBe(429);
  });
});

describe("--assumptions", () => {
  it("names a file of choices that every workspace begins with", async () => {
    const file = temporaryFile("assumptions.json", '{"lead.delete":"204"}');
    const { ready } = await startReady(["--assumptions", file]);
    const answer = await (await fetch(`${ready.control}/assumptions`)).text();
    expect(answer).toContain('"lead.delete":"204"');
  });

  it.each([
    { name: "no JSON", content: "{", told: "cannot be read" },
    { name: "an array", content: "[]", told: "cannot be read" },
    { name: "an unknown rule", content: '{"no.rule":"x"}', told: 'There is no rule "no.rule"' },
    {
      name: "a rule without any",
      content: '{"lead.get":"x"}',
      told: "lead.get has no alternatives",
    },
    { name: "a choice", content: '{"lead.delete":"205"}', told: "one of: 200, 204. Expected" },
    { name: "a number", content: '{"lead.delete":204}', told: "Rule lead.delete takes one of" },
  ])("exits 2 and names the file for $name in it", async ({ content, told }) => {
    const file = temporaryFile("assumptions.json", content);
    const { code, stderr } = await runHere(["--assumptions", file]);
    expect(stderr).toContain(told);
    expect(stderr).toContain(file);
    expect(code).toBe(2);
  });

  it("exits 2 and names a file that is not there", async () => {
    const { code, stderr } = await runHere(["--assumptions", "/nowhere/a.json"]);
    expect(stderr).toContain("The assumptions file /nowhere/a.json cannot be read");
    expect(code).toBe(2);
  });
});

describe("an unusable setting", () => {
  it.each([
    { variable: "LEAD_SANDBOX_PORT", value: "abc", allowed: "port for everything" },
    { variable: "LEAD_SANDBOX_PORT", value: "65536", allowed: "port for everything" },
    { variable: "LEAD_SANDBOX_PORT", value: "", allowed: "port for everything" },
    { variable: "PORT", value: "1e3", allowed: "port for everything" },
    { variable: "LEAD_SANDBOX_HOST", value: "", allowed: "address to listen on" },
    { variable: "LEAD_SANDBOX_SEED", value: "1.5", allowed: "seed of ids" },
    { variable: "LEAD_SANDBOX_QUOTA", value: "0", allowed: "requests per hour of every key" },
    { variable: "LEAD_SANDBOX_QUOTA", value: "none", allowed: "requests per hour of every key" },
    { variable: "LEAD_SANDBOX_HEADERS", value: "maybe", allowed: "on or off" },
    { variable: "LEAD_SANDBOX_REQUIRE_HTTPS", value: "yes", allowed: "on or off" },
    { variable: "LEAD_SANDBOX_SURFACE_PORTS", value: "foo", allowed: "separate" },
    { variable: "LEAD_SANDBOX_SURFACE_PORTS", value: "realtor-sandbox=x", allowed: "separate" },
    { variable: "LEAD_SANDBOX_SURFACE_PORTS", value: "realtor-sandbox=0", allowed: "separate" },
    { variable: "LEAD_SANDBOX_SURFACE_HOSTS", value: "nope=a.b", allowed: "additional" },
    { variable: "LEAD_SANDBOX_SURFACE_HOSTS", value: "realtor-sandbox=", allowed: "additional" },
    {
      variable: "LEAD_SANDBOX_SURFACE_HOSTS",
      value: "realtor-sandbox=a.b,realtor-sandbox=https://a.b",
      allowed: "additional",
    },
    {
      variable: "LEAD_SANDBOX_SURFACE_PORTS",
      value: "realtor-sandbox=4611,realtor-sandbox=4612",
      allowed: "separate",
    },
    { variable: "LEAD_SANDBOX_HTTPS", value: "yes", allowed: "on or off" },
    { variable: "LEAD_SANDBOX_HTTPS_PORT", value: "65536", allowed: "separate port" },
    { variable: "LEAD_SANDBOX_TLS_DIR", value: "", allowed: "folder of" },
    { variable: "LEAD_SANDBOX_PUBLIC_URL", value: "nope", allowed: "URL where clients" },
    { variable: "LEAD_SANDBOX_CONTROL_TOKEN", value: "", allowed: "bearer token" },
    { variable: "LEAD_SANDBOX_SIGN_UP_URL", value: "nope", allowed: "sign-up page" },
    { variable: "LEAD_SANDBOX_MAIL_DOMAIN", value: "a b", allowed: "domain that mails come from" },
    { variable: "LEAD_SANDBOX_LOG_FORMAT", value: "xml", allowed: "text or json" },
    { variable: "LEAD_SANDBOX_LOG_LEVEL", value: "debug", allowed: "info or silent" },
  ])("exits 2 and names $variable=$value and what is allowed", async (row) => {
    const { variable, value, allowed } = row;
    const { code, stderr } = await runHere([], { [variable]: value });
    expect(stderr).toContain(`Invalid ${variable}: ${JSON.stringify(value)}`);
    expect(stderr).toContain(`Expected: ${allowed}`);
    expect(code).toBe(2);
  });

  it.each([
    { name: "a flag's value", args: ["--seed", "x"], told: 'Invalid --seed: "x"' },
    { name: "a flag without its value", args: ["--port"], told: "argument missing" },
    { name: "an unknown flag", args: ["--prot", "1"], told: "unknown option '--prot'" },
    { name: "an argument", args: ["extra"], told: "too many arguments" },
    { name: "a missing file", args: ["--config", "/nowhere/s.json"], told: "/nowhere/s.json" },
  ])("exits 2 and names it for $name", async ({ args, told }) => {
    const { code, stderr } = await runHere(args);
    expect(stderr).toContain(told);
    expect(code).toBe(2);
  });

  it.each([
    { name: "an unknown key", content: '{"prot":1}', told: "Unknown setting prot in" },
    { name: "a key like a flag", content: '{"log-level":"info"}', told: "Did you mean logLevel?" },
    { name: "a wrong value", content: '{"port":true}', told: "port in" },
    { name: "no JSON", content: "{", told: "cannot be read" },
    { name: "an array", content: "[]", told: "cannot be read" },
  ])("exits 2 and names the file for $name in it", async ({ content, told }) => {
    const path = temporaryFile("settings.json", content);
    const { code, stderr } = await runHere(["--config", path]);
    expect(stderr).toContain(told);
    expect(stderr).toContain(path);
    expect(code).toBe(2);
  });

  it("ends the process with that code and nothing on standard output", async () => {
    const { code, stdout, stderr } = await start(["--port", "x"]).ended;
    expect(stderr).toContain('Invalid --port: "x"');
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("exits 2 and names every one of several", async () => {
    const { code, stderr } = await runHere(["--seed", "x"], { PORT: "y", LEAD_SANDBOX_QUOTA: "z" });
    for (const name of ["--seed", "PORT", "LEAD_SANDBOX_QUOTA"]) expect(stderr).toContain(name);
    expect(code).toBe(2);
  });

  it("exits 2 and names the port when it is taken", async () => {
    const port = await takenPort();
    const { code, stderr } = await runHere(["--port", String(port)]);
    expect(stderr).toBe(
      `lead-sandbox: Invalid --port: ${port}. The port is in use on 127.0.0.1. Choose another one, or 0 for a free one.\n`,
    );
    expect(code).toBe(2);
  });
});

async function quotaOf(control: string): Promise<unknown> {
  const answer: unknown = await (await fetch(`${control}/quotas`)).json();
  const quota = /"quotaPerHour":(\d+|null)/.exec(JSON.stringify(answer))?.[1];
  return JSON.parse(quota ?? "");
}

function settingsFile(settings: unknown): string {
  return temporaryFile("settings.json", JSON.stringify(settings));
}

async function list(url: string): Promise<number> {
  return (await fetch(`${url}/v1/leads`, { headers: { "x-api-key": partnerKey } })).status;
}
