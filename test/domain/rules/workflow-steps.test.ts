import { describe, expect, it } from "vitest";

import { issueKey } from "../../conformance/cases.ts";
import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import type { World, WorldOptions } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { dataFolder } from "../../world/workspace/served.ts";
import { expectStatus } from "./expected-status.ts";
import { expectAssumes } from "./ruled-answers.ts";

const path = "/v1/workflows/refer";

/** Creates a Lead with the email of the body, and renames the Lead of the body. */
const refer = {
  id: "refer",
  method: "POST",
  request: { type: "object", required: ["email", "leadId"] },
  steps: [
    {
      name: "lead",
      method: "POST",
      path: "/firms/{firmId}/leads",
      params: { firmId: { $from: "/key/firmId" } },
      query: { disableClientOutreach: { $from: "/body/quiet" } },
      body: {
        email: { $from: "/body/email" },
        firstName: "Nora",
        lastName: "North",
        phone: { $from: "/body/phone" },
        clientData: { notes: { $from: "/body/notes" } },
      },
    },
    {
      method: "PATCH",
      path: "/leads/{leadId}",
      params: { leadId: { $from: "/body/leadId" } },
      body: { lastName: { $from: "/steps/lead/data/id" } },
    },
  ],
  answer: { status: 201, body: { data: { made: { $from: "/steps/lead/data/id" } } } },
};

const body = { email: "nora.new@example.com", leadId: ids.activeLead };

async function worldWith(workflow: object, options: WorldOptions = {}): Promise<World> {
  const world = await newWorld(options);
  expectStatus(await world.control("PUT", "/workflows", { workflows: [workflow] }), 200);
  return world;
}

/** Everything that a refused workflow must leave as it was. */
async function everything(world: World): Promise<readonly string[]> {
  const paths = ["/state", "/emails", "/leads"];
  const replies = await Promise.all(paths.map((one) => world.control("GET", one)));
  return replies.map(({ text }) => text);
}

async function eventTypes(world: World): Promise<readonly unknown[]> {
  return column(await world.control("GET", "/events"), "type");
}

/** The types of events other than requests. */
function effects(types: readonly unknown[]): readonly unknown[] {
  return types.filter((type) => type !== "request");
}

function send(world: World, more: object = {}, key?: string): Promise<Reply> {
  const sent = { body: { ...body, ...more } };
  return world.api("POST", path, key === undefined ? sent : { ...sent, key });
}

describe("the steps of a workflow", () => {
  it.skipIf(isRemote)(
    "workflow.steps: leave nothing in a file when one is refused (1.5)",
    async () => {
      const world = await worldWith(refer, { sandbox: { data: dataFolder() } });
      const before = await everything(world);
      const refused = await send(world, { leadId: ids.foreignLead });
      expectStatus(refused, 404);
      expectAssumes(refused, "workflow.steps");
      expect(await everything(world)).toEqual(before);
      expectStatus(await send(world), 201);
    },
  );

  it("workflow.steps: carries them out with values of the body and of earlier answers (1.5)", async () => {
    const world = await worldWith(refer);
    const reply = await send(world, { phone: { number: "4165550142" }, quiet: "false" });
    expectStatus(reply, 201);
    expectAssumes(reply, "workflow.steps");
    expect(rulesOf(reply)).toEqual(expect.arrayContaining(["lead.create.firm", "lead.patch"]));
    const made = String(at(reply, "data.made"));
    const lead = await world.api("GET", `/v1/leads/${made}`);
    expect(lead.json).toMatchObject({
      data: { email: body.email, phone: { number: "4165550142" }, clientData: {} },
    });
    const changed = await world.api("GET", `/v1/leads/${ids.activeLead}`);
    expect(at(changed, "data.lastName")).toBe(made);
    const mails = await world.control("GET", "/emails");
    expect(column(mails, "kind")).toEqual(["welcome"]);
    expect(effects(await eventTypes(world))).toEqual(
      expect.arrayContaining(["lead.created", "lead.updated", "mail.captured"]),
    );
  });

  it.each([
    { name: "a conflict", more: { leadId: ids.foreignLead }, status: 404 },
    { name: "an invalid value", more: { email: "nobody" }, status: 422 },
  ])(
    "workflow.steps: $status of one step for $name, and nothing of any (1.5)",
    async ({ more, status }) => {
      const world = await worldWith(refer);
      const before = await everything(world);
      const types = effects(await eventTypes(world));
      const reply = await send(world, more);
      expectStatus(reply, status);
      expectAssumes(reply, "workflow.steps");
      expect(reply.headers.get("x-sandbox-reason")).toMatch(/^Step (?:lead|2): /);
      expect(await everything(world)).toEqual(before);
      expect(effects(await eventTypes(world))).toEqual(types);
    },
  );

  it("workflow.steps: 409 of a second Lead with the email of the first, as its own operation answers (1.5)", async () => {
    const [create] = refer.steps;
    const world = await worldWith({ ...refer, steps: [create, { ...create, name: "again" }] });
    const before = await everything(world);
    const reply = await send(world);
    expectStatus(reply, 409);
    expect(reply.json).toMatchObject({ fields: { email: [{ code: "NOT_UNIQUE" }] } });
    expect(await everything(world)).toEqual(before);
  });

  it("workflow.steps: 403 without the permission of a step (5.7)", async () => {
    const world = await worldWith(refer);
    const { key } = await issueKey(world, { permissions: ["workflows:run", "leads:create"] });
    const before = await everything(world);
    const reply = await send(world, {}, key);
    expectStatus(reply, 403);
    expectAssumes(reply, "workflow.steps");
    expect(await everything(world)).toEqual(before);
  });

  it("workflow.steps: 404 of a step that the workspace does not offer (4.2)", async () => {
    const steps = [
      {
        method: "PATCH",
        path: "/plans/{id}",
        params: { id: ids.plan },
        body: { name: "Cabin" },
      },
    ];
    const answer = { status: 200, body: null };
    const assumptions = { "resource.generic.plans": "404" };
    const world = await worldWith({ ...refer, steps, answer }, { assumptions });
    const { key } = await issueKey(world, { permissions: ["workflows:run", "plans:update"] });
    const reply = await send(world, {}, key);
    expectStatus(reply, 404);
    expectAssumes(reply, "workflow.steps");
    expect(rulesOf(reply)).toContain("resource.generic.plans");
  });

  it("workflow.steps: 422 REQUIRED for a value of the path that the body lacks (1.5)", async () => {
    const world = await worldWith({ ...refer, request: null });
    const before = await everything(world);
    const reply = await world.api("POST", path, { body: { email: body.email } });
    expectStatus(reply, 422);
    expectAssumes(reply, "workflow.steps");
    expect(reply.json).toMatchObject({ fields: { leadId: [{ code: "REQUIRED" }] } });
    expect(await everything(world)).toEqual(before);
  });

  it("workflow.steps: 422 for a body that is not JSON, even without a schema (1.5)", async () => {
    const world = await worldWith({ ...refer, request: null });
    const reply = await world.api("POST", path, { rawBody: "{" });
    expectStatus(reply, 422);
    expect(reply.json).toMatchObject({ fields: { body: [{ code: "INVALID" }] } });
    expectAssumes(reply, "workflow.steps");
  });

  it("workflow.steps: takes no path parameter for more than an id (1.5)", async () => {
    const world = await worldWith(refer);
    const leadId = `${ids.activeLead}/../../firms`;
    const reply = await send(world, { leadId });
    expectStatus(reply, 404);
    expectAssumes(reply, "workflow.steps");
    expect(rulesOf(reply)).toContain("auth.foreign-record");
  });

  it("workflow.steps: leaves nothing behind in a dry run (1.5)", async () => {
    const world = await worldWith(refer);
    const before = await everything(world);
    const explained = await world.control("POST", "/explain", {
      method: "POST",
      path,
      headers: { "x-api-key": world.keys.partner, "content-type": "application/json" },
      body,
    });
    expectStatus(explained, 200);
    expect(at(explained, "data.status")).toBe(201);
    expect(await everything(world)).toEqual(before);
    expectAssumes(await send(world), "workflow.steps");
  });

  it("workflow.steps: is in the world and comes back with it (1.5)", async () => {
    const world = await worldWith(refer);
    const state = await world.control("GET", "/state");
    expect(at(state, "data.workflows")).toEqual([refer]);
    expectStatus(await world.control("PUT", "/state", at(state, "data")), 200);
    expect(at(await world.control("GET", "/workflows"), "data")).toEqual([refer]);
    const [, key = ""] =
      /"key":"([^"]+)"/.exec((await world.control("GET", "/api-keys")).text) ?? [];
    expectAssumes(await send(world, {}, key), "workflow.steps");
  });
});
