import { describe, expect, it } from "vitest";

import { readyLine, runHere, start, startReady, temporaryFile } from "./program.ts";

const partnerKey = "11111111-1111-4111-8111-111111111111";

describe("the ready message", () => {
  it("names the URLs of both planes, the Firms, their keys and limits, and a first request", async () => {
    const printed = await start(["--port", "0"]).printed("curl ");
    expect(printed).toMatch(/lead-sandbox {2}http:\/\/127\.0\.0\.1:\d+\n/);
    expect(printed).toMatch(/control API {3}http:\/\/127\.0\.0\.1:\d+\/_sandbox\n/);
    expect(printed).toContain("Firm Harb0rPt  Harbour Point Financial (Partner)");
    expect(printed).toContain(`${partnerKey}  Partner sandbox, 500 requests an hour, 50 a minute`);
  });

  it("is one line with event, url, control and pid under --log-format json, and comes when the sandbox serves requests", async () => {
    const program = await startReady();
    expect(program.ready).toEqual({
      event: "ready",
      url: program.ready.url,
      control: `${program.ready.url}/_sandbox`,
      pid: program.process.pid,
    });
    expect((await fetch(`${program.ready.url}/readyz`)).status).toBe(200);
  });

  it("shows the public URL if one is set", async () => {
    const { ready } = await startReady(["--public-url", "https://leads.example.test/"]);
    expect(ready.url).toBe("https://leads.example.test");
  });

  it("does not appear under --log-level silent", async () => {
    const program = start(["--port", "0", "--log-level", "silent", "--fixture", "nope"]);
    expect((await program.ended).stdout).toBe("");
  });
});

describe("a setting", () => {
  it.each([
    { name: "its default", flag: [], environment: {}, inFile: {}, quota: 500 },
    { name: "the settings file", flag: [], environment: {}, inFile: { quota: 60 }, quota: 60 },
    {
      name: "the environment, which overrides the file",
      flag: [],
      environment: { LEAD_SANDBOX_QUOTA: "70" },
      inFile: { quota: 60 },
      quota: 70,
    },
    {
      name: "the flag, which overrides the environment and the file",
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
  ])(
    "comes only from the environment when the command line has $name and no option",
    async ({ args }) => {
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
    },
  );

  it("named port comes from LEAD_SANDBOX_PORT before PORT, and from PORT before the file", async () => {
    const config = settingsFile({ port: 1, logFormat: "json" });
    const byPort = start(["--config", config], { PORT: "0" });
    expect(readyLine(await byPort.printed("\n")).url).toMatch(/:\d{4,5}$/);
    const byOwn = start(["--config", config], { PORT: "1", LEAD_SANDBOX_PORT: "0" });
    expect(readyLine(await byOwn.printed("\n")).url).toMatch(/:\d{4,5}$/);
  });
});

describe("LEAD_SANDBOX_QUOTA", () => {
  it("=off prints no limit and applies none (8)", async () => {
    const program = start(["--port", "0"], { LEAD_SANDBOX_QUOTA: "off" });
    expect(await program.printed("curl ")).toContain(`${partnerKey}  Partner sandbox, no limit`);
  });

  it("=3 prints 3 an hour and 1 a minute, and the second request gets 429 (8)", async () => {
    const program = start(["--port", "0"], { LEAD_SANDBOX_QUOTA: "3" });
    const printed = await program.printed("curl ");
    expect(printed).toContain("3 requests an hour, 1 a minute");
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    expect(await list(url)).toBe(200);
    expect(await list(url)).toBe(429);
  });
});

describe("--assumptions", () => {
  it("reads a file with assumptions for every workspace", async () => {
    const file = temporaryFile("assumptions.json", '{"lead.delete":"204"}');
    const { ready } = await startReady(["--assumptions", file]);
    const answer = await (await fetch(`${ready.control}/assumptions`)).text();
    expect(answer).toContain('"lead.delete":"204"');
  });

  it.each([
    { name: "invalid JSON", content: "{", expected: "cannot be read" },
    { name: "an unknown rule", content: '{"no.rule":"x"}', expected: 'There is no rule "no.rule"' },
    {
      name: "a rule without assumptions",
      content: '{"lead.get":"x"}',
      expected: "lead.get has no alternatives",
    },
    {
      name: "a number as the choice",
      content: '{"lead.delete":204}',
      expected: "Rule lead.delete takes one of",
    },
  ])("exits 2 and names the file for $name in it", async ({ content, expected }) => {
    const file = temporaryFile("assumptions.json", content);
    const { code, stderr } = await runHere(["--assumptions", file]);
    expect(stderr).toContain(expected);
    expect(stderr).toContain(file);
    expect(code).toBe(2);
  });

  it("exits 2 and names a missing file", async () => {
    const { code, stderr } = await runHere(["--assumptions", "/nowhere/a.json"]);
    expect(stderr).toContain("The assumptions file /nowhere/a.json cannot be read");
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
