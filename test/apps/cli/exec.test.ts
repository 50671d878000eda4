import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { constants } from "node:os";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import { runHere, start, temporaryFile, temporaryFolder } from "./program.ts";
import type { Ended } from "./program.ts";

/** A client under test: a program that `exec` runs on the Node of the tests. */
function client(source: string): readonly string[] {
  return ["--", process.execPath, temporaryFile("client.mjs", source)];
}

const head = `
const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
const send = (method, path, body, apiKey = key) => fetch(url + path, {
  method,
  headers: { "x-api-key": apiKey, "content-type": "application/json" },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
`;
const createsTwice = `${head}
const lead = { email: "twice@example.com", firstName: "Tia", lastName: "Twice" };
await send("POST", "/v1/firms/" + firm + "/leads", lead);
await send("POST", "/v1/firms/" + firm + "/leads", lead);
await send("GET", "/v1/leads");
`;

/** A program that runs until it is killed, and keeps its standard output open until then. */
const endless = 'console.log("running"); setInterval(() => {}, 1e6)';

function ended(args: readonly string[]): Promise<Ended> {
  return start(["exec", ...args]).ended;
}

describe("exec: the exit code", () => {
  it.each([
    { name: "0 for a command that passes", source: createsTwice, code: 0 },
    { name: "that of a command that fails", source: "process.exit(3)", code: 3 },
    {
      name: "1 for a command that called only the control API",
      source: "await fetch(process.env.LEAD_SANDBOX_CONTROL_URL + '/clock')",
      code: 1,
    },
    {
      name: "137 for a command killed by SIGKILL",
      source: "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1e6)",
      code: 137,
    },
    {
      name: "143 for a command ended by SIGTERM",
      source: "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1e6)",
      code: 143,
    },
  ])("is $name", async ({ source, code }) => {
    expect((await ended(client(source))).code).toBe(code);
  });

  it("is 127 for a program that is not found, without a report of traffic", async () => {
    const { code, stdout, stderr } = await runHere(["exec", "--", "nosuchprogram"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 127,
      stdout: "",
      stderr: "lead-sandbox: nosuchprogram was not found. Check its name, or give its path.\n",
    });
  });

  it("is 0 for a command that called it although the environment names the public URL of another", async () => {
    const source = "await fetch(process.env.LEAD_API_URL + '/v1/leads')";
    const environment = { LEAD_SANDBOX_PUBLIC_URL: "http://127.0.0.1:9" };
    expect((await start(["exec", ...client(source)], environment).ended).code).toBe(0);
  });

  it("is that of a command that gets the URL of --public-url", async () => {
    const source = "process.exit(process.env.LEAD_API_URL === 'http://leads.test' ? 7 : 0)";
    expect((await ended(["--public-url", "http://leads.test", ...client(source)])).code).toBe(7);
  });
});

describe.each(["SIGTERM", "SIGINT"] as const)("exec: %s", (signal) => {
  it("reaches a hanging command once, and both end", async () => {
    const program = start([
      "exec",
      ...client(`
        let count = 0;
        process.on("${signal}", () => {
          count += 1;
          setTimeout(() => { console.log("got " + count); process.exit(5); }, 100);
        });
        setInterval(() => {}, 1e6);
        console.log("hanging");
      `),
    ]);
    await program.printed("hanging");
    program.process.kill(signal);
    const { code, stdout } = await program.ended;
    expect({ code, stdout }).toEqual({ code: 5, stdout: "hanging\ngot 1\n" });
  });

  it("ends the processes that a shell started and does not pass signals on to", async () => {
    const command = ["sh", "-c", `${process.execPath} -e '${endless}' & wait; exit 0`];
    const program = start(["exec", "--", ...command]);
    await program.printed("running");
    program.process.kill(signal);
    expect((await program.ended).code).toBe(128 + constants.signals[signal]);
  });
});

describe("exec: cleaning up", () => {
  it("ends processes that the command left running", async () => {
    const program = start([
      "exec",
      "--allow-no-requests",
      "--",
      "sh",
      "-c",
      `${process.execPath} -e '${endless}' & sleep 0.3`,
    ]);
    await program.printed("running");
    expect((await program.ended).code).toBe(0);
  });

  it("releases the port", async () => {
    const { stdout } = await ended(client("console.log(process.env.LEAD_API_URL)"));
    expect(await refusal(Number(new URL(stdout.trim()).port))).toBe("ECONNREFUSED");
  });
});

/** The variables in the environment of a command. */
async function valuesOf(args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const printing = client("console.log(JSON.stringify(process.env))");
  const { stdout } = await ended([...args, ...printing]);
  return z.record(z.string(), z.string()).parse(JSON.parse(stdout));
}

describe("exec: the environment variables", () => {
  it("contain the URLs, the keys, the Firm and its referral code", async () => {
    const found = await valuesOf([]);
    const url = found["LEAD_API_URL"] ?? "";
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(found).toMatchObject({
      LEAD_API_KEY: "11111111-1111-4111-8111-111111111111",
      LEAD_API_REALTOR_KEY: "33333333-3333-4333-8333-333333333333",
      LEAD_API_FIRM_ID: "Harb0rPt",
      LEAD_API_REFERRAL_CODE: "HPcode01",
      LEAD_SANDBOX_CONTROL_URL: `${url}/_sandbox`,
    });
  });

  it("make this program's commands use the new sandbox, whatever the caller's variables select", async () => {
    const script = 'lead-sandbox leads list --json | grep -c "LeadHPa1" && lead-sandbox env';
    const { code, stdout } = await start(
      [
        "exec",
        "--allow-no-requests",
        "--control-token",
        "s3cret",
        "--log-level",
        "silent",
        "--",
        "sh",
        "-c",
        script,
      ],
      {
        LEAD_SANDBOX_URL: "http://127.0.0.1:9",
        LEAD_SANDBOX_WORKSPACE: "another",
      },
    ).ended;
    expect({ code, listed: stdout.startsWith("1\n") }).toEqual({ code: 0, listed: true });
    expect(stdout).toContain("LEAD_API_KEY='11111111-1111-4111-8111-111111111111'");
  });

  it("get other names with --env, and only those names", async () => {
    const found = await valuesOf(["--env", "url=MY_URL,key=MY_KEY"]);
    expect(found["MY_KEY"]).toBe("11111111-1111-4111-8111-111111111111");
    expect(found["MY_URL"]).toMatch(/^http:/);
    expect([found["LEAD_API_URL"], found["LEAD_API_KEY"]]).toEqual([undefined, undefined]);
    expect(found["LEAD_API_FIRM_ID"]).toBe("Harb0rPt");
  });

  it.each(["nothing=X", "url", "url=", "url=1X", "toString=X", "url=A B", "", "url=A,key=A"])(
    "reject --env %j as a usage error",
    async (names) => {
      const { code, stderr } = await runHere(["exec", "--env", names, "--", "true"]);
      expect({ code, isTold: stderr.includes("--env") }).toEqual({ code: 2, isTold: true });
    },
  );
});

describe("exec: usage errors", () => {
  it.each([
    { name: "no command", args: [] },
    { name: "an empty command", args: ["--", ""] },
    { name: "a coverage over 100", args: ["--min-coverage", "101", "--", "true"] },
    { name: "a coverage that is not a number", args: ["--min-coverage", "all", "--", "true"] },
    {
      name: "a report in a missing folder",
      args: ["--junit", "/nowhere/at/all.xml", "--", "true"],
    },
    { name: "a pact that is a folder", args: ["--record", "src", "--", "true"] },
  ])("exits 2 for $name before the command runs", async ({ args }) => {
    expect((await runHere(["exec", ...args])).code).toBe(2);
  });
});

describe("exec: the summary", () => {
  it("reports operations, statuses, refusals with their rules, and assumptions on stderr", async () => {
    const { stdout, stderr } = await ended(client(createsTwice));
    expect(stdout).toBe("");
    expect(stderr.split("\n").slice(1, 7)).toEqual([
      expect.stringMatching(/^lead-sandbox: 3 requests, 2 of \d+ operations covered$/),
      "  post-leads-for-firm              201 ×1  409 ×1",
      "  get-leads                        200 ×1",
      "  refused:",
      "    409 by lead.unique ×1",
      expect.stringMatching(/^ {2}assumptions used: [\w.-]+(?:, [\w.-]+)*$/),
    ]);
  });

  it("is not printed with --log-level silent", async () => {
    const { stderr } = await ended(["--log-level", "silent", ...client(createsTwice)]);
    expect(stderr).toBe("");
  });

  it("counts all workspaces together, including dropped ones and the time before resets", async () => {
    const file = `${temporaryFolder()}/summary.json`;
    const source = `${head}
      const control = process.env.LEAD_SANDBOX_CONTROL_URL;
      const json = { "content-type": "application/json" };
      for (const id of ["one", "two"]) {
        const made = await fetch(control + "/workspaces", { method: "POST", headers: json, body: JSON.stringify({ id }) });
        const { data } = await made.json();
        await send("GET", "/v1/plans", undefined, data.firms[0].apiKeys[0].key);
      }
      await fetch(control + "/workspaces/one", { method: "DELETE" });
      await send("GET", "/v1/leads");
      await fetch(control + "/reset", { method: "POST" });
      await send("GET", "/v1/leads");
    `;
    await ended(["--json", file, ...client(source)]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      requests: 4,
      operations: [
        { id: "get-plans", statuses: { 200: 2 } },
        { id: "get-leads", statuses: { 200: 2 } },
      ],
    });
  });
});

/** The error of a failed connection to a port of this machine. */
async function refusal(port: number): Promise<unknown> {
  const [error] = await once(connect(port, "127.0.0.1"), "error");
  return Reflect.get(error, "code");
}
