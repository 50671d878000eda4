/** Tests that the two operations that create a Lead share. */
import { it } from "vitest";

import { at, text } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, monday, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { newLead, operationOf, pathOf } from "./cases.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Creates a Lead by the operation with that id. */
export function post(world: World, id: string, body: Fields, query = ""): Promise<Reply> {
  return world.api("POST", `${pathOf(operationOf(id))}${query}`, { body });
}

/** Tests of the fields in the response to a create (interface 2.1, 2.2). */
export function itReturnsWhatWasSent(id: string): void {
  it.each(sentFields)("201 returns $what as sent ($clause)", async ({ sent }) => {
    const world = await newWorld();
    const reply = await post(world, id, { ...newLead, ...sent });
    expect(reply).toAnswer(201);
    expect(at(reply, "data")).toMatchObject(sent);
    expect(await read(world, reply)).toBe(reply.text);
  });

  it("201 returns a key __proto__ in clientData as sent, as an ordinary key (2.2)", async () => {
    const world = await newWorld();
    const clientData = '{"__proto__":{"notes":"kept"},"nested":{"__proto__":1}}';
    const rawBody = `${JSON.stringify(newLead).slice(0, -1)},"clientData":${clientData}}`;
    const reply = await world.api("POST", pathOf(operationOf(id)), { rawBody });
    expect(reply).toAnswer(201);
    expect(reply.text).toContain(`"clientData":${clientData}`);
    expect(await read(world, reply)).toBe(reply.text);
  });

  it("201 with the number of a phone that is sent as a string (2.1)", async () => {
    const reply = await post(await newWorld(), id, { ...newLead, phone: "4165550199" });
    expect(at(reply, "data.phone")).toEqual({ number: "4165550199" });
  });

  it("201 with null for a missing phone, clientData or referral code (2.1)", async () => {
    const reply = await post(await newWorld(), id, newLead);
    expect(at(reply, "data")).toMatchObject({
      phone: null,
      clientData: null,
      referredByReferralCodeId: null,
    });
  });

  it.each(["id", "createdAt", "updatedAt", "deletedAt", "convertedAt", "plan_ids"])(
    "201 with %s in the body has no effect (2.1)",
    async (field) => {
      const bare = await post(await newWorld(), id, newLead);
      const reply = await post(await newWorld(), id, { ...newLead, [field]: "mine" });
      expect(reply).toAnswer(201);
      expect(reply.text).toBe(bare.text);
    },
  );
}

/** Tests of the fields that the service sets on a new Lead (interface 2.1, 3). */
export function itSetsTheRest(id: string): void {
  it("201 with an id of eight letters and digits, by which the Lead is read (1.7, 2.1)", async () => {
    const world = await newWorld();
    const reply = await post(world, id, newLead);
    expect(text(reply, "data.id")).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(await read(world, reply)).toBe(reply.text);
  });

  it("201 with createdAt and updatedAt at the time of the request (2.1)", async () => {
    const reply = await post(await newWorld(), id, newLead);
    expect(at(reply, "data.createdAt")).toBe(monday);
    expect(at(reply, "data.updatedAt")).toBe(monday);
  });

  it("201 with an Active Lead without plan_ids (2.1, 3)", async () => {
    const reply = await post(await newWorld(), id, newLead);
    expect(at(reply, "data")).toMatchObject({ deletedAt: null, convertedAt: null });
    expect(at(reply, "data")).not.toHaveProperty("plan_ids");
  });
}

/** Tests of the welcome mail and the parameter that suppresses it (interface 1.7, 6). */
export function itWelcomes(id: string): void {
  it("201 sends one welcome mail to the Lead at once (1.7, 6)", async () => {
    const world = await newWorld();
    const reply = await post(world, id, newLead);
    const mails = await world.control("GET", `/emails?leadId=${text(reply, "data.id")}`);
    expect(at(mails, "meta.total")).toBe(1);
    expect(at(mails, "data.0")).toMatchObject({ kind: "welcome", to: [newLead.email], at: monday });
  });

  it("201 with a mail whose sign-up link has the Lead's referral code (1.7, 2.4)", async () => {
    const world = await newWorld();
    await post(world, id, { ...newLead, referredByReferralCodeId: "HPcode02" });
    const mails = await world.control("GET", "/emails?kind=welcome");
    expect(text(mails, "data.0.links.0")).toContain("HPcode02");
  });

  it("201 without mail for disableClientOutreach=true (1.7)", async () => {
    const world = await newWorld();
    const reply = await post(world, id, newLead, "?disableClientOutreach=true");
    expect(reply).toAnswer(201);
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
  });

  it.each(["false", "", "1", "TRUE"])(
    "201 with disableClientOutreach=%s sends the welcome mail (1.7)",
    async (value) => {
      const world = await newWorld();
      const reply = await post(world, id, newLead, `?disableClientOutreach=${value}`);
      expect(reply).toAnswer(201);
      expect(at(await world.control("GET", "/emails?kind=welcome"), "meta.total")).toBe(1);
    },
  );
}

/** Tests that a second Lead with the same email gets a 409 (interface 2.1, 7). */
export function itRefusesTakenEmails(id: string): void {
  it("409 NOT_UNIQUE on resourceId, resourceType and email for a second Lead with the same email (7)", async () => {
    const world = await newWorld();
    await post(world, id, newLead);
    const reply = await post(world, id, newLead);
    expect(reply).toRefuse(409, "lead.unique");
    expect(reply).toRefuseFields(409, {
      resourceId: "NOT_UNIQUE",
      resourceType: "NOT_UNIQUE",
      email: "NOT_UNIQUE",
    });
  });

  it("409 IN_USE on email for the email of a client, where the workspace assumes so (7)", async () => {
    const world = await newWorld({ assumptions: { "lead.in-use": "409" } });
    const reply = await post(world, id, { ...newLead, email: "dario.converted@example.com" });
    expect(reply).toRefuseFields(409, { email: "IN_USE" });
  });
}

/** Tests that each missing required field is reported, also when all are missing (interface 7). */
export function itRequiresFields(id: string): void {
  it.each(["email", "firstName", "lastName"])("422 REQUIRED on %s (2.1, 7)", async (field) => {
    const reply = await post(await newWorld(), id, { ...newLead, [field]: undefined });
    expect(reply).toRefuseFields(422, { [field]: "REQUIRED" });
  });

  it("422 names every invalid field (7)", async () => {
    const reply = await post(await newWorld(), id, { email: "nobody", phone: 7, colour: "red" });
    expect(reply).toRefuseFields(422, {
      email: "INVALID",
      firstName: "REQUIRED",
      lastName: "REQUIRED",
      phone: "INCORRECT_TYPE",
      colour: "UNSUPPORTED",
    });
  });

  it("422 stores no Lead and sends no mail (1.5)", async () => {
    const world = await newWorld();
    const before = await world.control("GET", "/leads");
    await post(world, id, { ...newLead, colour: "red" });
    expect((await world.control("GET", "/leads")).text).toBe(before.text);
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(0);
  });
}

async function read(world: World, created: Reply): Promise<string> {
  return (await world.api("GET", `/v1/leads/${text(created, "data.id")}`)).text;
}

const sentFields: readonly {
  readonly what: string;
  readonly clause: string;
  readonly sent: Fields;
}[] = [
  { what: "email and names", clause: "2.1", sent: { ...newLead, email: "Nora.New@Example.com" } },
  {
    what: "names beyond ASCII",
    clause: "2.1",
    sent: { firstName: "Zoë 🏡", lastName: "Nguyễn-O’Hara" },
  },
  { what: "a phone", clause: "2.1", sent: { phone: { number: "4165550199" } } },
  {
    what: "a phone with extension",
    clause: "2.1",
    sent: { phone: { number: "+1 416 555 0199", extension: "007" } },
  },
  { what: "null for phone and clientData", clause: "2.1", sent: { phone: null, clientData: null } },
  { what: "a referral code", clause: "2.4", sent: { referredByReferralCodeId: ids.partnerCode } },
  {
    what: "every documented field of clientData",
    clause: "2.2",
    sent: {
      clientData: {
        prefix: "Ms.",
        citizenship: "Canadian Citizen",
        dateOfBirth: "1986-04-12",
        maritalStatus: "Married",
        isFirstTimeHomeBuyer: false,
        notes: "Two\nlines",
        Plans: [{ type: "Buying" }, { type: "Renewal", lender: "unknown" }],
      },
    },
  },
  {
    what: "a date of birth with a time",
    clause: "2.2",
    sent: { clientData: { dateOfBirth: "1986-04-12T00:00:00.000Z" } },
  },
  {
    what: "enrichment fields",
    clause: "2.2",
    sent: {
      clientData: {
        sin: "000000000",
        Assets: [{ type: "Vehicle", value: 12500.5 }],
        debts: [{ owed: 1e21, to: null }],
        residenceHistory: { years: [2019, 2020] },
      },
    },
  },
];
