import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { planFault } from "../faults/planned-faults.ts";

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function eventsOf(world: World): Promise<readonly Told[]> {
  const events = at(await world.control("GET", "/events"), "data");
  if (!Array.isArray(events)) throw new Error("No list of events");
  return events;
}

/** `type requestId` of each event; `-` without a request. */
async function causes(world: World): Promise<readonly string[]> {
  const events = await eventsOf(world);
  return events.map(
    ({ type, data }) => `${type} ${JSON.stringify(data["requestId"] ?? "-").slice(1, -1)}`,
  );
}

function requestId({ headers }: { readonly headers: Headers }): string {
  return headers.get("x-sandbox-request-id") ?? "";
}

describe("events that a request caused", () => {
  it("carry its id: those of a new Lead, its mail and staff", async () => {
    const world = await newWorld();
    const reply = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
      body: { email: "cause@example.com", firstName: "Cara", lastName: "Use" },
    });
    const expected = await causes(world);
    const kinds = expected.map((one) => one.split(" ", 1)[0]);
    expect(new Set(kinds)).toEqual(
      new Set(["lead.created", "staff.assigned", "mail.captured", "request"]),
    );
    expect(expected).toEqual(kinds.map((kind) => `${kind} ${requestId(reply)}`));
  });

  it("carry the id of the right request, also among many concurrent ones", async () => {
    const world = await newWorld();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
          body: { email: `same${number}@example.com`, firstName: "A", lastName: "B" },
        }),
      ),
    );
    const events = await eventsOf(world);
    for (const reply of replies) {
      const made = events.find(
        ({ type, data }) => type === "lead.created" && data["id"] === text(reply, "data.id"),
      );
      expect(made?.data["requestId"]).toBe(requestId(reply));
    }
  });

  it("carry its id: a clock jump at its 429, and the events that fall due", async () => {
    const world = await newWorld({ quotaPerHour: 1 });
    await world.control("PUT", "/clock", { mode: "frozen", onRefusal: "jump" });
    const expiresAt = new Date(Date.parse(monday) + 60_000).toISOString();
    await world.control("POST", "/api-keys", {
      firmId: ids.partnerFirm,
      roleType: "Partner",
      environment: "sandbox",
      quotaPerHour: null,
      expiresAt,
    });
    await world.api("GET", "/v1/leads");
    const refused = await world.api("GET", "/v1/leads");
    expect(refused.status).toBe(429);
    expect((await causes(world)).slice(-3)).toEqual([
      `request ${requestId(refused)}`,
      `key.expired ${requestId(refused)}`,
      `clock.moved ${requestId(refused)}`,
    ]);
  });

  it("carry no id after a control call, even right after a request", async () => {
    const world = await newWorld();
    await world.api("PATCH", `/v1/leads/${ids.activeLead}`, { body: { firstName: "Other" } });
    const { length } = await causes(world);
    await world.control("POST", `/leads/${ids.activeLead}/convert`);
    await world.control("POST", "/clock/advance", { by: "PT1H" });
    await world.control("PUT", "/assumptions", {});
    const later = (await causes(world)).slice(length);
    expect(later.length).toBeGreaterThan(3);
    expect(later.filter((one) => !one.endsWith(" -"))).toEqual([]);
  });

  it("carry no id in an explanation", async () => {
    const world = await newWorld();
    const reply = await world.control("POST", "/explain", {
      method: "DELETE",
      path: `/v1/leads/${ids.activeLead}`,
      headers: { "x-api-key": world.keys.partner },
    });
    expect(at(reply, "data.events.0.data")).toEqual({ id: ids.activeLead, by: "partner" });
    expect(await causes(world)).toEqual([]);
  });
});

describe("the event of a request", () => {
  it("has the fields for a row in a list of requests, at the time of the clock", async () => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/leads?limit=1", {
      headers: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    });
    const [event] = await eventsOf(world);
    expect(event).toMatchObject({ cursor: 1, at: monday, type: "request" });
    expect(event?.data).toEqual({
      id: requestId(reply),
      requestId: requestId(reply),
      method: "GET",
      path: "/v1/leads",
      query: "limit=1",
      status: 200,
      operationId: "get-leads",
      durationMs: expect.any(Number),
      apiKeyId: world.keyIds.partner,
      surface: "partner-sandbox",
      rules: reply.headers.get("x-sandbox-rules")?.split(", "),
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    });
  });

  it("has the reason of a refusal, its hints and its rules, as in the journal", async () => {
    const world = await newWorld();
    const reply = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
      body: { email: "no email", firstname: "Lower" },
    });
    const entry = await world.control("GET", `/requests/${requestId(reply)}`);
    const [event] = await eventsOf(world);
    expect(reply.status).toBe(422);
    for (const part of ["reason", "hints", "rules", "durationMs", "surface", "apiKeyId"]) {
      expect(event?.data[part]).toEqual(at(entry, `data.${part}`));
    }
    expect(event?.data["reason"]).toEqual(expect.stringMatching(/./));
  });

  it("has status 0 and the reason if there was no answer", async () => {
    const world = await newWorld();
    await planFault(world, { then: { kind: "reset" }, times: 1 });
    await world.api("GET", "/v1/leads").catch(() => "cut");
    const event = (await eventsOf(world)).find(({ type }) => type === "request");
    expect(event?.data).toMatchObject({ status: 0, rules: ["error.server"] });
    expect(event?.data["reason"]).toMatch(/^The planned fault/);
  });
});
