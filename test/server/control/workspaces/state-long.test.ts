import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { replyOf, text } from "../../../support/reply.ts";
import { worldIn } from "../../../world/workspace/contents.ts";
import { dataFolder } from "../../../world/workspace/served.ts";
import type { Opened } from "../opened.ts";
import { opened, start } from "../opened.ts";
import { handMadeWorld } from "./hand-made.ts";
import { largeWorld, worldNow } from "./large-world.ts";

const other = "/workspaces/other";
const creation = { id: "other", now: start };
const person = { email: "late@example.com", firstName: "La", lastName: "Te" };

/** White space that makes a body long. */
const padding = Buffer.alloc(1024 * 1024, " ");

type Put = (open: Opened, path: string, body: string | Buffer) => Promise<Reply>;

const putShort: Put = async ({ fetch }, path, body) =>
  replyOf(
    await fetch(`http://127.0.0.1/_sandbox${path}/state`, {
      method: "PUT",
      body,
      headers: { "content-type": "application/json" },
    }),
  );

const putLong: Put = (open, path, body) =>
  putShort(open, path, Buffer.concat([Buffer.from(body), padding]));

/** A world of 1,000 Leads with the well-known keys of the default workspace, as a body. */
function largeBody({ workspace }: Opened): string {
  return JSON.stringify(largeWorld(workspace));
}

/** The state of the other workspace after each step that follows a PUT state there. */
async function stepsAfter(put: Put, open: Opened): Promise<readonly string[]> {
  const state = async () => (await open.control("GET", `${other}/state`)).text;
  const keyNow = async () => {
    const { apiKeys } = worldIn(await open.control("GET", `${other}/state`));
    return apiKeys[0]?.key ?? "";
  };
  const list = async () =>
    (await open.api("GET", "/v1/leads?limit=3", { key: await keyNow() })).text;
  const before = await open.control("POST", "/workspaces", creation);
  expect(before.text).toContain(start);
  const seen = [await state(), await list(), await list()];
  const reply = await put(open, other, largeBody(open));
  seen.push(reply.text, await state(), await list());
  const path = "/v1/firms/Harb0rPt/leads";
  const made = await open.api("POST", path, { key: await keyNow(), body: person });
  expect(made.status).toBe(201);
  seen.push(made.text, await state(), await list());
  await open.control("POST", `${other}/reset`);
  seen.push(await state(), await list());
  await put(open, other, JSON.stringify(handMadeWorld));
  seen.push(await state());
  await open.control("DELETE", other);
  await open.control("POST", "/workspaces", creation);
  return [...seen, await state(), await list()];
}

/** A world with a Plan that refers to a Lead. */
const withLeads = {
  ...handMadeWorld,
  plans: handMadeWorld.plans.map((plan) => ({ ...plan, leadId: handMadeWorld.leads[0]?.id })),
};

describe("PUT state with a long body", () => {
  it.each(["memory", "files"])("has the effects of a short one, in %s", async (kind) => {
    const options = () => (kind === "files" ? { data: dataFolder() } : {});
    const short = await stepsAfter(putShort, await opened(options()));
    expect(await stepsAfter(putLong, await opened(options()))).toEqual(short);
  });

  it("is stored with --data", async () => {
    const data = dataFolder();
    const first = await opened({ data });
    expect((await putLong(first, "", largeBody(first))).status).toBe(200);
    const made = await first.api("POST", "/v1/firms/Harb0rPt/leads", { body: person });
    const state = (await first.control("GET", "/state")).text;
    first.sandbox.close();
    const second = await opened({ data });
    expect((await second.control("GET", "/state")).text).toBe(state);
    expect(state).toContain(text(made, "data.id"));
  });

  it.each([
    ["invalid JSON", "{"],
    ["a list", "[]"],
    ["too deep", `{"leads":${"[".repeat(300)}${"]".repeat(300)}}`],
    ["too deep outside of the long lists", `{"firms":${"[".repeat(201)}${"]".repeat(201)}}`],
    ["not UTF-8", Buffer.from('{"firms":[{"name":"\u00ff"}]}', "latin1")],
    ["a list of the wrong type", '{"leads":{}}'],
    ["an unknown Firm", JSON.stringify({ ...handMadeWorld, firms: [] })],
    ["two lists with the same name", '{"leads":[1],"leads":[2]}'],
    [
      "a list given again under an escaped name, so that a Plan has no Lead",
      JSON.stringify(withLeads).replace(/\}$/, String.raw`,"le\u0061ds":[]}`),
    ],
  ])("422 like a short one, and nothing changes: %s", async (_, body) => {
    const open = await opened();
    const before = worldNow(open.workspace);
    const short = await putShort(open, "", body);
    const long = await putLong(open, "", body);
    expect([long.status, long.text]).toEqual([422, short.text]);
    expect(worldNow(open.workspace)).toEqual(before);
  });

  it("200 with a byte order mark, like a short one", async () => {
    const open = await opened();
    expect((await putLong(open, "", `\u{feff}${JSON.stringify(handMadeWorld)}`)).status).toBe(200);
    expect(worldNow(open.workspace).firms).toHaveLength(handMadeWorld.firms.length);
  });
});
