/** Calls of the control API read and change records of each environment (interface 1.4; rule env.data). */
import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { open, submit } from "../../pages/page-visits.ts";
import { made, productionLead } from "./both-environments.ts";

const memberLeads = `/v1/firmMembers/${ids.partnerMember}/leads`;

describe("the Leads of an environment", () => {
  it("200 with those of the sandbox by default, or of the given environment", async () => {
    const { world, sandbox, production } = await made();
    const listed = async (query: string) => {
      const reply = await world.control("GET", `/leads${query}`);
      return { ids: column(reply, "id"), environments: column(reply, "environment") };
    };
    const ofSandbox = { ids: [sandbox], environments: ["sandbox"] };
    expect(await listed("")).toEqual(ofSandbox);
    expect(await listed("?environment=sandbox")).toEqual(ofSandbox);
    expect(await listed("?environment=production")).toEqual({
      ids: [production],
      environments: ["production"],
    });
  });

  it("200 for the id of a Lead in either environment", async () => {
    const { world, production } = await made();
    const shown = await world.control("GET", `/leads/${production}`);
    expect(shown.json).toMatchObject({ data: { id: production, environment: "production" } });
    const archived = await world.control("POST", `/leads/${production}/archive`);
    expect(at(archived, "data.lead.environment")).toBe("production");
  });

  it("200 with both under env.data=shared, or those that one environment's keys created", async () => {
    const { world, sandbox, production } = await made({ "env.data": "shared" });
    const listed = async (query: string) =>
      column(await world.control("GET", `/leads${query}`), "id");
    expect(await listed("")).toEqual([production, sandbox]);
    expect(await listed("?environment=production")).toEqual([production]);
  });

  it.each(["GET /leads", "GET /emails", "GET /requests", "DELETE /emails", "GET /emails/wait"])(
    "422 on %s for an unknown environment",
    async (call) => {
      const [method = "", called = ""] = call.split(" ");
      const world = await newWorld();
      const reply = await world.control(method, `${called}?environment=live`);
      expect([reply.status, at(reply, "fields.environment.0.code")]).toEqual([422, "INVALID"]);
    },
  );
});

describe("sign-ups and conversions", () => {
  it("201 registers a client in the sandbox by default, and once in each environment", async () => {
    const { world, sandbox } = await made();
    const signUp = (environment?: string) =>
      world.control("POST", "/sign-ups", { email: "maya@example.com", environment });
    const first = await signUp();
    expect(first.json).toMatchObject({
      data: { clientProfile: { environment: "sandbox" }, leads: [{ id: sandbox }] },
    });
    expect((await signUp("production")).status).toBe(201);
    expect((await signUp("production")).status).toBe(409);
  });

  it.each([
    { data: "separate", state: "Active" },
    { data: "shared", state: "Converted" },
  ])(
    "200 converts by id the Leads of the email that the environment sees: env.data=$data",
    async ({ data, state }) => {
      const { world } = await made({ "env.data": data });
      const email = "twin@example.com";
      const inSandbox = await world.createLead({ email });
      const twin = await productionLead(world, { email }, memberLeads);
      const reply = await world.control("POST", `/leads/${twin}/convert`);
      expect(at(reply, "data.lead.state")).toBe("Converted");
      expect(at(await world.control("GET", `/leads/${inSandbox}`), "data.state")).toBe(state);
    },
  );

  it("200 converts a Lead into a client and Plans of its own environment", async () => {
    const { world, sandbox } = await made();
    const clientData = { Plans: [{ type: "Buying" }] };
    const lead = await productionLead(world, { email: "other@example.com", clientData });
    const reply = await world.control("POST", `/leads/${lead}/convert`);
    expect(reply.json).toMatchObject({
      data: {
        lead: { environment: "production" },
        clientProfile: { environment: "production" },
        plans: [{ environment: "production" }],
      },
    });
    const client = text(reply, "data.clientProfile.id");
    const plan = { type: "Renewal" };
    const opened = await world.control("POST", `/client-profiles/${client}/plans`, plan);
    expect(at(opened, "data.plan.environment")).toBe("production");
    expect(at(await world.control("GET", `/leads/${sandbox}`), "data.state")).toBe("Active");
  });

  it("201 by the page that the mail of a production Lead links to", async () => {
    const { world, sandbox, production } = await made();
    const mail = await world.control("GET", `/emails?environment=production&leadId=${production}`);
    const link = new URL(text(mail, "data.0.links.0"));
    expect(link.searchParams.get("environment")).toBe("production");
    const given = Object.fromEntries(link.searchParams);
    const page = await open(world, "sign-up", given);
    expect(page.text).toContain('name="environment" value="production"');
    expect((await submit(world, "sign-up", given)).status).toBe(201);
    const states = await Promise.all(
      [production, sandbox].map((id) => world.control("GET", `/leads/${id}`)),
    );
    expect(states.map((reply) => at(reply, "data.state"))).toEqual(["Converted", "Active"]);
  });
});

describe("the mail of an environment", () => {
  it("200 lists and deletes that of the sandbox by default", async () => {
    const { world, sandbox, production } = await made();
    const of = async (query: string) =>
      column(await world.control("GET", `/emails${query}`), "leadId");
    expect(await of("")).toEqual([sandbox]);
    expect(await of("?environment=production")).toEqual([production]);
    const forgotten = await world.control("DELETE", "/emails");
    expect(at(forgotten, "data.forgotten")).toBe(1);
    expect(await of("")).toEqual([]);
    expect(await of("?environment=production")).toEqual([production]);
    await world.control("DELETE", "/emails?environment=production");
    expect(await of("?environment=production")).toEqual([]);
  });

  it("200 lists, counts and deletes the mail of both for all", async () => {
    const { world, sandbox, production } = await made();
    const listed = await world.control("GET", "/emails?environment=all");
    expect(column(listed, "leadId")).toEqual([production, sandbox]);
    const ofOne = await world.control("GET", `/emails?environment=all&leadId=${production}`);
    expect(column(ofOne, "environment")).toEqual(["production"]);
    const count = async () =>
      at(await world.control("GET", "/emails/count?environment=all"), "data.count");
    expect(await count()).toBe(2);
    const deleted = await world.control("DELETE", "/emails?environment=all");
    expect(at(deleted, "data.forgotten")).toBe(2);
    expect(await count()).toBe(0);
  });
});

describe("the journal", () => {
  it("200 lists the requests of both environments, or of the given one", async () => {
    const { world } = await made();
    const surfaces = async (query: string) =>
      column(await world.control("GET", `/requests${query}`), "surface");
    expect(await surfaces("")).toEqual(["partner-production", "partner-sandbox"]);
    expect(await surfaces("?environment=production")).toEqual(["partner-production"]);
    const count = await world.control("GET", "/requests/count?environment=sandbox");
    expect(at(count, "data.count")).toBe(1);
  });
});
