import { expect } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, list, namesAt, refused } from "./row.ts";

/** The platform's changes of Leads, clients and Plans. */
export const platform: readonly Row[] = [
  {
    call: "POST W/sign-ups",
    promise:
      "201 { data: { clientProfile, leads, plans, emails } }: every matching Active Lead converted",
    async keeps(world) {
      const email = "twice@example.com";
      const clientData = { Plans: [{ type: "Buying" }, { type: "Renewal" }] };
      const first = await world.createLead({ email, clientData });
      const realtor = { key: world.keys.realtor, surface: "realtor" } as const;
      const body = { email: "TWICE@example.com", firstName: "Tam", lastName: "Two" };
      const foreign = await world.api("POST", `/v1/firms/${ids.realtyFirm}/leads`, {
        ...realtor,
        body,
      });
      const second = text(answered(201, foreign), "data.id");
      const reply = answered(201, await world.control("POST", "/sign-ups", { email }));
      expect(namesAt(reply, "data")).toEqual(["clientProfile", "emails", "leads", "plans"]);
      expect(at(reply, "data.leads")).toHaveLength(2);
      for (const id of [first, second]) {
        // oxlint-disable-next-line no-await-in-loop -- only two Leads
        const lead = await world.control("GET", `/leads/${id}`);
        expect(at(lead, "data")).toMatchObject({
          state: "Converted",
          convertedAt: monday,
          clientProfileId: text(reply, "data.clientProfile.id"),
        });
      }
      expect(at(reply, "data.plans")).toMatchObject([
        { type: "Buying", leadId: first, status: "New", owners: [ids.partnerFirm] },
        { type: "Renewal", leadId: first, status: "New", owners: [ids.partnerFirm] },
      ]);
      const expected = column(await world.control("GET", "/emails?kind=converted"), "id");
      expect(expected).toHaveLength(2);
      expect(new Set([0, 1].map((mail) => at(reply, `data.emails.${mail}.id`)))).toEqual(
        new Set(expected),
      );
    },
  },
  {
    call: "POST W/sign-ups",
    promise:
      "{ firstName?, lastName?, referralCode? }: the profile has them; a matching Lead is optional",
    async keeps(world) {
      const person = { email: "nobody.knows@example.com", firstName: "No", lastName: "Lead" };
      const body = { ...person, referralCode: ids.partnerCode };
      const reply = answered(201, await world.control("POST", "/sign-ups", body));
      expect(at(reply, "data.clientProfile")).toMatchObject({ ...person, createdAt: monday });
      expect(at(reply, "data")).toMatchObject({ leads: [], plans: [], emails: [] });
      refused(409, await world.control("POST", "/sign-ups", person), /nobody.knows/);
      const noCode = { email: "other@example.com", referralCode: "NoCode00" };
      refused(422, await world.control("POST", "/sign-ups", noCode), /NoCode00/);
      refused(422, await world.control("POST", "/sign-ups", { firstName: "No" }), /email/);
    },
  },
  {
    call: "GET W/leads/{leadId}/plans",
    promise: "every Plan of the converted Lead's client, private ones too; none before conversion",
    async keeps(world) {
      const clientData = { Plans: [{ type: "Buying" }] };
      const leadId = await world.createLead({ email: "planned@example.com", clientData });
      const path = `/leads/${leadId}/plans`;
      expect(list(await world.control("GET", path))).toEqual([]);
      const signedUp = await world.control("POST", "/sign-ups", { email: "planned@example.com" });
      const client = text(signedUp, "data.clientProfile.id");
      await world.control("POST", `/client-profiles/${client}/plans`, { type: "Renewal" });
      const reply = answered(200, await world.control("GET", path));
      expect(at(reply, "data")).toMatchObject([
        { type: "Buying", owners: [ids.partnerFirm] },
        { type: "Renewal", owners: [] },
      ]);
      refused(404, await world.control("GET", "/leads/NoSuch00/plans"), /NoSuch00/);
    },
  },
  {
    call: "POST W/leads/{id}/convert",
    promise: "200 { data: { lead, clientProfile, plans, emails } }, by its own email",
    async keeps(world) {
      const path = `/leads/${ids.activeLead}/convert`;
      const reply = answered(200, await world.control("POST", path));
      expect(namesAt(reply, "data")).toEqual(["clientProfile", "emails", "lead", "plans"]);
      expect(at(reply, "data")).toMatchObject({
        lead: { id: ids.activeLead, state: "Converted", convertedAt: monday },
        clientProfile: { email: "ada.active@example.com", firstName: "Ada" },
        plans: [{ type: "Buying", leadId: ids.activeLead }],
        emails: [{ kind: "converted", to: ["olive.owner@harbour-point.example"] }],
      });
      const shown = `/v1/leads/${ids.activeLead}?scope=withDeleted`;
      const lead = answered(200, await world.api("GET", shown));
      expect(at(lead, "data.plan_ids.0")).toBe(at(reply, "data.plans.0.id"));
    },
  },
  ...[ids.convertedLead, ids.archivedLead].flatMap(terminal),
  {
    call: "POST W/leads/{id}/archive",
    promise: "200 { data: { lead } }, soft-deleted from now on",
    async keeps(world) {
      const reply = await world.control("POST", `/leads/${ids.activeLead}/archive`);
      expect(namesAt(answered(200, reply), "data")).toEqual(["lead"]);
      const archived = { state: "Archived", deletedAt: monday, convertedAt: null };
      expect(at(reply, "data.lead")).toMatchObject(archived);
      answered(404, await world.api("GET", `/v1/leads/${ids.activeLead}`));
      answered(200, await world.api("GET", `/v1/leads/${ids.activeLead}?scope=withDeleted`));
    },
  },
  {
    call: "POST W/plans/{id}/status",
    promise: "{ status, amount? }: 200 { data: { plan, emails } }, and owners get mail",
    async keeps(world) {
      const path = `/plans/${ids.foreignPlan}/status`;
      const body = { status: "Pre-approved", amount: 412_500 };
      const reply = answered(200, await world.control("POST", path, body));
      expect(namesAt(reply, "data")).toEqual(["emails", "plan"]);
      expect(at(reply, "data.plan")).toMatchObject({
        id: ids.foreignPlan,
        ...body,
        updatedAt: monday,
      });
      expect(at(reply, "data.emails")).toMatchObject([
        { kind: "plan-updated", planId: ids.foreignPlan, to: ["rosa.owner@maple-row.example"] },
      ]);
      const realtor = { key: world.keys.realtor, surface: "realtor" } as const;
      const shown = answered(200, await world.api("GET", `/v1/plans/${ids.foreignPlan}`, realtor));
      expect(at(shown, "data")).toMatchObject(body);
      const next = await world.control("POST", path, { status: "Completed" });
      expect(at(next, "data.plan.amount")).toBe(412_500);
    },
  },
  {
    call: "POST W/plans/{id}/status",
    promise: "409 for a transition that is not allowed, 422 for an unknown status",
    async keeps(world) {
      const path = `/plans/${ids.plan}/status`;
      refused(409, await world.control("POST", path, { status: "New" }), /New/);
      refused(422, await world.control("POST", path, { status: "Signed" }), /status/);
      refused(404, await world.control("POST", "/plans/NoPlan00/status", { status: "New" }));
      expect(list(await world.control("GET", "/emails"))).toEqual([]);
    },
  },
  {
    call: "POST W/client-profiles/{id}/plans",
    promise: "{ type }: the client opens a private Plan, which no Firm sees",
    async keeps(world) {
      const path = `/client-profiles/${ids.clientProfile}/plans`;
      const reply = answered(201, await world.control("POST", path, { type: "Switch" }));
      const plan = { type: "Switch", status: "New", owners: [], leadId: null };
      expect(at(reply, "data.plan")).toMatchObject({ ...plan, clientProfileId: ids.clientProfile });
      answered(404, await world.api("GET", `/v1/plans/${text(reply, "data.plan.id")}`));
      refused(422, await world.control("POST", path, { type: "Holiday" }), /Holiday/);
      const nobody = "/client-profiles/NoClient/plans";
      refused(404, await world.control("POST", nobody, { type: "Switch" }), /NoClient/);
    },
  },
  {
    call: "POST W/plans/{id}/owners",
    promise: "{ firmId }: the Firm sees the Plan from now on",
    async keeps(world) {
      answered(404, await world.api("GET", `/v1/plans/${ids.privatePlan}`));
      const path = `/plans/${ids.privatePlan}/owners`;
      const body = { firmId: ids.partnerFirm };
      const reply = answered(201, await world.control("POST", path, body));
      expect(at(reply, "data.plan.owners")).toEqual([ids.partnerFirm]);
      answered(200, await world.api("GET", `/v1/plans/${ids.privatePlan}`));
      refused(404, await world.control("POST", path, { firmId: "NoFirm00" }), /NoFirm00/);
      refused(404, await world.control("POST", "/plans/NoPlan00/owners", body), /NoPlan00/);
    },
  },
];

function terminal(id: string): readonly Row[] {
  return ["convert", "archive"].map((verb) => ({
    call: `POST W/leads/{id}/${verb}`,
    promise: `409 when not Active, as ${id} is, and nothing happens`,
    keeps: (world) => staysAsItIs(world, id, verb),
  }));
}

async function staysAsItIs(world: World, id: string, verb: string): Promise<void> {
  const before = await world.control("GET", "/state");
  refused(409, await world.control("POST", `/leads/${id}/${verb}`), new RegExp(id));
  expect((await world.control("GET", "/state")).text).toBe(before.text);
  expect(list(await world.control("GET", "/emails"))).toEqual([]);
  refused(404, await world.control("POST", `/leads/NoLead00/${verb}`), /NoLead00/);
}
