import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { column } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

const rule = "http.idempotency-key";
const path = `/v1/firms/${ids.partnerFirm}/leads`;
const replay = { assumptions: { [rule]: "replay" } };
const headers = { "idempotency-key": "one" };
const refused = "422 Idempotency-Key: INVALID";

const ida = { email: "ida@example.com", firstName: "Ida", lastName: "Ito" };

function create(world: World, body: object = ida): Promise<Reply> {
  return world.api("POST", path, { body, headers });
}

async function leadsIn(world: World): Promise<readonly unknown[]> {
  return column(await world.control("GET", "/leads"), "email");
}

describe("the header Idempotency-Key under replay", () => {
  it("http.idempotency-key [replay]: 201 with the first answer again, and one Lead (7)", async () => {
    const world = await newWorld(replay);
    const first = await create(world);
    const again = await create(world);
    expectStatus(first, 201);
    expectStatus(again, 201);
    expect(again.text).toBe(first.text);
    expectAssumes(again, rule);
    expect((await leadsIn(world)).filter((email) => email === ida.email)).toHaveLength(1);
    const welcomes = await world.control("GET", "/emails?kind=welcome&to=ida@example.com");
    expect(column(welcomes, "kind")).toEqual(["welcome"]);
  });

  it("http.idempotency-key [replay]: 422 INVALID for other bytes, another path, query or method (7)", async () => {
    const world = await newWorld(replay);
    expectStatus(await create(world), 201);
    const other = [
      await create(world, { ...ida, firstName: "Iris" }),
      await world.api("POST", path, { rawBody: `${JSON.stringify(ida)} `, headers }),
      await world.api("POST", `${path}?disableClientOutreach=true`, { body: ida, headers }),
      await world.api("POST", path.replace("/v1", ""), { body: ida, headers }),
      await world.api("POST", "/v1/firms/Elsewher/leads", { body: ida, headers }),
      await world.api("PATCH", `/v1/leads/${ids.activeLead}`, { body: ida, headers }),
      await world.api("GET", path, { headers }),
      await world.api("DELETE", `/v1/leads/${ids.activeLead}`, { headers }),
    ];
    expect(other.map(outcome)).toEqual(other.map(() => refused));
    expectStatus(await create(world), 201);
  });

  it("http.idempotency-key [replay]: keeps refusals of the operation, but no 401 and 429 (7)", async () => {
    const world = await newWorld(replay);
    const bad = { ...ida, email: "none" };
    const first = await create(world, bad);
    expectStatus(first, 422);
    expect((await create(world, bad)).text).toBe(first.text);
    expect(outcome(await create(world))).toBe(refused);
    const two = { "idempotency-key": "two" };
    expectStatus(await world.api("POST", path, { body: ida, headers: two, key: null }), 401);
    const quota = `/quotas/${world.keyIds.partner}`;
    await world.control("PUT", quota, { quotaPerHour: 9 });
    await world.control("POST", `${quota}/use`, { count: 9 });
    expectStatus(await world.api("POST", path, { body: ida, headers: two }), 429);
    await world.control("POST", `${quota}/refill`);
    expectStatus(await world.api("POST", path, { body: ida, headers: two }), 201);
  });

  it("http.idempotency-key [replay]: replays a change, a deletion and a read as they were (7)", async () => {
    const world = await newWorld(replay);
    const lead = `/v1/leads/${ids.activeLead}`;
    const sent = [
      ["GET", undefined],
      ["PATCH", { firstName: "New" }],
      ["DELETE", undefined],
    ] as const;
    for (const [method, body] of sent) {
      const call = {
        headers: { "idempotency-key": method },
        ...(body === undefined ? {} : { body }),
      };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const first = await world.api(method, lead, call);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const again = await world.api(method, lead, call);
      expect(`${again.status} ${again.text}`).toBe(`${first.status} ${first.text}`);
      expectStatus(first, 200);
    }
  });

  it("http.idempotency-key [replay]: a request in flight is waited for, and carried out once (7)", async () => {
    const world = await newWorld(replay);
    const sent = await Promise.all(Array.from({ length: 5 }, () => create(world)));
    const [first] = sent;
    expect(sent.map(({ status, text }) => `${status} ${text}`)).toEqual(
      sent.map(() => `201 ${first?.text}`),
    );
    const [one, other] = await Promise.all([
      world.api("POST", path, {
        body: { ...ida, email: "a@example.com" },
        headers: { "idempotency-key": "x" },
      }),
      world.api("POST", path, {
        body: { ...ida, email: "b@example.com" },
        headers: { "idempotency-key": "x" },
      }),
    ]);
    expect([one, other].map(outcome).toSorted()).toEqual(["201", refused]);
    // Its body is validated in another thread, so both requests are in flight for a while.
    const steps = [
      {
        method: "POST",
        path: "/firms/{firmId}/leads",
        params: { firmId: ids.partnerFirm },
        body: { ...ida, email: "w@example.com" },
      },
    ];
    const workflow = {
      id: "refer",
      method: "POST",
      request: { type: "object" },
      steps,
      answer: { status: 201, body: {} },
    };
    expectStatus(await world.control("PUT", "/workflows", { workflows: [workflow] }), 200);
    const run = () =>
      world.api("POST", "/v1/workflows/refer", { body: {}, headers: { "idempotency-key": "w" } });
    expect((await Promise.all([run(), run()])).map(outcome)).toEqual(["201", "201"]);
  });

  it("http.idempotency-key [replay]: an answer that was lost or replaced on its way is kept (7)", async () => {
    const world = await newWorld(replay);
    const then = { status: 503, when: "after" };
    await world.control("POST", "/faults", { match: { method: "POST" }, then, times: 1 });
    expectStatus(await create(world), 503);
    expectStatus(await create(world), 201);
    expect((await leadsIn(world)).filter((email) => email === ida.email)).toHaveLength(1);
  });

  it("http.idempotency-key [replay]: belongs to one API key and one workspace (7)", async () => {
    const world = await newWorld(replay);
    expectStatus(await create(world), 201);
    const issue = {
      firmId: ids.partnerFirm,
      roleType: "Partner",
      environment: "sandbox",
      quotaPerHour: 9,
    };
    const issued = await world.control("POST", "/api-keys", issue);
    const { key } = JSON.parse(issued.text).data;
    const own = await world.api("POST", path, {
      body: { ...ida, email: "own@example.com" },
      headers,
      key,
    });
    expectStatus(own, 201);
    const elsewhere = await newWorld(replay);
    expectStatus(await create(elsewhere, { ...ida, firstName: "Iris" }), 201);
    expect(await leadsIn(elsewhere)).toContain(ida.email);
  });

  it("http.idempotency-key [replay]: survives a snapshot and is forgotten by a reset (7)", async () => {
    const world = await newWorld(replay);
    const first = await create(world);
    await world.control("POST", "/snapshots", { name: "used" });
    await world.control("POST", "/reset");
    expectStatus(await create(world, { ...ida, firstName: "Iris" }), 201);
    await world.control("POST", "/snapshots/used/restore");
    expect((await create(world)).text).toBe(first.text);
  });

  it("http.idempotency-key [replay]: explain tells the answer, and keeps none (7)", async () => {
    const world = await newWorld(replay);
    const key = { "x-api-key": world.keys.partner };
    const request = { method: "POST", path, headers: { ...headers, ...key }, body: ida };
    const explained = async (): Promise<string> =>
      (await world.control("POST", "/explain", request)).text;
    expect(await explained()).toContain('"status":201');
    expectStatus(await create(world, { ...ida, firstName: "Iris" }), 201);
    expect(await explained()).toContain('"status":422');
  });
});
