import { describe, expect, it } from "vitest";

import { person, postLead } from "../../../support/post-lead.ts";
import { at, column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { ids, monday } from "../../../support/world.ts";
import { partnerKey, servedOn } from "../opened.ts";
import { another, heldBy, holding, release } from "./held-faults.ts";
import { lost, planFault } from "./planned-faults.ts";

describe("a fault of kind hold", () => {
  it("holds a request until its release, and lists it", async () => {
    const { world, id } = await holding();
    const sent = postLead(world);
    const [requestId] = await heldBy(world, id);
    expect(at(await world.control("GET", "/faults"), "data.0.held")).toEqual([
      {
        requestId,
        method: "POST",
        path: `/v1/firms/${ids.partnerFirm}/leads`,
        query: "",
        operationId: "post-leads-for-firm",
        apiKeyId: world.keyIds.partner,
        since: monday,
        heldMs: expect.any(Number),
      },
    ]);
    expect(await world.control("GET", "/requests/count")).toMatchObject({
      json: { data: { count: 0 } },
    });
    const released = await release(world, id, { action: "continue" });
    expect(at(released, "data")).toEqual({ action: "continue", requestIds: [requestId] });
    const reply = await sent;
    expect([reply.status, reply.headers.get("x-sandbox-request-id")]).toEqual([201, requestId]);
    expect(reply.headers.get("x-sandbox-rules")).not.toContain("error.server");
    await heldBy(world, id, 0);
  });

  it("runs a request at its release, at that time and with the key's state then", async () => {
    const { world, id } = await holding();
    const sent = postLead(world);
    await heldBy(world, id);
    await world.control("POST", "/clock/advance", { by: "PT1H" });
    await release(world, id, { action: "continue" });
    const answer = await sent;
    expect(at(answer, "data.createdAt")).toBe("2026-03-02T10:00:00.000Z");
    expect(answer.headers.get("date")).toBe("Mon, 02 Mar 2026 10:00:00 GMT");
    const later = postLead(world, another);
    await heldBy(world, id);
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    await release(world, id, { action: "continue" });
    expect((await later).status).toBe(401);
  });

  it("holds as many requests as its times allow, and no more", async () => {
    const { world, id } = await holding({ times: 1 });
    const first = postLead(world);
    await heldBy(world, id);
    expect((await postLead(world, another)).status).toBe(201);
    expect(text(await world.control("GET", `/faults/${id}`), "data.state")).toBe("used-up");
    await release(world, id, { action: "continue" });
    expect((await first).status).toBe(201);
  });

  it("answers 503 with the reason when 100 requests are held", async () => {
    const { world, id } = await holding({ match: {} });
    const sent = Array.from({ length: 100 }, () => world.api("GET", "/v1/leads"));
    await heldBy(world, id, 100);
    const over = await world.api("GET", "/v1/leads");
    expect(over.status).toBe(503);
    expect(over.headers.get("x-sandbox-reason")).toContain("holds 100 requests");
    await release(world, id, { action: "continue" });
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it.each(["/faults/{id}", "/faults"])(
    "releases its requests when it is deleted: %s",
    async (path) => {
      const { world, id } = await holding();
      const sent = postLead(world);
      await heldBy(world, id);
      await world.control("DELETE", path.replace("{id}", id));
      expect((await sent).status).toBe(201);
    },
  );

  it.each([
    { name: "a reset", method: "POST", path: "/reset", body: {} },
    { name: "a restore", method: "POST", path: "/snapshots/before/restore", body: undefined },
    { name: "a drop", method: "DELETE", path: "", body: undefined },
  ])("answers nothing and runs nothing after $name, which it does not delay", async (row) => {
    const { world, id } = await holding();
    await world.control("POST", "/snapshots", { name: "before" });
    const sent = lost(postLead(world));
    await heldBy(world, id);
    const started = performance.now();
    expect((await world.control(row.method, row.path, row.body)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(900);
    expect(await sent).toMatch(/held this request|socket hang up|ECONNRESET/);
    const leads = await world.control("GET", "/leads?limit=1000");
    expect(leads.status).toBe(row.name === "a drop" ? 404 : 200);
    expect(leads.text).not.toContain(person.email);
  });

  it("is explained without holding", async () => {
    const { world, id } = await holding();
    const reply = await world.control("POST", "/explain", {
      method: "POST",
      path: `/v1/firms/${ids.partnerFirm}/leads`,
      apiKeyId: world.keyIds.partner,
      body: another,
    });
    expect(at(reply, "data")).toMatchObject({ status: null, reason: expect.stringContaining(id) });
    await heldBy(world, id, 0);
  });
});

describe.skipIf(isRemote)("a held request over a socket", () => {
  const path = `/v1/firms/${ids.partnerFirm}/leads`;
  const create = (url: string, signal?: AbortSignal): Promise<Response> =>
    fetch(url + path, {
      method: "POST",
      headers: { "x-api-key": partnerKey.key, "content-type": "application/json" },
      body: JSON.stringify(another),
      ...(signal === undefined ? {} : { signal }),
    });

  it("is dropped when its client disconnects, without an effect", async () => {
    const { url, control } = await servedOn();
    const id = await planFault({ control }, { then: { kind: "hold" } });
    const client = new AbortController();
    const sent = lost(create(url, client.signal));
    await heldBy({ control }, id);
    client.abort();
    await sent;
    await heldBy({ control }, id, 0);
    const events = await control("GET", "/events");
    expect(column(events, "type").slice(-2)).toEqual(["fault.released", "request"]);
    expect(at(events, "data")).toContainEqual(
      expect.objectContaining({
        type: "fault.released",
        data: expect.objectContaining({ action: "client-gone" }),
      }),
    );
    expect(column(events, "type")).not.toContain("lead.created");
  });

  it("gets no answer when the server stops, and does not delay the stop", async () => {
    const { url, control, stop } = await servedOn();
    const id = await planFault({ control }, { then: { kind: "hold" } });
    const sent = lost(create(url));
    await heldBy({ control }, id);
    const started = performance.now();
    await stop();
    expect(performance.now() - started).toBeLessThan(700);
    expect(await sent).not.toBe("");
  });
});
