import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import { readConfig } from "../../../../src/server/settings/config.ts";
import { temporaryFolder } from "../../../apps/cli/program.ts";
import { at, column, replyOf } from "../../../support/reply.ts";
import { newSandbox } from "../../../support/sandbox.ts";

/** A sandbox of shard 01, with a function that calls it. */
function shard(options: SandboxOptions = {}) {
  const { fetch, close } = newSandbox({ shard: "01", ...options });
  const call = async (method: string, path: string, body?: unknown) =>
    replyOf(
      await fetch(
        new Request(`http://127.0.0.1${path}`, {
          method,
          headers: { "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    );
  const leads = async (key: string) => {
    const headers = { "x-api-key": key };
    return replyOf(await fetch(new Request("http://127.0.0.1/v1/leads", { headers })));
  };
  return { call, leads, close };
}

const keysAt = async (call: ReturnType<typeof shard>["call"], id: string) =>
  column(await call("GET", `/_sandbox/workspaces/${id}/api-keys`), "key").map(String);

const belongsTo02 = {
  status: 421,
  json: { message: 'This is shard 01; the id "02-ci-42" belongs to shard 02.' },
};

describe("a sandbox of shard 01", () => {
  it("generates ids and keys that begin with 01", async () => {
    const { call } = shard();
    const made = await call("POST", "/_sandbox/workspaces", {});
    expect(made).toMatchObject({ status: 201, json: { data: { id: "01-ws-1" } } });
    const keys = await keysAt(call, "01-ws-1");
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) expect(key).toMatch(/^01[0-9a-f]{6}-[0-9a-f]{4}-4/);
  });

  it("puts the shard in front of a chosen id, once", async () => {
    const { call } = shard();
    for (const [id, expected] of [
      ["ci-42", "01-ci-42"],
      ["01-other", "01-other"],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const made = await call("POST", "/_sandbox/workspaces", { id });
      expect(at(made, "data.id")).toBe(expected);
    }
    expect(await call("POST", "/_sandbox/workspaces", { id: "ci-42" })).toMatchObject({
      status: 409,
    });
  });

  it("refuses an id that becomes too long", async () => {
    const made = await shard().call("POST", "/_sandbox/workspaces", { id: "a".repeat(62) });
    expect(made).toMatchObject({ status: 422, json: { fields: { id: expect.anything() } } });
  });

  it("answers 421 for an id of another shard, when it is created and when it is used", async () => {
    const { call } = shard();
    expect(await call("POST", "/_sandbox/workspaces", { id: "02-ci-42" })).toMatchObject(
      belongsTo02,
    );
    expect(await call("POST", "/_sandbox/workspaces/02-ci-42/reset")).toMatchObject(belongsTo02);
    expect(await call("GET", "/_sandbox/workspaces/01-ci-42")).toMatchObject({ status: 404 });
  });

  it("refuses to issue a key that another shard would get, and issues its own", async () => {
    const { call } = shard();
    await call("POST", "/_sandbox/workspaces", { id: "one" });
    const fields = { firmId: "Harb0rPt", roleType: "Partner", environment: "sandbox" };
    const path = "/_sandbox/workspaces/01-one/api-keys";
    const foreign = { ...fields, key: "7f000000-0000-4000-8000-000000000000" };
    expect(await call("POST", path, foreign)).toMatchObject({
      status: 422,
      json: { fields: { key: [{ message: "Keys of this sandbox begin with 01; omit key" }] } },
    });
    const own = { ...fields, key: "01000000-0000-4000-8000-000000000000" };
    expect(await call("POST", path, own)).toMatchObject({ status: 201 });
    expect(at(await call("POST", path, fields), "data.key")).toMatch(/^01/);
  });

  it("replaces keys of another shard in a state, as taken keys are", async () => {
    const { call } = shard();
    await call("POST", "/_sandbox/workspaces", { id: "one" });
    const path = "/_sandbox/workspaces/01-one/state";
    const state = at(await call("GET", path), "data");
    const text = JSON.stringify(state).replaceAll(/"01([0-9a-f]{6}-)/g, '"00$1');
    expect(text).not.toBe(JSON.stringify(state));
    expect(await call("PUT", path, JSON.parse(text))).toMatchObject({ status: 200 });
    for (const key of await keysAt(call, "01-one")) expect(key).toMatch(/^01/);
  });

  it("names the proxy's table in the 401 for a key of another shard", async () => {
    const { leads } = shard();
    const reply = await leads("02357edc-0000-4000-8000-000000000000");
    expect(reply.status).toBe(401);
    expect(reply.headers.get("x-sandbox-reason")).toBe(
      "The API key begins with 02, and this is shard 01: the proxy's table sends it to the wrong sandbox.",
    );
    const own = await leads("01357edc-0000-4000-8000-000000000000");
    expect(own.headers.get("x-sandbox-reason")).toContain("No workspace of this sandbox has");
  });

  it("keeps the well-known keys of the default workspace, through reset and state too", async () => {
    const { call, leads } = shard();
    const known = "11111111-1111-4111-8111-111111111111";
    expect((await leads(known)).status).toBe(200);
    const state = at(await call("GET", "/_sandbox/state"), "data");
    await call("PUT", "/_sandbox/state", state);
    await call("POST", "/_sandbox/reset", {});
    expect((await leads(known)).status).toBe(200);
  });

  it("keeps ids and keys over reset, snapshot, restore and a restart", async () => {
    const data = temporaryFolder();
    const first = shard({ data });
    await first.call("POST", "/_sandbox/workspaces", { id: "kept" });
    const path = "/_sandbox/workspaces/01-kept";
    const keys = await keysAt(first.call, "01-kept");
    await first.call("POST", `${path}/snapshots`, { name: "one" });
    await first.call("POST", `${path}/reset`, {});
    expect(await keysAt(first.call, "01-kept")).toEqual(keys);
    await first.call("POST", `${path}/snapshots/one/restore`);
    first.close();
    const second = shard({ data, shard: "02" });
    expect(await keysAt(second.call, "01-kept")).toEqual(keys);
    expect(at(await second.call("GET", "/_sandbox/health"), "data")).toMatchObject({
      shard: "02",
      shards: ["01", "02"],
    });
    await second.call("POST", `${path}/reset`, {});
    expect(await keysAt(second.call, "01-kept")).toEqual(keys);
    expect(at(await second.call("POST", "/_sandbox/workspaces", {}), "data.id")).toBe("02-ws-1");
  });
});

describe("a sandbox without a shard", () => {
  it("changes neither ids nor keys", async () => {
    const { call } = shard({ shard: null });
    expect(at(await call("POST", "/_sandbox/workspaces", { id: "02-mine" }), "data.id")).toBe(
      "02-mine",
    );
    expect(at(await call("POST", "/_sandbox/workspaces", {}), "data.id")).toBe("ws-1");
    const health = at(await call("GET", "/_sandbox/health"), "data");
    expect(health).toMatchObject({ shard: null, shards: [] });
  });
});

describe("--workspaces-max", () => {
  it("507 for one more, with those idle for the longest; a drop makes room", async () => {
    const { call } = shard({ workspacesMax: 2 });
    for (const id of ["one", "two"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await call("POST", "/_sandbox/workspaces", { id })).status).toBe(201);
    }
    expect(await call("POST", "/_sandbox/workspaces", {})).toMatchObject({
      status: 507,
      json: {
        message: "This sandbox has 2 workspaces, the maximum of --workspaces-max.",
        hint: expect.stringMatching(
          /Idle for the longest: 01-one \(PT\d+S\), 01-two \(PT\d+S\)\.$/,
        ),
      },
    });
    await call("DELETE", "/_sandbox/workspaces/01-one");
    expect((await call("POST", "/_sandbox/workspaces", {})).status).toBe(201);
  });
});

describe("--shard", () => {
  it.each([
    ["01", "01"],
    ["AB", "ab"],
    ["7", "07"],
    ["12", "12"],
  ])("reads %s as %s", (given, expected) => {
    expect(readConfig({ environment: { LEAD_SANDBOX_SHARD: given } }).shard).toBe(expected);
  });

  it.each(["100", "0g", "-1", "1.5", " 1"])("refuses %j", (given) => {
    expect(() => readConfig({ environment: { LEAD_SANDBOX_SHARD: given } })).toThrow(
      /Expected two hexadecimal digits, or the index of a pod from 0 to 99/,
    );
  });
});
