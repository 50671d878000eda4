/** `exec --url`: a command in a workspace of a sandbox that runs already. */
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import { newSandboxClient } from "../../../src/index.ts";
import { hostileVariables, otherServer } from "../../support/other-server.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import type { Ended, Environment } from "./program.ts";
import { runHere, start, startProgram, temporaryFile, temporaryFolder } from "./program.ts";

/** A client under test: a program that `exec` runs on the Node of the tests. */
function client(source: string): readonly string[] {
  return ["--", process.execPath, temporaryFile("client.mjs", source)];
}

function ended(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  return start(["exec", ...args], environment).ended;
}

const lists = `
const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_SANDBOX_CONTROL_URL: control } = process.env;
const list = async (apiKey = key) =>
  (await fetch(url + "/v1/leads", { headers: { "x-api-key": apiKey } })).status;
const statuses = [await list()];
`;

const Summary = z.looseObject({
  requests: z.int(),
  operationsInAll: z.int(),
  operations: z.array(z.unknown()),
});

/** The workspaces of a sandbox besides the default one. */
async function left(url: string, token?: string): Promise<readonly string[]> {
  const { data } = await newSandboxClient({ url, token }).workspaces.list();
  return data.map(({ id }) => id).filter((id) => id !== "default");
}

describe("exec --url", () => {
  it("runs the command in a workspace of its own, counts its requests, and drops it", async () => {
    const { url } = await listeningSandbox({ logLevel: "silent" });
    const file = `${temporaryFolder()}/exec.json`;
    const source = `${lists}
      const { LEAD_SANDBOX_URL, LEAD_SANDBOX_WORKSPACE } = process.env;
      statuses.push(await list("wrong"), (await fetch(url + "/v1/nope")).status);
      console.log(JSON.stringify({ url, control, LEAD_SANDBOX_URL, LEAD_SANDBOX_WORKSPACE, statuses }));`;
    const { code, stdout, stderr } = await ended([
      "--url",
      `${url}/_sandbox/`,
      "--json",
      file,
      ...client(source),
    ]);
    expect({ code, printed: JSON.parse(stdout) }).toEqual({
      code: 0,
      printed: {
        url,
        control: `${url}/_sandbox`,
        LEAD_SANDBOX_URL: url,
        LEAD_SANDBOX_WORKSPACE: expect.stringMatching(/^ws-/),
        statuses: [200, 401, 401],
      },
    });
    // A request without a known key belongs to no workspace.
    expect(stderr).toContain("1 request, 1 of 18 operations covered");
    const summary = Summary.parse(JSON.parse(readFileSync(file, "utf8")));
    expect(summary).toMatchObject({
      requests: 1,
      operationsInAll: 18,
      operations: [{ id: "get-leads", statuses: { 200: 1 } }],
    });
    expect(await left(url)).toEqual([]);
  });

  it("counts what came before a reset, and after the command dropped its workspace", async () => {
    const { url } = await listeningSandbox({ logLevel: "silent" });
    const source = `${lists}
      const own = control + "/workspaces/" + process.env.LEAD_SANDBOX_WORKSPACE;
      await fetch(own + "/reset", { method: "POST" });
      await list(); await list();
      await fetch(own, { method: "DELETE" });`;
    const { code, stderr } = await ended(["--url", url, ...client(source)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("3 requests") });
    expect(stderr).not.toContain("not dropped");
  });

  it("reads no setting of a sandbox of its own, and refuses to intercept", async () => {
    const { url } = await listeningSandbox({ logLevel: "silent" });
    const environment = { LEAD_SANDBOX_FIXTURE: "/fixtures/team.json", LEAD_SANDBOX_DATA: "/no" };
    expect(await ended(["--url", url, ...client(lists)], environment)).toMatchObject({ code: 0 });
    const intercepting = { LEAD_SANDBOX_INTERCEPT: "leads.lender.example" };
    const refused = await ended(["--url", url, ...client("console.log(1)")], intercepting);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("does not intercept");
  });

  it("exits with the command's code, and with 1 if it passed without a request or too little", async () => {
    const { url } = await listeningSandbox({ logLevel: "silent" });
    const codes = await Promise.all(
      [
        client(`${lists} process.exit(7)`),
        client(""),
        ["--allow-no-requests", ...client("")],
        ["--min-coverage", "50", ...client(lists)],
        ["--min-coverage", "5", ...client(lists)],
        ["--", "no-such-command-here"],
      ].map(async (args) => (await ended(["--url", url, ...args])).code),
    );
    expect(codes).toEqual([7, 1, 0, 1, 0, 127]);
    expect(await left(url)).toEqual([]);
  });

  it("renames the variables of --env, and lets commands drive the workspace", async () => {
    const { url } = await listeningSandbox({ logLevel: "silent" });
    const script = 'echo "$MY_URL ${LEAD_API_URL-unset}" && lead-sandbox leads list --json';
    const { code, stdout } = await ended([
      "--url",
      url,
      "--allow-no-requests",
      "--env",
      "url=MY_URL,workspace=MY_WORKSPACE",
      "--",
      "sh",
      "-c",
      script,
    ]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(`^${url} unset\\n`),
    });
  });

  it("passes on only the variables of a client, whatever the server sends, and counts the others", async () => {
    const url = await otherServer(hostileVariables);
    const flags = ["--url", url, "--allow-no-requests", "--env", "url=MY_URL"];
    const { code, stdout, stderr } = await ended([...flags, "--", "env"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `lead-sandbox: Dropped variables that are not for clients: 8. Check that the server at ${url} is lead-sandbox.\n`,
    );
    expect(stdout).toContain(`MY_URL=http://127.0.0.1:1\n`);
    expect(stdout).toContain(`LEAD_API_KEY=it's $(id) \`id\` \\\n`);
    expect(stdout).not.toMatch(/from-the-answer|LEAD_API_FIRM_ID/);
  });

  it.each(["shell", "dotenv", "json"])("prints none of them by env --format %s", async (format) => {
    const { LEAD_API_KEY: _, ...others } = hostileVariables;
    const url = await otherServer(others);
    const { code, stdout, stderr } = await start(["env", "--new", "--url", url, "--format", format])
      .ended;
    expect(code).toBe(0);
    expect(stderr).toContain("Dropped variables that are not for clients: 8.");
    expect(stdout).toContain("http://127.0.0.1:1");
    expect(stdout).not.toMatch(/from-the-answer|FIRM_ID/);
  });

  it("evaluates nothing of a value by env in a shell, and refuses a .env file that would", async () => {
    const url = await otherServer(hostileVariables);
    const { stdout } = await start(["env", "--url", url]).ended;
    const script = `${stdout}sh -c 'printf %s "$LEAD_API_KEY"'`;
    const shell = await startProgram("sh", ["-c", script], {}).ended;
    expect(shell).toMatchObject({ stdout: hostileVariables.LEAD_API_KEY, stderr: "" });
    const file = await start(["env", "--url", url, "--format", "dotenv"]).ended;
    expect(file).toMatchObject({ code: 2, stdout: "" });
    expect(file.stderr).toContain("The value of LEAD_API_KEY cannot be written in a dotenv file");
  });

  it("is dropped after a SIGTERM, too", async () => {
    const { url } = await listeningSandbox({ logLevel: "silent" });
    const program = start([
      "exec",
      "--url",
      url,
      ...client('console.log("hanging"); setInterval(() => {}, 1e6)'),
    ]);
    await program.printed("hanging");
    const [id = ""] = await left(url);
    const made = await newSandboxClient({ url }).workspaces.get(id);
    expect(made).toMatchObject({ label: `exec ${process.execPath}` });
    program.process.kill("SIGTERM");
    expect((await program.ended).code).toBe(143);
    expect(await left(url)).toEqual([]);
  });

  it.each([{ isolate: false }, { isolate: true }])(
    "passes the token on to the command: $isolate",
    async ({ isolate }) => {
      const { url } = await listeningSandbox({
        logLevel: "silent",
        controlToken: "secret",
        isolate,
      });
      const command = ["--allow-no-requests", "--", "lead-sandbox", "leads", "list", "--json"];
      const { code, stdout } = await ended(["--url", url, "--token", "secret", ...command]);
      expect({ code, printed: z.unknown().parse(JSON.parse(stdout)) }).toMatchObject({ code: 0 });
      const variable = { LEAD_SANDBOX_CONTROL_TOKEN: "secret" };
      expect((await ended(["--url", url, ...command], variable)).code).toBe(0);
      expect(await left(url, "secret")).toEqual([]);
      const refused = await ended(["--url", url, ...command]);
      expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: "" });
    },
  );

  it("prints the token of a workspace that needs one, for the next command", async () => {
    const { url } = await listeningSandbox({ controlToken: "secret", isolate: true });
    const at = ["--url", url, "--token"];
    const made = await runHere(["workspaces", "create", "--id", "team", ...at, "secret"]);
    const token = /^Its token, for --token: (\S+)$/m.exec(made.stdout)?.[1] ?? "";
    const list = ["leads", "list", "--workspace", "team", ...at];
    expect((await runHere([...list, token])).code).toBe(0);
    expect((await runHere([...list, "secret"])).code).toBe(2);
  });

  it.each([
    { args: ["--data", "x"], named: "--data" },
    { args: ["--port", "4610"], named: "--port" },
    { args: ["--fixture", "default"], named: "--fixture" },
    { args: ["--control-token", "x"], named: "--control-token" },
    { args: ["--bundle", "run.json"], named: "--bundle" },
    { args: ["--record", "pact.json"], named: "--record" },
    { args: ["--intercept", "leads.lender.example"], named: "--intercept" },
    { args: ["--config", "sandbox.json"], named: "--config" },
  ])("refuses $args, which concerns a sandbox of its own", async ({ args, named }) => {
    const line = ["exec", "--url", "http://127.0.0.1:1", ...args, "--", "true"];
    const { code, stderr } = await runHere(line);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain(`${named} cannot be combined with --url`);
  });

  it("refuses --token without --url, an address that is none, and one without a sandbox", async () => {
    const ends = await Promise.all([
      ended(["--token", "x", "--", "true"]),
      ended(["--url", "localhost:4610", "--", "true"]),
      ended(["--url", "http://127.0.0.1:1", "--", "true"]),
    ]);
    expect(ends.map(({ code }) => code)).toEqual([2, 2, 4]);
    expect(ends[0].stderr).toContain("--token requires --url");
    expect(ends[1].stderr).toContain("Invalid --url");
  });
});
