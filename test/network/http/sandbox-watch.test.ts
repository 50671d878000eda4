import { describe, expect, it } from "vitest";
import * as z from "zod";

import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import type { SandboxWatch } from "../../../src/server/sandbox/sandbox.ts";

describe("the watch of a sandbox, for programs in the same process", () => {
  it("sees the world of a workspace just before a reset, restore, replacement, drop and close", async () => {
    const ended: string[] = [];
    const { post, call, close } = opened({
      onWorldEnd: ({ workspace, world }) => ended.push(`${workspace.id} ${world.leads.length}`),
    });
    const { firmId, apiKey } = await call("POST", "/workspaces", { id: "one" }).then(keyOf);
    await post(firmId, apiKey, "a@example.com");
    const before = ended.length;
    await call("POST", "/workspaces/one/snapshots", { name: "s" });
    await post(firmId, apiKey, "b@example.com");
    await call("POST", "/workspaces/one/snapshots/s/restore", {});
    await call("POST", "/workspaces/one/reset", {});
    await call("PUT", "/workspaces/one/state", { firms: [] });
    await call("DELETE", "/workspaces/one");
    close();
    const counts = ended.slice(before).map((text) => text.split(" "));
    const base = Number(counts[0]?.[1]) - 2;
    expect(counts.map(([id, count]) => [id, Number(count) - base])).toEqual([
      ["one", 2],
      ["one", 1],
      ["one", 0],
      ["one", -base],
      ["default", 0],
    ]);
  });

  it("sees every assumption that could have affected an answer, cited or not", async () => {
    const choices = new Set<string>();
    const { post, call, close } = opened({ onChoice: (_id, rule) => choices.add(rule) });
    const { firmId, apiKey } = await call("POST", "/workspaces", {}).then(keyOf);
    choices.clear();
    await post(firmId, apiKey, "a@example.com");
    expect([...choices]).toEqual(
      expect.arrayContaining(["lead.email.case", "quota.headers", "http.body.too-large"]),
    );
    close();
  });

  it("can run its own gate before all others, also for refused requests", async () => {
    const { post, close } = opened({
      gate: (exchange, next) =>
        exchange.keyText === "none" ? { status: 418, headers: {}, body: null } : next(exchange),
    });
    expect((await post("x", "none", "a@example.com")).status).toBe(418);
    expect((await post("x", "other", "a@example.com")).status).toBe(401);
    close();
  });

  it("can make ids longer and set clocks ahead, and describes the trial", async () => {
    const hour = 3_600_000;
    const { post, call, close } = opened({
      idTail: "Longer",
      clockOffsetMs: hour,
      trialOf: ({ id }) => ({ id, family: "evolution", variation: "longer-ids" }),
    });
    const { firmId, apiKey } = await call("POST", "/workspaces", { id: "one" }).then(keyOf);
    const made = await (await post(firmId, apiKey, "a@example.com")).json();
    expect(made).toMatchObject({ data: { id: expect.stringMatching(/^\w{8}Longer$/) } });
    const { data } = Clock.parse(await (await call("GET", "/workspaces/one/clock")).json());
    expect(Date.parse(data.now) - Date.now()).toBeGreaterThan(hour - 10_000);
    expect(await (await call("GET", "/workspaces/one/trial")).json()).toEqual({
      data: { id: "one", family: "evolution", variation: "longer-ids" },
    });
    close();
  });

  it("sees the calls of the control API without changing their answers", async () => {
    const heard: unknown[] = [];
    const { call, close } = opened({ onControlCall: (seen) => heard.push(seen) });
    expect((await call("POST", "/sign-ups", { email: "a@example.com" })).status).toBe(201);
    expect(heard).toEqual([
      {
        method: "POST",
        path: "/_sandbox/sign-ups",
        contentType: "application/json",
        body: '{"email":"a@example.com"}',
      },
    ]);
    close();
  });

  it("leads to a trial of null when it changes nothing", async () => {
    const { call, close } = opened({});
    expect(await (await call("GET", "/trial")).json()).toEqual({ data: null });
    close();
  });
});

const Clock = z.object({ data: z.object({ now: z.string() }) });
const Key = z.object({ key: z.string() });
const Firm = z.object({ id: z.string(), apiKeys: z.tuple([Key], Key) });
const Made = z.object({ data: z.object({ firms: z.tuple([Firm], Firm) }) });

function opened(watch: SandboxWatch) {
  const sandbox = openSandbox({ logLevel: "silent" }, watch);
  const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    sandbox.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  return {
    call: (method: string, path: string, body?: unknown) =>
      send(method, `/_sandbox${path}`, body, {}),
    post: (firmId: string, apiKey: string, email: string) =>
      send(
        "POST",
        `/v1/firms/${firmId}/leads`,
        { email, firstName: "A", lastName: "B", phone: { number: "6475550100" } },
        { "x-api-key": apiKey },
      ),
    close: sandbox.close,
  };
}

async function keyOf(response: Response): Promise<{ firmId: string; apiKey: string }> {
  const [firm] = Made.parse(await response.json()).data.firms;
  return { firmId: firm.id, apiKey: firm.apiKeys[0].key };
}
