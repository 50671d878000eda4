import { describe, expect, it } from "vitest";

import { newSandbox, sharedSandbox } from "../../support/sandbox.ts";
import { newWorld } from "../../support/world.ts";
import { agentAt, agentOf, list, string } from "./agent.ts";
import { wrongCalls } from "./wrong-calls.ts";

describe("a wrong call", () => {
  it("is an error in one sentence that names no call of the control API", async () => {
    const agent = await agentOf(sharedSandbox());
    const { workspace, env } = await agentAt(agent);
    const other = await newWorld({ id: "of-another-team" });
    for (const [tool, given] of wrongCalls(workspace)) {
      // oxlint-disable-next-line no-await-in-loop -- one after another, as a connection takes four at once
      const { isError, data, text } = await agent.call(tool, given);
      const what = `${tool} ${JSON.stringify(given).slice(0, 200)}: ${text}`;
      const error = string(data["error"]);
      expect({ what, isError }).toStrictEqual({ what, isError: true });
      expect({ what, isShort: text.length <= 4_000 }).toStrictEqual({ what, isShort: true });
      expect({ what, isSentence: /[.…]$/.test(error) }).toStrictEqual({ what, isSentence: true });
      expect(error).not.toMatch(
        /\b(?:GET|POST|PUT|DELETE) [a-z/]|_sandbox(?!\/health)|Authorization|Bearer| {2}/,
      );
      expect(list(data["next"]).length).toBeLessThanOrEqual(2);
      expect(text).not.toContain(other.id);
      expect(text).not.toContain(env["LEAD_API_KEY"]);
    }
  });

  it.each(["explore", "replay", "nope", "__proto__", "constructor"])(
    "of the tool %s is an error of the protocol",
    async (name) => {
      const { client } = await agentOf(sharedSandbox());
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32_602,
      });
    },
  );
});

describe("a workspace that was dropped meanwhile", () => {
  it("is an error that proposes a new one", async () => {
    const world = await newWorld();
    const agent = await agentOf(sharedSandbox());
    await world.close();
    const { isError, data } = await agent.call("what_happened", { workspace: world.id });
    expect(isError).toBe(true);
    expect(data).toStrictEqual({
      error: `There is no workspace "${world.id}".`,
      next: [{ tool: "new_workspace", arguments: {} }],
    });
  });
});

describe("the address of one workspace", () => {
  it("serves that one without naming it, and no other", async () => {
    const [own, other] = [await newWorld(), await newWorld()];
    const sandbox = sharedSandbox();
    const agent = await agentOf(sandbox, { path: `/_sandbox/workspaces/${own.id}/mcp` });
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("new_workspace");
    await own.api("GET", "/v1/leads?limit=1");
    const { data } = await agent.call("what_happened");
    expect(list(data["events"])).toHaveLength(1);
    for (const workspace of [other.id, "default"]) {
      // oxlint-disable-next-line no-await-in-loop -- two calls
      const foreign = await agent.call("show", { workspace, what: "leads" });
      expect(foreign.isError).toBe(true);
      expect(foreign.text).not.toMatch(/example\.com/);
    }
    const id = `workspaces/${other.id}/requests/req_1`;
    await expect(agent.client.readResource({ uri: `lead-sandbox://${id}` })).rejects.toMatchObject({
      code: -32_602,
    });
  });
});

describe("over HTTP", () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    },
  };
  const send = (
    { fetch }: ReturnType<typeof newSandbox>,
    {
      method = "POST",
      host = "127.0.0.1:4610",
      headers = {},
      body = JSON.stringify(initialize),
    }: {
      method?: string;
      host?: string;
      headers?: Readonly<Record<string, string>>;
      body?: string;
    },
  ): Promise<Response> =>
    fetch(
      new Request(`http://${host}/_sandbox/mcp`, {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        ...(method === "POST" ? { body } : {}),
      }),
    );

  it.each([
    ["GET", { method: "GET" }, 405],
    ["DELETE", { method: "DELETE" }, 405],
    ["another content type", { headers: { "content-type": "text/plain" } }, 415],
    ["a body of more than 1 MiB", { body: `"${"x".repeat(1024 * 1024)}"` }, 413],
    ["no JSON", { body: "{" }, 400],
    ["5,000 nested arrays", { body: "[".repeat(5_000) + "]".repeat(5_000) }, 400],
    ["a foreign origin", { headers: { origin: "https://example.com" } }, 403],
    ["a foreign host", { host: "example.com" }, 403],
  ])("%s is refused", async (_name, sending, status) => {
    expect((await send(newSandbox(), sending)).status).toBe(status);
  });

  it("needs the token, and shows it nowhere", async () => {
    const token = "the-secret-token";
    const sandbox = newSandbox({ controlToken: token });
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "Bearer " }]) {
      // oxlint-disable-next-line no-await-in-loop -- three requests
      const answer = await send(sandbox, { headers });
      expect(answer.status).toBe(401);
      // oxlint-disable-next-line no-await-in-loop -- three answers
      expect(await answer.text()).not.toContain(token);
    }
    const agent = await agentOf(sandbox, { token });
    const { workspace } = await agentAt(agent);
    const answer = await agent.call("what_happened", { workspace });
    expect(answer.isError).toBe(false);
    expect(answer.text).not.toContain(token);
  });

  it("is off by a setting", async () => {
    expect((await send(newSandbox({ mcp: false }), {})).status).toBe(404);
  });

  it("leaves no trace in the journal", async () => {
    const sandbox = newSandbox();
    const agent = await agentOf(sandbox);
    const { data } = await agent.call("what_happened", { workspace: "default" });
    expect(data["requests"]).toBe(0);
  });

  it("works on 16 requests at once, and refuses more", async () => {
    const sandbox = newSandbox();
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(sandbox, {})));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toStrictEqual(new Set([200, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ next: [] });
    expect((await send(sandbox, {})).status).toBe(200);
  });
});
