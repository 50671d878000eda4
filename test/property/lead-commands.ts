/** The operations of clients, platform and tester on Leads, each with the model's expectation. */
import fc from "fast-check";
import { expect } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { agree } from "./lead-agreement.ts";
import type { Model, ModelLead, ParentName } from "./lead-model.ts";
import { activeWith, archive, convert, isTaken, parents, pick, resetModel } from "./lead-model.ts";

type Command = fc.AsyncCommand<Model, World, true>;

const emails = ["ann@example.com", "ANN@example.com", "bob@example.com", "cyd@example.com"];
const email = fc.constantFrom(...emails);
const index = fc.nat(30);
const planTypes = fc.array(fc.constantFrom("Buying", "Renewal", "Switch"), { maxLength: 3 });
const parent = fc.constantFrom<ParentName[]>("firm", "firm", "member", "realty");

/**
 * Every command. After its own response, each checks that lists and states agree with the model.
 */
export const leadCommands = [
  fc.tuple(parent, email, planTypes).map(([on, address, plans]) => create(on, address, plans)),
  fc.tuple(parent, email, planTypes).map(([on, address, plans]) => create(on, address, plans)),
  fc.tuple(index, fc.option(email), fc.boolean()).map(([of, to, all]) => patch(of, to, all)),
  fc.tuple(index, fc.boolean()).map(([of, withDeleted]) => get(of, withDeleted)),
  index.map(remove),
  index.map(archiveByStaff),
  index.map(convertOne),
  email.map(signUp),
  fc.integer({ min: 1, max: 100_000_000 }).map(advance),
  fc.constant(reset()),
];

function create(on: ParentName, address: string, plans: readonly string[]): Command {
  return step(`create(${on}, ${address}, [${plans.join()}])`, async (model, world) => {
    const { path, on: surface } = parents[on];
    const clientData = plans.length === 0 ? {} : { Plans: plans.map((type) => ({ type })) };
    const person = { email: address, firstName: "Ann", lastName: "Ash", clientData };
    const reply = await world.api("POST", `/v1${path}/leads`, {
      surface,
      key: world.keys[surface],
      body: person,
    });
    if (isTaken(model, on, address)) return status(reply, 409);
    status(reply, 201);
    const lead: ModelLead = {
      id: text(reply, "data.id"),
      parent: on,
      email: address,
      firstName: "Ann",
      planTypes: plans,
      state: "Active",
      createdAt: model.now,
      updatedAt: model.now,
      deletedAt: null,
      convertedAt: null,
      planIds: [],
    };
    expect(model.leads.has(lead.id)).toBe(false);
    model.leads.set(lead.id, lead);
  });
}

function patch(of: number, newEmail: string | null, withDeleted: boolean): Command {
  const name = `patch(${of}, ${newEmail ?? "firstName"}${withDeleted ? ", withDeleted" : ""})`;
  return leadStep(name, of, async (model, world, lead) => {
    const firstName = `Ann ${model.now}`;
    const path = `/v1/leads/${lead.id}${withDeleted ? "?scope=withDeleted" : ""}`;
    const body = newEmail === null ? { firstName } : { email: newEmail };
    const reply = await asOwner(world, lead, "PATCH", path, body);
    if (lead.state !== "Active" && !withDeleted) return status(reply, 404);
    if (newEmail !== null && isTaken(model, lead.parent, newEmail, lead.id)) {
      return status(reply, 409);
    }
    status(reply, 200);
    Object.assign(lead, body, { updatedAt: model.now });
  });
}

function get(of: number, withDeleted: boolean): Command {
  return leadStep(`get(${of}, ${withDeleted})`, of, async (_model, world, lead) => {
    const path = `/v1/leads/${lead.id}${withDeleted ? "?scope=withDeleted" : ""}`;
    const reply = await asOwner(world, lead, "GET", path);
    status(reply, lead.state === "Active" || withDeleted ? 200 : 404);
  });
}

function remove(of: number): Command {
  return leadStep(`delete(${of})`, of, async (model, world, lead) => {
    const reply = await asOwner(world, lead, "DELETE", `/v1/leads/${lead.id}`);
    if (lead.state !== "Active") return status(reply, 404);
    status(reply, 200);
    archive(model, lead);
  });
}

function archiveByStaff(of: number): Command {
  return leadStep(`archive(${of})`, of, async (model, world, lead) => {
    const reply = await world.control("POST", `/leads/${lead.id}/archive`);
    if (lead.state !== "Active") return status(reply, 409);
    status(reply, 200);
    archive(model, lead);
  });
}

function convertOne(of: number): Command {
  return leadStep(`convert(${of})`, of, async (model, world, lead) => {
    const reply = await world.control("POST", `/leads/${lead.id}/convert`);
    if (lead.state !== "Active") return status(reply, 409);
    status(reply, 200);
    const planIds = [...planIdsOf(reply)];
    const others = activeWith(model, lead.email).filter(({ id }) => id !== lead.id);
    for (const one of [lead, ...others]) {
      convert(model, one, planIds.splice(0, one.planTypes.length));
    }
    expect(planIds).toEqual([]);
    expect(at(reply, "data.lead.plan_ids")).toEqual(lead.planIds);
  });
}

function signUp(address: string): Command {
  return step(`signUp(${address})`, async (model, world) => {
    const reply = await world.control("POST", "/sign-ups", { email: address });
    if (model.clients.has(address.toLowerCase())) return status(reply, 409);
    status(reply, 201);
    model.clients.add(address.toLowerCase());
    const planIds = [...planIdsOf(reply)];
    for (const lead of activeWith(model, address)) {
      convert(model, lead, planIds.splice(0, lead.planTypes.length));
    }
    expect(planIds).toEqual([]);
  });
}

function advance(by: number): Command {
  return step(`advance(${by})`, async (model, world) => {
    status(await world.control("POST", "/clock/advance", { by }), 200);
    model.now += by;
  });
}

function reset(): Command {
  return step("reset", async (model, world) => {
    status(await world.control("POST", "/reset", {}), 200);
    resetModel(model);
  });
}

function step(name: string, run: (model: Model, world: World) => Promise<void>): Command {
  return {
    check: () => Promise.resolve(true),
    run: async (model, world) => {
      await run(model, world);
      await agree(model, world);
    },
    toString: () => name,
  };
}

function leadStep(
  name: string,
  of: number,
  run: (model: Model, world: World, lead: ModelLead) => Promise<void>,
): Command {
  return {
    ...step(name, async (model, world) => {
      const lead = pick(model, of);
      if (lead !== null) await run(model, world, lead);
    }),
    check: (model) => Promise.resolve(model.leads.size > 0),
  };
}

function asOwner(
  world: World,
  { parent: owner }: ModelLead,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const { on: surface } = parents[owner];
  return world.api(method, path, { surface, key: world.keys[surface], body });
}

function planIdsOf(reply: Reply): readonly string[] {
  const plans = at(reply, "data.plans");
  if (!Array.isArray(plans)) throw new Error(`No plans in ${reply.text}`);
  return plans.map((_, place) => text(reply, `data.plans.${place}.id`));
}

function status(reply: Reply, wanted: number): void {
  if (reply.status === wanted) return;
  throw new Error(`Expected ${wanted}, not ${reply.status} ${reply.text}`);
}
