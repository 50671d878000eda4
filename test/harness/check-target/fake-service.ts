/** A small Lead API that is independent of lead-sandbox and follows the interface except for its flaw. */
import type { Context } from "hono";
import { Hono } from "hono";

import { invalidFields } from "./fake-body.ts";
import type { Fields } from "./fake-body.ts";
import { pageOf } from "./fake-list.ts";

/** The way in which a fake violates the interface; null for a correct one. */
export type Flaw = string | null;

export const fakeFacts = {
  apiKey: "7d9a1c52-6b0f-4a3e-8f51-2c3d4e5f6a7b",
  firmId: "FakeFirm",
  firmMemberId: "FakeMemb",
  foreignFirmId: "Elsewher",
  otherApiKey: null,
  otherEnvironmentKey: null,
  email: "tester@example.com",
};

interface FakeWorld {
  readonly flaw: Flaw;
  readonly leads: Fields[];
}

class Refused extends Error {
  readonly status: number;
  readonly fields: Fields | undefined;
  constructor(status: number, fields?: Fields) {
    super("Refused");
    this.status = status;
    this.fields = fields;
  }
}

/** The fetch of a service with that flaw. */
export function fakeService(flaw: Flaw): (request: Request) => Promise<Response> {
  const world: FakeWorld = { flaw, leads: [converted()] };
  const app = new Hono();
  app.onError((error) => refusal(error, flaw));
  app.notFound(() => refusal(new Refused(404), flaw));
  app.use(async (c, next) => {
    const isKnown = c.req.header("x-api-key") === fakeFacts.apiKey;
    if (!isKnown && flaw !== "open to all")
      throw new Refused(flaw === "403 for no key" ? 403 : 401);
    await next();
  });
  const prefixes = flaw === "no path without v1" ? ["/v1"] : ["", "/v1"];
  for (const prefix of prefixes) app.route(prefix, leadRoutes(world));
  return async (request) => app.fetch(request);
}

function leadRoutes(world: FakeWorld): Hono {
  const { flaw } = world;
  const app = new Hono();
  app.get("/firms/:id/leads", (c) => {
    owned(c.req.param("id"), [fakeFacts.firmId]);
    return c.json(
      pageOf(
        world.leads.filter((one) => one["resourceType"] === "Firm"),
        c.req.query(),
        flaw,
      ),
    );
  });
  app.get("/leads", (c) => c.json(pageOf(world.leads, c.req.query(), flaw)));
  app.post("/firms/:id/leads", async (c) => made(world, c, "Firm"));
  app.post("/firmMembers/:id/leads", async (c) => made(world, c, "FirmMember"));
  app.get("/leads/:id", (c) => {
    const scope = flaw === "no scope" ? undefined : c.req.query("scope");
    const lead = found(world, c.req.param("id"), scope === "withDeleted");
    if (flaw === "withDeleted by id is 404" && lead["deletedAt"] !== null) throw new Refused(404);
    return c.json({ data: included(lead, c.req.query("include"), flaw) });
  });
  app.patch("/leads/:id", async (c) => patched(world, c));
  app.delete("/leads/:id", (c) => {
    const lead = found(world, c.req.param("id"), false);
    if (flaw !== "deletes nothing") lead["deletedAt"] = new Date().toISOString();
    if (flaw === "archived is converted") lead["convertedAt"] = lead["deletedAt"];
    return c.json({ data: lead });
  });
  for (const resource of ["firms", "firmMembers", "referralCodes", "plans"]) {
    app.get(`/${resource}`, (c) => c.json(pageOf([], c.req.query(), flaw)));
  }
  app.all("/clientProfiles", () => forbidden());
  app.post("/firms", () => forbidden());
  app.delete("/referralCodes/:id", () => forbidden());
  app.put("*", () => {
    throw new Refused(404);
  });
  return app;
}

function forbidden(): never {
  throw new Refused(403);
}

function owned(id: string, own: readonly string[]): void {
  if (!own.includes(id)) throw new Refused(404);
}

function found({ leads, flaw }: FakeWorld, id: string, withDeleted: boolean): Fields {
  const lead = leads.find((one) => one["id"] === id);
  const isHidden = lead?.["deletedAt"] !== null && !withDeleted && flaw !== "shows the deleted";
  if (lead === undefined || isHidden) throw new Refused(404);
  return lead;
}

async function bodyOf({ req }: Context): Promise<Fields> {
  try {
    return Object(await req.json());
  } catch {
    throw new Refused(422, problem("body", "INVALID"));
  }
}

async function made(world: FakeWorld, c: Context, resourceType: string): Promise<Response> {
  const { flaw, leads } = world;
  const resourceId = c.req.param("id") ?? "";
  owned(resourceId, [resourceType === "Firm" ? fakeFacts.firmId : fakeFacts.firmMemberId]);
  const body = await bodyOf(c);
  const invalid = invalidFields(body, flaw, true);
  const lead = newLead(body, { resourceType, resourceId, flaw });
  if (invalid !== null && flaw === "keeps what it refuses") leads.push(lead);
  if (invalid !== null) throw new Refused(flaw === "400 in place of 422" ? 400 : 422, invalid);
  refuseTaken(world, lead);
  if (flaw !== "stores nothing") leads.push(lead);
  return c.json({ data: lead }, flaw === "200 in place of 201" ? 200 : 201);
}

function newLead(
  body: Fields,
  { resourceType, resourceId, flaw }: { resourceType: string; resourceId: string; flaw: Flaw },
): Fields {
  const now =
    flaw === "times without T"
      ? new Date().toISOString().replace("T", " ")
      : new Date().toISOString();
  const { email, firstName, lastName, phone = null, clientData = null } = body;
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 8);
  const lead: Fields = {
    id,
    createdAt: now,
    updatedAt: now,
    email,
    firstName,
    lastName,
    resourceType,
  };
  Object.assign(lead, { resourceId, clientData, deletedAt: null, convertedAt: null });
  lead["phone"] = typeof phone === "string" ? { number: phone } : phone;
  if (flaw === "drops clientData") lead["clientData"] = null;
  if (flaw === "lacks convertedAt") delete lead["convertedAt"];
  if (flaw === "drops the extension" && phone !== null) delete Object(lead["phone"])["extension"];
  return lead;
}

function uniqueBy({ resourceType, resourceId, email }: Fields): string {
  return JSON.stringify([resourceType, resourceId, email]).toLowerCase();
}

function refuseTaken({ leads, flaw }: FakeWorld, lead: Fields): void {
  if (flaw === "accepts duplicates") return;
  const isTaken = leads.some((one) => one !== lead && uniqueBy(one) === uniqueBy(lead));
  if (!isTaken) return;
  const names =
    flaw === "NOT_UNIQUE on the email alone" ? ["email"] : ["resourceId", "resourceType", "email"];
  throw new Refused(409, Object.assign({}, ...names.map((name) => problem(name, "NOT_UNIQUE"))));
}

async function patched(world: FakeWorld, c: Context): Promise<Response> {
  const { flaw } = world;
  const lead = found(world, c.req.param("id") ?? "", false);
  const body = await bodyOf(c);
  const invalid = invalidFields(body, flaw, false);
  if (invalid !== null) throw new Refused(422, invalid);
  refuseTaken(world, Object.assign(lead, { email: lead["email"] }));
  const next = { ...lead, ...body };
  if (flaw !== "accepts a taken email in PATCH") {
    refuseTaken({ ...world, leads: world.leads.filter((one) => one !== lead) }, next);
  }
  if (flaw === "PATCH forgets the rest")
    Object.assign(next, { clientData: body["clientData"] ?? null });
  if (flaw !== "PATCH leaves updatedAt") next["updatedAt"] = new Date().toISOString();
  if (flaw !== "PATCH changes nothing") Object.assign(lead, next);
  return c.json({ data: next });
}

function problem(name: string, code: string): Fields {
  return { [name]: [{ code, message: "Wrong" }] };
}

function included(lead: Fields, include: string | undefined, flaw: Flaw): Fields {
  const { plans = [], ...rest } = lead;
  if (include === undefined || flaw === "no include") return rest;
  if (include === "Plans") return { ...rest, Plans: plans };
  if (include !== "Plans.ClientProfiles") throw new Refused(422, problem("include", "INVALID"));
  const list: readonly Fields[] = Array.isArray(plans) ? plans : [];
  const ClientProfiles = [{ id: "FakeProf" }];
  return { ...rest, Plans: list.map((plan) => ({ ...plan, ClientProfiles })) };
}

function converted(): Fields {
  const at = "2026-01-05T09:00:00.000Z";
  const times = { createdAt: at, updatedAt: at, deletedAt: at, convertedAt: at };
  const owner = { resourceType: "Firm", resourceId: fakeFacts.firmId };
  const person = {
    id: "FakeConv",
    email: "c@example.com",
    firstName: "C",
    lastName: "C",
    phone: null,
  };
  return {
    ...person,
    ...owner,
    ...times,
    clientData: null,
    plan_ids: ["FakePlan"],
    plans: [{ id: "FakePlan" }],
  };
}

function refusal(error: Error, flaw: Flaw): Response {
  if (!(error instanceof Refused)) throw error;
  const { status, fields } = error;
  const message = flaw === "error in place of message" ? { error: "No" } : { message: "No" };
  const hasFields = fields !== undefined && flaw !== "no fields";
  return new Response(JSON.stringify({ ...message, ...(hasFields ? { fields } : {}) }), {
    status,
    headers: { "content-type": flaw === "errors as text" ? "text/plain" : "application/json" },
  });
}
