import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";

import type { Json } from "../../../src/base/values/json.ts";
import { isLong, spread } from "../../long/size.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { start } from "../cli/program.ts";
import { agentOver } from "./agent-over-stdio.ts";
import { agentAt, eras } from "./agent.ts";
import type { Send } from "./session.ts";
import { sessions } from "./sessions.ts";

const nowhere = "http://127.0.0.1:9";

describe.each(eras)("over stdio in %s", (era) => {
  it.each(sessions.slice(0, 1))("session ($name) ends well", async ({ play, calls, chars }) => {
    const agent = await agentOver(["--url", nowhere], era, StdioClientTransport);
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(era);
    await play(agent, send);
    const spent = agent.spent();
    expect(spent.calls).toBeLessThanOrEqual(calls);
    expect(spent.chars).toBeLessThanOrEqual(chars);
  });
});

describe.each(isLong ? eras : eras.slice(-1))("over stdio in %s, with options,", (era) => {
  it("lists only the tools that read with --read-only", async () => {
    const { client } = await agentOver(["--url", nowhere, "--read-only"], era);
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools.map(({ name }) => name)).toContain("look_up");
  });

  it("serves without a sandbox with --no-start, and says so", async () => {
    const agent = await agentOver(["--url", nowhere, "--no-start"], era);
    for (const tool of ["new_workspace", "look_up"]) {
      // oxlint-disable-next-line no-await-in-loop -- two calls
      const answer = await agent.call(tool, tool === "look_up" ? { query: "lead" } : {});
      expect(answer.isError).toBe(true);
      expect(answer.data).toStrictEqual({ error: `No sandbox answers at ${nowhere}.`, next: [] });
    }
  });
});

describe("lead-sandbox mcp", () => {
  it("uses the workspace of the option where a call names none", async () => {
    const { url } = await listeningSandbox();
    const agent = await agentOver(["--url", url, "--workspace", "default"], "2026-07-28");
    const answer = await agent.call("show", { what: "leads" });
    expect(answer.isError).toBe(false);
  });

  it("says that the sandbox is gone", async () => {
    const { url, close } = await listeningSandbox();
    const agent = await agentOver(["--url", url], "2026-07-28");
    const { workspace } = await agentAt(agent);
    await close();
    const { isError, data } = await agent.call("show", { workspace, what: "leads" });
    expect({ isError, data }).toStrictEqual({
      isError: true,
      data: { error: `No sandbox answers at ${url}.`, next: [] },
    });
  });

  it.each([
    ["a wrong token", ["--token", "wrong"], "Invalid control token"],
    ["no token", [], "Missing control token"],
    [
      "an unknown workspace",
      ["--token", "right", "--workspace", "nope"],
      'There is no workspace "nope"',
    ],
    ["an unknown option", ["--nope"], "unknown option"],
    ["no URL", ["--url", "nope"], "Invalid --url"],
  ])("ends with 2 for %s", async (_name, args, expected) => {
    const { url } = await listeningSandbox({ controlToken: "right" });
    const named = args.includes("--url") ? args : ["--url", url, ...args];
    const { process, ended } = start(["mcp", ...named]);
    process.stdin.end();
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(expected);
  });

  it("ends with 2 for a workspace that the sandbox which it started lacks", async () => {
    const { ended } = start(["mcp", "--url", nowhere, "--workspace", "nope"]);
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('There is no workspace "nope"');
  });

  it("ends with 0 at the end of its input, and prints nothing but the protocol", async () => {
    const { process, ended } = start(["mcp", "--url", nowhere]);
    process.stdin.end(`${initialize}\n`);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    for (const line of stdout.split("\n").filter((one) => one !== "")) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    }
  });

  it.each(
    spread(
      [
        ["SIGTERM", 143],
        ["SIGINT", 130],
        ["SIGHUP", 129],
      ] as const,
      2,
    ),
  )("ends with its code at %s", async (signal, expected) => {
    const started = start(["mcp", "--url", nowhere]);
    started.process.stdin.write(`${initialize}\n`);
    await started.printed("serverInfo");
    started.process.kill(signal);
    expect((await started.ended).code).toBe(expected);
  });

  it("goes on after lines that are not JSON or nested deep", async () => {
    const started = start(["mcp", "--url", nowhere]);
    const nested = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    started.process.stdin.write(`{\nnot JSON\n${nested}\n${initialize}\n`);
    await started.printed("serverInfo");
    started.process.stdin.end();
    expect((await started.ended).code).toBe(0);
  });

  it("ends with 4 at a message of more than 10 MiB", async () => {
    const started = start(["mcp", "--url", nowhere]);
    started.process.stdin.on("error", () => {});
    started.process.stdin.write(`"${"x".repeat(11 * 1024 * 1024)}"\n`);
    const { code, stdout, stderr } = await started.ended;
    expect({ code, stdout }).toStrictEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("longer than 10485760 bytes");
  });
});

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  },
});

const send: Send = async ({ url, method, key, body, headers }) => {
  const answer = await fetch(url, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const parsed: Json = text === "" ? null : JSON.parse(text);
  return { status: answer.status, body: parsed };
};
