import { describe, expect, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import type { Opened } from "./opened.ts";
import { watched } from "./opened.ts";
import { openedWithMany, turns, turnsOf, worldNow } from "./sliced-calls.ts";

const person = { email: "late@example.com", firstName: "La", lastName: "Te" };
const creation = ["POST", "/v1/firms/Harb0rPt/leads", { body: person }] as const;

/** A GET state in progress, and the world at its start. */
async function begunReading({ workspace, control }: Opened) {
  const before = worldNow(workspace);
  const reading = control("GET", "/state");
  const isRead = watched(reading);
  await turns(5);
  expect(isRead()).toBe(false);
  return { before, reading, isRead };
}

function emailsOf(reply: Reply): string {
  return JSON.stringify(at(reply, "data.leads"));
}

describe("GET state of many records", () => {
  it("leaves other requests many turns, and returns all records", async () => {
    const open = await openedWithMany();
    const before = worldNow(open.workspace);
    const reading = open.control("GET", "/state");
    expect(await turnsOf(reading)).toBeGreaterThan(500);
    expect((await reading).text).toBe(JSON.stringify({ data: before }));
  });

  it("lets a request that reads meanwhile finish first", async () => {
    const open = await openedWithMany();
    const { reading, isRead } = await begunReading(open);
    expect((await open.api("GET", "/v1/leads/Many0001")).status).toBe(200);
    expect(isRead()).toBe(false);
    expect((await reading).status).toBe(200);
  });

  it("excludes a write meanwhile, which runs afterwards", async () => {
    const open = await openedWithMany();
    const { before, reading, isRead } = await begunReading(open);
    const writes = [
      open.api(...creation),
      open.api("DELETE", "/v1/leads/Many0599"),
      open.control("POST", "/leads/Many0598/archive"),
      open.control("POST", "/firms", { id: "Added001", name: "Added", firmType: "Brokerage" }),
      open.control("POST", "/sign-ups", { email: "many597@example.com" }),
    ];
    const isWritten = watched(Promise.race(writes));
    await turns(20);
    expect([isWritten(), isRead()]).toEqual([false, false]);
    expect((await reading).text).toBe(JSON.stringify({ data: before }));
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.every((status) => status >= 200 && status < 300)).toBe(true);
    expect(emailsOf(await open.control("GET", "/state"))).toContain(person.email);
  });

  it("excludes a sign-up by a mail's page meanwhile", async () => {
    const open = await openedWithMany();
    const { before, reading } = await begunReading(open);
    const signingUp = open.fetch("http://127.0.0.1/_sandbox/sign-up", {
      method: "POST",
      body: new URLSearchParams({ email: "many596@example.com" }),
    });
    expect((await reading).text).toBe(JSON.stringify({ data: before }));
    expect((await signingUp).status).toBe(201);
    expect(worldNow(open.workspace).clientProfiles).toHaveLength(before.clientProfiles.length + 1);
  });

  it.each([
    ["a reset", "POST", "/reset", undefined],
    ["another world", "PUT", "/state", {}],
  ] as const)("is complete when %s comes meanwhile", async (_, method, path, body) => {
    const open = await openedWithMany();
    const { before, reading } = await begunReading(open);
    const changing = open.control(method, path, body);
    expect((await reading).text).toBe(JSON.stringify({ data: before }));
    expect((await changing).status).toBe(200);
    expect(worldNow(open.workspace).leads.length).toBeLessThan(before.leads.length);
  });

  it("returns the same to several calls at once, and allows a write in between", async () => {
    const open = await openedWithMany();
    const { before, reading } = await begunReading(open);
    const second = open.control("GET", "/state");
    const writing = open.api(...creation);
    expect((await reading).text).toBe(JSON.stringify({ data: before }));
    expect((await writing).status).toBe(201);
    expect(emailsOf(await second)).toContain(person.email);
  });

  it("404 when the workspace is closed meanwhile", async () => {
    const open = await openedWithMany();
    const { reading } = await begunReading(open);
    open.sandbox.close();
    const reply = await reading;
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toBe("The workspace default has been dropped.");
  });

  it("does not cut off a request that a fault holds", async () => {
    const open = await openedWithMany();
    const fault = { match: { operationId: "get-lead" }, then: { kind: "hold" } };
    const id = text(await open.control("POST", "/faults", fault), "data.id");
    const held = open.api("GET", "/v1/leads/Many0001");
    const isHeld = watched(held);
    await turns(5);
    expect((await open.control("GET", "/state")).status).toBe(200);
    expect(isHeld()).toBe(false);
    await open.control("POST", `/faults/${id}/release`, { action: "continue" });
    expect((await held).status).toBe(200);
  });
});
