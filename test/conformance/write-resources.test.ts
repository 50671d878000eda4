/** POST, PATCH and DELETE of the resources other than Leads (4.2; rules resource.generic, resource.write). */
import { describe, it } from "vitest";

import { at, text } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, monday, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import {
  bodyOf,
  issueKey,
  operationOf,
  operations,
  pathOf,
  permittedKey,
  sendTo,
  writesResource,
} from "./cases.ts";

const writing = operations.filter(writesResource);
const lists = operations.filter(
  ({ does, path, subject }) =>
    does === "list" && path === `/${subject}` && subject !== "clientProfiles",
);
const everyPermission = [...new Set(operations.map(({ permission }) => permission))];

describe.each(writing)("$method $path", (operation) => {
  it("403 for a key with every other permission, and nothing changes (1.5, 5.7)", async () => {
    const world = await newWorld();
    const permissions = everyPermission.filter((one) => one !== operation.permission);
    const { key } = await issueKey(world, { permissions });
    const before = await Promise.all(lists.map((list) => sendTo(world, list)));
    expect(await sendTo(world, operation, { key })).toRefuse(403, "auth.permissions");
    const after = await Promise.all(lists.map((list) => sendTo(world, list)));
    expect(after.map(({ text: body }) => body)).toEqual(before.map(({ text: body }) => body));
  });
});

/** One resource of the table: its operations share a life. */
const resources = ["firms", "firmMembers", "referralCodes", "plans", "clientProfiles"];

describe.each(resources)("a record of %s that a key created", (resource) => {
  const sent = bodyOf(operationOf(`post-${resource}`)) ?? {};
  const changes = bodyOf(operationOf(`patch-${resource}`)) ?? {};

  it("201 with the fields that were sent, and those of the service (4.2)", async () => {
    const { reply } = await created(resource);
    expect(reply).toAnswer(201);
    const { clientProfileId: _hidden, ...shown } = Object(sent);
    expect(at(reply, "data")).toMatchObject({
      ...shown,
      createdAt: monday,
      updatedAt: monday,
      deletedAt: null,
    });
  });

  it("201, and the key reads it by its id and in the list (4.2)", async () => {
    const { id, ask, reply } = await created(resource);
    expect((await ask("GET", `/${id}`)).json).toEqual(reply.json);
    expect((await ask("GET", "")).text).toContain(JSON.stringify(at(reply, "data")));
  });

  it("200 on PATCH, which keeps the other fields and moves updatedAt (4.2)", async () => {
    const { id, ask, reply, world } = await created(resource);
    await world.control("POST", "/clock/advance", { by: "PT1M" });
    const changed = await ask("PATCH", `/${id}`, changes);
    expect(changed).toAnswer(200);
    const updatedAt = "2026-03-02T09:01:00.000Z";
    expect(at(changed, "data")).toEqual({ ...Object(at(reply, "data")), ...changes, updatedAt });
    expect((await ask("GET", `/${id}`)).json).toEqual(changed.json);
  });

  it("200 on DELETE, which sets deletedAt and removes nothing (2.6)", async () => {
    const { id, ask } = await created(resource);
    const deleted = await ask("DELETE", `/${id}`);
    expect(deleted).toAnswer(200);
    expect(at(deleted, "data.deletedAt")).toBe(monday);
    expect(await ask("GET", `/${id}`)).toRefuse(404, "scope.default");
    expect((await ask("GET", "")).text).not.toContain(id);
    expect((await ask("GET", `/${id}?scope=withDeleted`)).json).toEqual(deleted.json);
    expect((await ask("GET", "?scope=withDeleted")).text).toContain(id);
  });

  it("404 on PATCH and DELETE once it is deleted, and 200 on PATCH with scope=withDeleted (2.6)", async () => {
    const { id, ask } = await created(resource);
    await ask("DELETE", `/${id}`);
    expect(await ask("PATCH", `/${id}`, changes)).toRefuse(404, "scope.default");
    expect(await ask("DELETE", `/${id}`)).toRefuse(404, "scope.default");
    const changed = await ask("PATCH", `/${id}?scope=withDeleted`, changes);
    expect(changed).toAnswer(200);
    expect(at(changed, "data")).toMatchObject({ ...changes, deletedAt: monday });
  });

  it("is 404 for another Firm's key (7)", async () => {
    const { id, world } = await created(resource);
    const foreign = { permissions: everyPermission, firmId: ids.realtyFirm };
    const { key } = await issueKey(world, foreign);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const call = method === "PATCH" ? { key, body: changes } : { key };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await world.api(method, `/v1/${resource}/${id}`, call);
      expect(reply).toRefuse(404, "auth.foreign-record");
    }
  });

  it("outlives a save and a load of the world, still in the key's reach (4.2)", async () => {
    const { id, ask, world, reply } = await created(resource);
    const state = await world.control("GET", "/state");
    const put = await world.control("PUT", "/state", at(state, "data"));
    expect(put.status).toBe(200);
    expect((await ask("GET", `/${id}`)).json).toEqual(reply.json);
  });

  it("emits an event of the create, the change and the deletion (4.2)", async () => {
    const { id, ask, world } = await created(resource);
    await ask("PATCH", `/${id}`, changes);
    await ask("DELETE", `/${id}`);
    const events = (await world.control("GET", "/events")).text;
    const made = resource === "plans" ? "plan.created" : "record.created";
    const of = new RegExp(
      `"type":"([\\w.]+)","data":\\{(?:"resource":"${resource}",)?"id":"${id}"`,
      "g",
    );
    expect(Array.from(events.matchAll(of), ([, type]) => type)).toEqual([
      made,
      "record.updated",
      "record.deleted",
    ]);
  });

  it("is not stored by a refused request (1.5)", async () => {
    const { ask } = await created(resource);
    const before = (await ask("GET", "?scope=withDeleted")).text;
    expect(await ask("POST", "", { ...sent, colour: "red" })).toAnswer(422);
    expect((await ask("GET", "?scope=withDeleted")).text).toBe(before);
  });
});

describe("PATCH /plans/{id} with another status", () => {
  it("200 moves the Plan and mails its owners as the platform does (6)", async () => {
    const operation = operationOf("patch-plans");
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const body = { status: "Completed", amount: 400_000, name: "Dream House" };
    const reply = await sendTo(world, operation, { key, body });
    expect(at(reply, "data")).toMatchObject(body);
    const mails = await world.control("GET", "/emails?kind=plan-updated");
    expect(at(mails, "data.0.planId")).toBe(ids.plan);
    expect((await world.control("GET", "/events")).text).toContain(
      `"type":"plan.moved","data":{"id":"${ids.plan}","leadId":"${ids.convertedLead}","from":"Ready for Pre-approval","to":"Completed"`,
    );
  });

  it("200 without mail and without a move for the status that it has (6)", async () => {
    const world = await newWorld();
    const operation = operationOf("patch-plans");
    const key = await permittedKey(world, operation);
    const body = { status: "Ready for Pre-approval" };
    expect(await sendTo(world, operation, { key, body })).toAnswer(200);
    expect(at(await world.control("GET", "/emails?kind=plan-updated"), "meta.total")).toBe(0);
  });
});

interface Created {
  readonly world: World;
  readonly id: string;
  readonly reply: Reply;
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

/** Creates a record with a key that has every permission. */
async function created(resource: string): Promise<Created> {
  const world = await newWorld();
  const { key } = await issueKey(world, { permissions: everyPermission });
  const ask: Created["ask"] = (method, path, body) =>
    world.api(method, `/v1/${resource}${path}`, body === undefined ? { key } : { key, body });
  const operation = operationOf(`post-${resource}`);
  const reply = await world.api("POST", pathOf(operation), { key, body: bodyOf(operation) });
  return { world, id: text(reply, "data.id"), reply, ask };
}
