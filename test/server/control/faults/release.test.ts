import { describe, expect, it } from "vitest";

import { postLead } from "../../../support/post-lead.ts";
import { at, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { another, heldBy, holding, release } from "./held-faults.ts";
import { newestEntry, planFault, expected } from "./planned-faults.ts";

/** The status, content type and body of the answer to a held create. */
async function fetchText(world: World): Promise<readonly unknown[]> {
  const {
    status,
    headers,
    text: body,
  } = await world
    .api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body: another })
    .catch((error: unknown) => {
      throw new Error("no answer", { cause: error });
    });
  return [status, headers.get("content-type"), body];
}

describe("a held request", () => {
  it.each([
    { body: {}, status: 503, answer: { message: "Service unavailable" } },
    { body: { status: 500, message: "Broken" }, status: 500, answer: { message: "Broken" } },
    {
      body: { status: 409, fields: { email: [{ code: "NOT_UNIQUE", message: "taken" }] } },
      status: 409,
      answer: { fields: { email: [{ code: "NOT_UNIQUE", message: "taken" }] } },
    },
  ])("gets a manual $status, without an effect", async ({ body, status, answer }) => {
    const { world, id } = await holding();
    const sent = postLead(world);
    await heldBy(world, id);
    const headers = { "Retry-After": "7" };
    await release(world, id, { action: "refuse", ...body, headers });
    const reply = await sent;
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject(answer);
    expect(reply.headers.get("retry-after")).toBe("7");
    const reason = `fault ${id} held this request, and a tester refused it.`;
    expect(reply.headers.get("x-sandbox-reason")).toContain(reason);
    expect(await expected(world, "lead", "mail")).toEqual([]);
    expect(await newestEntry(world)).toMatchObject({
      status,
      request: { body: expect.stringContaining("email") },
    });
  });

  it.each([
    { body: { data: [1, "é"] }, content: "application/json", shown: '{"data":[1,"é"]}' },
    { body: null, content: "application/json", shown: "null" },
    { body: '"a text"', content: "application/json", shown: '"a text"' },
    {
      body: "plain",
      headers: { "Content-Type": "text/plain", "x-own": "1" },
      content: "text/plain",
      shown: "plain",
    },
    { status: 204, content: null, shown: "" },
    { status: 418, content: null, shown: "" },
  ])("gets the manual answer $shown, without an effect", async ({ content, shown, ...by }) => {
    const { world, id } = await holding();
    const sent = fetchText(world);
    await heldBy(world, id);
    await release(world, id, { action: "answer", ...by });
    const [status, type, body] = await sent;
    expect([status, type, body]).toEqual([by.status ?? 200, content, shown]);
    expect(await expected(world, "lead", "mail")).toEqual([]);
    const reason = expect.stringMatching(/ held this request, and a tester answered it\.$/);
    expect(await newestEntry(world)).toMatchObject({ reason });
  });

  it("is released by its id, or together with all others", async () => {
    const { world, id } = await holding();
    const sent = [1, 2, 3].map((number) =>
      postLead(world, { ...another, email: `many${number}@example.com` }),
    );
    const held = await heldBy(world, id, 3);
    await release(world, id, { action: "refuse", requestId: held[1] });
    expect(await heldBy(world, id, 2)).toEqual([held[0], held[2]]);
    const rest = await release(world, id, { action: "continue" });
    expect(at(rest, "data.requestIds")).toEqual([held[0], held[2]]);
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual([201, 503, 201]);
    const none = await release(world, id, { action: "continue" });
    expect(at(none, "data.requestIds")).toEqual([]);
  });
});

describe("POST faults/{faultId}/release", () => {
  it.each([
    { body: {}, field: "action" },
    { body: { action: "drop" }, field: "action" },
    { body: { action: "continue", status: 200 }, field: "status" },
    { body: { action: "continue", body: {} }, field: "body" },
    { body: { action: "refuse", status: 200 }, field: "status" },
    { body: { action: "refuse", body: {} }, field: "body" },
    { body: { action: "answer", message: "no" }, field: "message" },
    { body: { action: "answer", status: 600 }, field: "status" },
    { body: { action: "answer", headers: { "Content-Length": "1" } }, field: "headers" },
    { body: { action: "continue", all: true }, field: "all" },
  ])("422 for $body, and nothing is released", async ({ body, field }) => {
    const { world, id } = await holding();
    const sent = postLead(world);
    await heldBy(world, id);
    const reply = await release(world, id, body);
    expect(reply.status).toBe(422);
    expect(Object.keys(Object(at(reply, "fields"))).join()).toContain(field);
    await heldBy(world, id);
    await release(world, id, { action: "continue" });
    await sent;
  });

  it.each(["continue", "refuse"])("takes null as an absent key: %s", async (action) => {
    const { world, id } = await holding();
    const sent = postLead(world);
    await heldBy(world, id);
    const nulls = { status: null, message: null, fields: null, body: null, headers: null };
    expect((await release(world, id, { action, ...nulls })).status).toBe(200);
    expect((await sent).status).toBe(action === "continue" ? 201 : 503);
  });

  it("404 for an unknown fault, and for a request that it does not hold", async () => {
    const { world, id } = await holding();
    expect((await release(world, "nofault1", { action: "continue" })).status).toBe(404);
    const reply = await release(world, id, { action: "continue", requestId: "req_nothing1" });
    expect([reply.status, text(reply, "hint")]).toEqual([404, "The fault holds no request now."]);
  });

  it("409 for a fault of another kind", async () => {
    const world = await newWorld();
    const id = await planFault(world, { then: { status: 503 } });
    expect((await release(world, id, { action: "continue" })).status).toBe(409);
    expect(at(await world.control("GET", `/faults/${id}`), "data.held")).toBe(undefined);
  });
});
