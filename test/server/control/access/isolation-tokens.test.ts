import { describe, expect, it } from "vitest";

import { createSandbox } from "../../../../src/index.ts";
import { at, replyOf, text } from "../../../support/reply.ts";
import { listeningSandbox, newSandbox } from "../../../support/sandbox.ts";
import { standSystemAt } from "../../../support/system-time.ts";
import { isRemote } from "../../../support/target.ts";
import { ids } from "../../../support/world.ts";
import { dataFolder } from "../../../world/workspace/served.ts";
import { control, isolated, sender, withTwo } from "./isolated.ts";

// These sandboxes run in this process.
describe.skipIf(isRemote)("the token of a workspace", () => {
  it("404 after the workspace was dropped, and 401 when another one has taken its id", async () => {
    const { send, mine, make } = await withTwo();
    expect((await send("DELETE", "/_sandbox/workspaces/mine", mine)).status).toBe(200);
    expect((await send("GET", "/_sandbox/workspaces/mine", mine)).status).toBe(404);
    expect((await send("GET", "/_sandbox/workspaces", mine)).status).toBe(403);
    const again = await make("mine");
    expect(again).not.toBe(mine);
    expect((await send("GET", "/_sandbox/workspaces/mine", mine)).status).toBe(401);
    expect((await send("GET", "/_sandbox/workspaces/mine", again)).status).toBe(200);
  });

  it("stays the same over a reset, a replaced world, a restored snapshot and a restart", async () => {
    const data = dataFolder();
    const { sandbox, send, mine } = await withTwo({ ...isolated, data });
    const base = "/_sandbox/workspaces/mine";
    expect((await send("POST", `${base}/snapshots`, mine, { name: "one" })).status).toBe(201);
    expect((await send("PATCH", base, mine, { label: "a", owner: "b" })).status).toBe(200);
    expect(text(await send("POST", `${base}/reset`, mine, {}), "data.token")).toBe(mine);
    const state = at(await send("GET", `${base}/state`, mine), "data");
    expect((await send("PUT", `${base}/state`, mine, state)).status).toBe(200);
    expect((await send("POST", `${base}/snapshots/one/restore`, mine)).status).toBe(200);
    sandbox.close();
    const again = sender(newSandbox({ ...isolated, data }));
    expect((await again("GET", base, mine)).status).toBe(200);
  });

  it("ends when the control token renews it, for good, and only the control token may", async () => {
    const { send, mine, other } = await withTwo();
    const base = "/_sandbox/workspaces/mine";
    expect((await send("POST", `${base}/snapshots`, mine, { name: "before" })).status).toBe(201);
    expect((await send("POST", `${base}/token`, mine)).status).toBe(403);
    expect((await send("POST", `${base}/token`, other)).status).toBe(403);
    expect((await send("POST", `${base}/token`, null)).status).toBe(401);
    expect((await send("GET", base, mine)).status).toBe(200);
    const renewed = await send("POST", `${base}/token`, control);
    expect(renewed.status).toBe(201);
    const token = text(renewed, "data.token");
    expect(text(renewed, "data.variables.LEAD_SANDBOX_WORKSPACE_TOKEN")).toBe(token);
    const ended = await send("GET", base, mine);
    expect([ended.status, text(ended, "message")]).toEqual([
      401,
      'This token does not open the workspace "mine" any more.',
    ]);
    expect(text(ended, "hint")).toContain("POST /_sandbox/workspaces/mine/token makes a new one");
    expect((await send("POST", `${base}/snapshots/before/restore`, token)).status).toBe(200);
    expect((await send("GET", base, mine)).status).toBe(401);
    expect(text(await send("GET", base, token), "data.token")).toBe(token);
    expect((await send("GET", base, control)).status).toBe(403);
    expect((await send("GET", "/_sandbox/workspaces/other", other)).status).toBe(200);
    expect((await send("POST", "/_sandbox/workspaces/default/token", control)).status).toBe(404);
    expect((await send("POST", "/_sandbox/workspaces/none/token", control)).status).toBe(404);
  });

  it("is made again under another control token", async () => {
    const data = dataFolder();
    const { sandbox, mine } = await withTwo({ ...isolated, data });
    sandbox.close();
    const rotated = "n3w-s3cret-of-the-team";
    const send = sender(newSandbox({ controlToken: rotated, isolate: true, data }));
    const base = "/_sandbox/workspaces/mine";
    expect((await send("GET", base, mine)).status).toBe(401);
    const token = text(await send("POST", `${base}/token`, rotated), "data.token");
    expect((await send("GET", `${base}/state`, token)).status).toBe(200);
  });

  it("401 for each way of getting it wrong", async () => {
    const { send, mine, other } = await withTwo();
    const [kind, id, salt, signature = ""] = mine.split(".");
    const [, , otherSalt, foreign] = other.split(".");
    const rest = `${salt}.${signature}`;
    const wrong = [
      `${kind}.${id}.${salt}.${foreign}`,
      `${kind}.${id}.${otherSalt}.${foreign}`,
      `${kind}.${id}.${otherSalt}.${signature}`,
      `${kind}.${id}.0.${signature}`,
      `${kind}.${id}.${signature}`,
      `${kind}.other.${rest}`,
      `${kind}.none.${rest}`,
      `${kind}.default.${rest}`,
      `${kind}.${id}.${rest.slice(0, -1)}`,
      `${kind}.${id}.${rest}A`,
      `${kind}.${id}.${salt}.${"A".repeat(43)}`,
      `${kind}.${id}.`,
      `${kind}..${rest}`,
      `${kind}.__proto__.${rest}`,
      `${kind}.mine/../other.${rest}`,
      `${kind}.${"x".repeat(100_000)}.${rest}`,
      `${id}.${rest}`,
      mine.toUpperCase(),
      mine.replace("workspace.", "workspace.workspace."),
    ];
    for (const token of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await send("GET", "/_sandbox/workspaces/mine", token);
      expect(`${token.slice(0, 90)} ${reply.status}`).toMatch(/ 401$/);
      expect(reply.text).not.toContain(signature);
    }
  });

  it("is accepted as the password of basic authentication, and read from no query", async () => {
    const { sandbox, send, mine } = await withTwo();
    const authorization = `Basic ${Buffer.from(`any:${mine}`).toString("base64")}`;
    const path = "/_sandbox/workspaces/mine/mailpit/api/v1/messages";
    const request = new Request(`http://127.0.0.1${path}`, { headers: { authorization } });
    expect((await sandbox.fetch(request)).status).toBe(200);
    expect((await send("GET", `${path}?token=${mine}`, null)).status).toBe(401);
  });

  it("does not count as a use when it is wrong", async () => {
    const start = Date.parse("2026-03-02T09:00:00Z");
    standSystemAt(start);
    const { send, mine } = await withTwo();
    standSystemAt(start + 60_000);
    await send("GET", "/_sandbox/workspaces/mine", `${mine.slice(0, -2)}AA`);
    const listed = await send("GET", "/_sandbox/workspaces", control);
    expect(at(listed, "data.1")).toMatchObject({ id: "mine", idleSeconds: 60 });
  });
});

describe.skipIf(isRemote)("a session", () => {
  it("opens what its token opened, and ends with the workspace", async () => {
    const { url } = await listeningSandbox(isolated);
    const post = async (path: string, token: string, body: object = {}) =>
      fetch(`${url}/_sandbox${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const made = await replyOf(await post("/workspaces", control, { id: "mine" }));
    const get = async (path: string, cookie: string): Promise<number> =>
      (await fetch(`${url}/_sandbox${path}`, { headers: { cookie } })).status;
    const opened = async (token: string) => {
      const answer = await post("/session", token);
      const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
      return { cookie, ...Object(await answer.json()).data };
    };
    const own = await opened(text(made, "data.token"));
    expect(own).toMatchObject({ needsToken: true, workspaceId: "mine" });
    expect(await get("/workspaces/mine/leads", own.cookie)).toBe(200);
    expect(await get("/workspaces/default/leads", own.cookie)).toBe(403);
    expect(await get("/workspaces", own.cookie)).toBe(403);
    const all = await opened(control);
    expect(all.workspaceId).toBeUndefined();
    expect(await get("/workspaces", all.cookie)).toBe(200);
    expect(await get("/workspaces/mine/leads", all.cookie)).toBe(403);
    const [name, id = ""] = own.cookie.split("=");
    const [issued, random, , signature] = id.split(".");
    for (const forged of [
      [issued, random, signature],
      [issued, random, "default", signature],
      [issued, random, "other", signature],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await get("/workspaces/mine/leads", `${name}=${forged.join(".")}`)).toBe(401);
    }
    await fetch(`${url}/_sandbox/workspaces/mine`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${text(made, "data.token")}` },
    });
    await post("/workspaces", control, { id: "mine" });
    expect(await get("/workspaces/mine/leads", own.cookie)).toBe(401);
  });
});

describe.skipIf(isRemote)("without --isolate", () => {
  it("the control token opens every workspace, and the answer has the token of that one", async () => {
    const { send, mine } = await withTwo({ controlToken: control });
    for (const token of [control, mine]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await send("GET", "/_sandbox/workspaces/mine", token);
      expect(text(reply, "data.token")).toBe(mine);
      expect(text(reply, "data.variables.LEAD_SANDBOX_WORKSPACE_TOKEN")).toBe(mine);
    }
    const listed = await send("GET", "/_sandbox/workspaces", control);
    expect(listed.text).not.toContain("redacted");
  });

  it("no answer has a token if the sandbox has none, and no file has a salt", async () => {
    const send = sender(newSandbox());
    const made = await send("POST", "/_sandbox/workspaces", null, { id: "mine" });
    expect(made.text).not.toMatch(/token/i);
    const known = await withTwo({ controlToken: control });
    const shown = await known.send("GET", "/_sandbox/workspaces/default", control);
    expect(shown.text).not.toMatch(/token/i);
  });
});

describe.skipIf(isRemote)("an in-process sandbox with isolation", () => {
  it("gives each test its workspace, whose client sends its token", async () => {
    await using sandbox = await createSandbox(isolated);
    await using workspace = await sandbox.workspace();
    const found = await workspace.client.leads.get(ids.activeLead);
    expect(found.id).toBe(ids.activeLead);
    await expect(sandbox.client.workspace("ws-9").leads.list()).rejects.toThrow(/own token/);
  });
});
