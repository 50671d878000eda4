/** explore and replay: only by option, with a handle, and nothing left when the caller is gone. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";

import type { JsonObject } from "../../../src/base/values/json.ts";
import { program } from "../../harness/explore/explored.ts";
import { commandFile } from "../../support/command.ts";
import { start, temporaryFolder } from "../cli/program.ts";
import { OneProcessTransport } from "./agent-over-stdio.ts";
import type { Agent, Era } from "./agent.ts";
import { agentWith, eras, list, newClient, nextOf, object, string } from "./agent.ts";

const token = "the-secret-of-this-test";

/** A client that does not look whether its Lead was made. It notes its process, and stops if a token reaches it. */
function careless(pids: string, more = ""): readonly string[] {
  return program(`
    import { appendFileSync } from "node:fs";
    ${more}
    if (JSON.stringify(process.env).includes(${JSON.stringify(token)})) process.exit(9);
    appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n");
    const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
    await fetch(url + "/v1/firms/" + firm + "/leads", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moss" }),
      signal: AbortSignal.timeout(1_500),
    }).catch(() => {});
  `);
}

const endless = "setInterval(() => {}, 1000);";
const stubborn = `for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {}); ${endless}`;

describe("explore and replay", () => {
  it("find what a client gets wrong, and show it again", async () => {
    const folder = temporaryFolder();
    const { agent } = await serving(["--", ...careless(join(folder, "pids"))], { folder });
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).slice(-2)).toStrictEqual(["explore", "replay"]);
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(9_000);
    for (const { name, description = "", annotations } of tools.slice(-2)) {
      expect({ name, isShort: description.length <= 200 }).toStrictEqual({ name, isShort: true });
      expect(annotations).toMatchObject({ destructiveHint: true, openWorldHint: true });
    }

    const first = await agent.call("explore", { only: ["faults"], waitSeconds: 0 });
    expect(first.data).toMatchObject({ state: "running", run: "run-1" });
    const second = await agent.call("explore", {});
    expect(second.isError).toBe(true);
    expect(second.data["next"]).toStrictEqual([{ tool: "explore", arguments: { run: "run-1" } }]);

    const ended = await atEnd(agent, "run-1");
    expect(ended.data).toMatchObject({ state: "ended", exitCode: 1 });
    expect(ended.structured).toStrictEqual(ended.data);
    expect(ended.text.length).toBeLessThanOrEqual(4_000);
    expect(readFileSync(string(ended.data["report"]), "utf8")).toContain("maya");
    const found = object(list(ended.data["findings"])[0] ?? null);
    const shown = await agent.call("replay", { bundle: string(found["bundle"]) });
    expect(shown.data).toMatchObject({ exitCode: 1, verdict: "The finding shows." });
    for (const { tool, arguments: given } of [...nextOf(ended).slice(1), ...nextOf(shown)]) {
      // oxlint-disable-next-line no-await-in-loop -- one run at a time
      const { isError, text } = await agent.call(tool, given);
      expect({ text, isError }).toStrictEqual({ text, isError: false });
    }
    await agent.client.close();
    await expect.poll(() => readdirSync(folder), { timeout: 15_000 }).toStrictEqual(["pids"]);
  });

  const refused: readonly (readonly [string, JsonObject])[] = [
    ["explore", { run: "run-9" }],
    ["explore", { run: 7 }],
    ["explore", { stop: true }],
    ["explore", { cursor: 8 }],
    ["explore", { run: "run-9", only: ["faults"] }],
    ["explore", { only: ["nonsense"] }],
    ["explore", { operations: ["--out=/tmp/x"] }],
    ["explore", { operations: ["a,b"] }],
    ["explore", { operations: ["get-nothing"] }],
    ["explore", { waitSeconds: 51 }],
    ["explore", { budgetSeconds: 0 }],
    ["explore", { command: ["true"] }],
    ["replay", {}],
    ["replay", { bundle: "../../etc/passwd" }],
    ["replay", { bundle: "/etc/passwd" }],
    ["replay", { bundle: "__proto__" }],
    ["replay", { bundle: "f-000000000000", command: ["true"] }],
  ];
  const refusedCommands: readonly JsonObject[] = [
    {},
    { command: [] },
    { command: "true" },
    { command: [""] },
    { command: ["a\0b"] },
    { command: ["x".repeat(5_000)] },
    { command: Array.from({ length: 101 }, () => "x") },
  ];

  it("refuse wrong arguments, paths and other people's options", async () => {
    expect.hasAssertions();
    const { agent } = await serving(["--", "true"]);
    for (const [tool, given] of refused) {
      // oxlint-disable-next-line no-await-in-loop -- one run at a time
      await expectRefusal(agent, tool, given);
    }
    const allowed = await allowing();
    for (const given of refusedCommands) {
      // oxlint-disable-next-line no-await-in-loop -- one run at a time
      await expectRefusal(allowed, "explore", given);
    }
  });

  it("says that nothing was tested, and of a command that fails what it printed", async () => {
    const agent = await allowing();
    const idle = await agent.call("explore", { command: ["true"] });
    expect(idle.data).toMatchObject({ exitCode: 3, problem: { kind: "no-calls" } });
    expect(string(idle.data["note"])).toContain("Nothing was tested");
    const missing = await agent.call("explore", { command: ["no-such-program; touch x"] });
    expect(missing.data).toMatchObject({ exitCode: 3, problem: { kind: "fails" } });
  });

  it("are unknown without a command", async () => {
    const { agent } = await serving([]);
    for (const name of ["explore", "replay"]) {
      // oxlint-disable-next-line no-await-in-loop -- two calls
      await expect(agent.client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32_602,
      });
    }
  });

  it("do not go with --read-only", async () => {
    const { code, stderr } = await start(["mcp", "--read-only", "--", "true"]).ended;
    expect(code).toBe(2);
    expect(stderr).toContain("it serves no tool that runs a command");
  });
});

describe("a run that nobody waits for any more", () => {
  it.each(eras)("ends when its call is cancelled, in %s", async (era) => {
    const { agent, pids } = await serving(["--", ...running("pids", endless)], { era });
    const cancel = new AbortController();
    const call = agent.client.callTool(
      { name: "explore", arguments: {} },
      { signal: cancel.signal },
    );
    await begun(pids);
    cancel.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await allEnded(pids);
    const { data } = await agent.call("explore", { run: "run-1" });
    expect(data["state"]).toBe("stopped");
  });

  it("ends by stop, even if its client ignores signals", async () => {
    const { agent, pids } = await serving(["--", ...running("pids", stubborn)]);
    await agent.call("explore", { waitSeconds: 0 });
    await begun(pids);
    const { data } = await agent.call("explore", { run: "run-1", stop: true });
    expect(data["state"]).toBe("stopped");
    await allEnded(pids);
  });

  it.each([
    ["disconnects", async ({ agent }: Serving) => agent.client.close()],
    ["kills the server", async ({ pid }: Serving) => void process.kill(pid, "SIGKILL")],
    ["ends the server", async ({ pid }: Serving) => void process.kill(pid, "SIGTERM")],
  ])("ends when its caller %s", async (_name, leave) => {
    expect.hasAssertions();
    const server = await serving(["--", ...running("pids", endless)]);
    await server.agent.call("explore", { waitSeconds: 0 });
    await begun(server.pids);
    await leave(server);
    await allEnded(server.pids);
  });
});

interface Serving {
  readonly agent: Agent;
  /** The process of the server. */
  readonly pid: number;
  /** The file in which clients note their processes. */
  readonly pids: string;
}

/** A client whose notes are in `name` of the folder that `serving` runs it in. */
function running(name: string, more: string): readonly string[] {
  return careless(name, more);
}

/** A server with its own folder for temporary files, which is also where it runs. */
async function serving(
  args: readonly string[],
  { era = "2026-07-28", folder = temporaryFolder() }: { era?: Era; folder?: string } = {},
): Promise<Serving> {
  const client: Client = newClient(era);
  const transport = new OneProcessTransport({
    command: process.execPath,
    args: [commandFile(), "mcp", "--url", "http://127.0.0.1:9", ...args],
    env: {
      PATH: process.env["PATH"] ?? "",
      TMPDIR: folder,
      LEAD_SANDBOX_CONTROL_TOKEN: token,
    },
    cwd: folder,
    stderr: "ignore",
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { agent: agentWith(client), pid: transport.pid ?? 0, pids: join(folder, "pids") };
}

async function expectRefusal(agent: Agent, tool: string, given: JsonObject): Promise<void> {
  const { isError, data, text } = await agent.call(tool, given);
  const what = `${tool} ${JSON.stringify(given).slice(0, 200)}: ${text}`;
  expect({ what, isError }).toStrictEqual({ what, isError: true });
  expect(string(data["error"])).toMatch(/[.…]$/);
  expect(list(data["next"]).length).toBeLessThanOrEqual(2);
}

const allowing = async (): Promise<Agent> => (await serving(["--allow-commands"])).agent;

async function atEnd(agent: Agent, run: string): ReturnType<Agent["call"]> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until it ends
    const answer = await agent.call("explore", { run });
    if (answer.data["state"] !== "running") return answer;
  }
}

async function begun(pids: string): Promise<void> {
  await expect.poll(() => existsSync(pids), { timeout: 30_000 }).toBe(true);
}

/** Resolves when no process of `pids` runs, zombies aside. */
async function allEnded(pids: string): Promise<void> {
  const alive = (): readonly string[] =>
    readFileSync(pids, "utf8")
      .split("\n")
      .filter((pid) => {
        const status = `/proc/${pid}/status`;
        return (
          pid !== "" && existsSync(status) && !readFileSync(status, "utf8").includes("State:\tZ")
        );
      });
  await expect.poll(alive, { timeout: 30_000 }).toStrictEqual([]);
}
