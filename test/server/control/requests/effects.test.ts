/** What a request caused is kept with its entry, its mail and its Lead, not only in the log of events. */
import { describe, expect, it } from "vitest";

import { eventBounds } from "../../../../src/world/workspace/logs/events.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";

const person = { email: "ana@example.com", firstName: "Ana", lastName: "Ash" };
const leads = `/v1/firms/${ids.partnerFirm}/leads`;

async function created(world: World, body: object = person) {
  const reply = await world.api("POST", leads, { body });
  return { leadId: text(reply, "data.id"), requestId: reply.headers.get("x-sandbox-request-id") };
}

/** The events of long requests fill their log long before the requests fill the journal. */
async function fillEvents(world: World): Promise<void> {
  const target = `/v1/leads?pad=${"x".repeat(12_000)}`;
  for (let bytes = 0; bytes < eventBounds.bytesMax; bytes += target.length) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await world.api("GET", target);
  }
}

async function effectsOf(world: World, requestId: string | null) {
  return at(await world.control("GET", `/requests/${requestId}`), "data.effects");
}

describe("the effects of a request", () => {
  it("name each record and mail, and stay when the log of events has dropped them", async () => {
    const world = await newWorld();
    const { leadId, requestId } = await created(world);
    const messageId = text(await world.control("GET", "/emails"), "data.0.id");
    const effects: unknown = [
      { type: "lead.created", summary: `Lead ${leadId} created`, leadId },
      { type: "staff.assigned", summary: `Staff assigned to Lead ${leadId}`, leadId },
      { type: "mail.captured", summary: "Mail captured: welcome to ana@example.com", messageId },
    ];
    expect(await effectsOf(world, requestId)).toEqual(effects);
    await fillEvents(world);
    expect(column(await world.control("GET", "/events"), "type")).not.toContain("lead.created");
    expect(await effectsOf(world, requestId)).toEqual(effects);
    const found = await world.control("GET", "/requests?caused=lead.created");
    expect(column(found, "id")).toEqual([requestId]);
    const listed = await world.control("GET", "/requests?caused=lead.created&effects=true");
    expect(at(listed, "data.0.effects")).toEqual(effects);
    expect(at(await world.control("GET", "/requests?caused=plan.moved"), "meta.total")).toBe(0);
    expect((await world.control("GET", "/requests?caused=nonsense")).status).toBe(422);
  });

  it("are none for a read, a refusal and what was rolled back", async () => {
    const world = await newWorld();
    await created(world);
    const refused = await world.api("POST", leads, { body: person });
    const read = await world.api("GET", "/v1/leads");
    for (const { headers } of [refused, read]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await effectsOf(world, headers.get("x-sandbox-request-id"))).toEqual([]);
    }
  });

  it("have the fault that hit the request, and the jump of the clock", async () => {
    const world = await newWorld({ quotaPerHour: 1 });
    await world.control("PUT", "/clock", { mode: "frozen", onRefusal: "jump" });
    await world.control("POST", "/faults", { then: { delayMs: 1 } });
    await world.api("GET", "/v1/leads");
    const refused = await world.api("GET", "/v1/leads");
    expect(refused.status).toBe(429);
    expect(await effectsOf(world, refused.headers.get("x-sandbox-request-id"))).toMatchObject([
      { type: "fault.met", faultId: expect.any(String) },
      { type: "clock.moved", summary: expect.stringMatching(/^Clock moved from /) },
    ]);
  });
});

async function causeOfNewest(world: World) {
  const id = text(await world.control("GET", "/emails"), "data.0.id");
  return at(await world.control("GET", `/emails/${id}`), "data.cause");
}

describe("the cause of a mail", () => {
  it("is the request, also when the journal forgot it", async () => {
    const world = await newWorld();
    const { requestId } = await created(world);
    await world.control("DELETE", "/requests");
    expect(await causeOfNewest(world)).toEqual({
      kind: "request",
      requestId,
      method: "POST",
      path: leads,
      at: monday,
    });
  });

  it("is the call of the control API, whose events share its callId", async () => {
    const world = await newWorld();
    await world.control("POST", `/leads/${ids.activeLead}/convert`);
    const { callId, ...cause } = Object(await causeOfNewest(world));
    expect(cause).toEqual({ kind: "control", operation: "convert-lead", at: monday });
    const events = at(await world.control("GET", "/events"), "data");
    const calls = (Array.isArray(events) ? events : []).map(({ data }) => data.callId);
    expect(new Set(calls)).toEqual(new Set([callId]));
    await world.control("POST", "/clock/advance", { by: "PT1H" });
    const last = Object(at(await world.control("GET", "/events"), "data")).at(-1);
    expect(last.data.callId).not.toBe(callId);
  });

  it("is the sign-up page for a client who followed the link", async () => {
    const world = await newWorld();
    await created(world);
    const form = new URLSearchParams({ email: person.email });
    const url = `http://127.0.0.1/_sandbox/workspaces/${world.id}/sign-up`;
    const signedUp = await world.fetch(new Request(url, { method: "POST", body: form }));
    expect(signedUp.status).toBe(201);
    expect(await causeOfNewest(world)).toMatchObject({
      kind: "control",
      operation: "sign-up-page",
    });
  });
});

async function historyOf(world: World, id: string) {
  return Object(at(await world.control("GET", `/leads/${id}`), "data.history"));
}

describe("the history of a Lead", () => {
  it("has each moment with its cause, and goes with the state and a snapshot", async () => {
    const world = await newWorld();
    const { leadId, requestId } = await created(world, {
      ...person,
      clientData: { Plans: [{ type: "Buying" }] },
    });
    await world.api("PATCH", `/v1/leads/${leadId}`, { body: { firstName: "Ann" } });
    await world.control("POST", "/clock/advance", { by: "PT1H" });
    await world.control("POST", `/leads/${leadId}/convert`);
    const planId = text(await world.control("GET", `/leads/${leadId}/plans`), "data.0.id");
    await world.control("POST", `/plans/${planId}/status`, { status: "Completed" });
    const history = await historyOf(world, leadId);
    expect(history).toMatchObject([
      { at: monday, type: "created", cause: { kind: "request", requestId, method: "POST" } },
      { at: monday, type: "updated", cause: { kind: "request", method: "PATCH" } },
      { type: "plan.created", planId, cause: { operation: "convert-lead" } },
      { at: "2026-03-02T10:00:00.000Z", type: "converted", cause: { kind: "control" } },
      { type: "plan.moved", planId, from: "New", to: "Completed" },
    ]);
    await world.control("POST", "/snapshots", { name: "before" });
    const state = at(await world.control("GET", "/state"), "data");
    await world.control("POST", "/reset");
    expect((await world.control("PUT", "/state", state)).status).toBe(200);
    expect(await historyOf(world, leadId)).toEqual(history);
    expect(at(await world.control("GET", "/state"), "data")).toEqual(state);
    await world.control("POST", "/snapshots/before/restore");
    expect(await historyOf(world, leadId)).toEqual(history);
  });

  it("of a Lead from a fixture are the moments that its columns show", async () => {
    const world = await newWorld();
    const seen = await Promise.all(
      [ids.activeLead, ids.convertedLead, ids.archivedLead].map((id) => historyOf(world, id)),
    );
    const types = seen.map((history) => history.map(({ type }: { type: string }) => type));
    expect(types).toEqual([["created"], ["created", "converted"], ["created", "archived"]]);
  });
});

describe("the rules of coverage", () => {
  it("have the kept requests that cite them, if the call asks for it", async () => {
    const world = await newWorld();
    await created(world);
    await world.control("POST", `/leads/${ids.activeLead}/archive`);
    await world.control("POST", `/leads/${ids.activeLead}/archive`);
    const coverage = Object(at(await world.control("GET", "/coverage?answers=true"), "data"));
    const answers = new Map<string, number>(
      coverage.rules.map(({ id, answers: count }: { id: string; answers: number }) => [id, count]),
    );
    expect(answers.get("lead.create.firm")).toBe(1);
    // The second archive showed the rule, and no answer of the emulated API cites it.
    expect(answers.get("state.terminal")).toBe(0);
    expect(at(await world.control("GET", "/coverage"), "data.rules.0.answers")).toBe(undefined);
  });
});
