import { expect } from "vitest";

import { text } from "../../../support/reply.ts";
import { ids, monday } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { rejected } from "./row.ts";

/** The platform's changes of Leads, clients and Plans; `test/server/control/calls/refusals.test.ts` tests what is refused. */
export const platform: readonly Row[] = [
  {
    call: "POST W/sign-ups",
    method: "signUp",
    promise:
      "201 { data: { clientProfile, leads, plans, emails } }: every matching Active Lead converted",
    async keeps({ workspace, api, createLead, keys }) {
      const email = "twice@example.com";
      const clientData = { Plans: [{ type: "Buying" }, { type: "Renewal" }] };
      const first = await createLead({ email, clientData });
      const body = { email: "TWICE@example.com", firstName: "Tam", lastName: "Two" };
      const realtor = { key: keys.realtor, surface: "realtor", body } as const;
      const foreign = await api("POST", `/v1/firms/${ids.realtyFirm}/leads`, realtor);
      const second = text(foreign, "data.id");
      const signedUp = await workspace.signUp({ email });
      const { clientProfile, leads, plans, emails } = signedUp;
      expect(Object.keys(signedUp).toSorted()).toEqual([
        "clientProfile",
        "emails",
        "leads",
        "plans",
      ]);
      expect(new Set(leads.map(({ id }) => id))).toEqual(new Set([first, second]));
      const converted = { state: "Converted", convertedAt: monday };
      for (const { id } of leads) {
        // oxlint-disable-next-line no-await-in-loop -- only two Leads
        const lead = await workspace.leads.get(id);
        expect(lead).toMatchObject({ ...converted, clientProfileId: clientProfile.id });
      }
      expect(plans).toMatchObject([
        { type: "Buying", leadId: first, status: "New", owners: [ids.partnerFirm] },
        { type: "Renewal", leadId: first, status: "New", owners: [ids.partnerFirm] },
      ]);
      const { data } = await workspace.emails.list({ kind: "converted" });
      expect(data).toHaveLength(2);
      expect(new Set(emails.map(({ id }) => id))).toEqual(new Set(data.map(({ id }) => id)));
    },
  },
  {
    call: "POST W/sign-ups",
    promise:
      "{ firstName?, lastName?, referralCode? }: the profile has them; a matching Lead is optional",
    async keeps({ workspace }) {
      const person = { email: "nobody.knows@example.com", firstName: "No", lastName: "Lead" };
      const signedUp = await workspace.signUp({ ...person, referralCode: ids.partnerCode });
      expect(signedUp.clientProfile).toMatchObject({ ...person, createdAt: monday });
      expect(signedUp).toMatchObject({ leads: [], plans: [], emails: [] });
      await rejected(409, workspace.signUp(person), /nobody.knows/);
    },
  },
  {
    call: "GET W/leads/{leadId}/plans",
    method: "leads.plans",
    promise: "every Plan of the converted Lead's client, private ones too; none before conversion",
    async keeps({ workspace, createLead }) {
      const email = "planned@example.com";
      const leadId = await createLead({ email, clientData: { Plans: [{ type: "Buying" }] } });
      expect((await workspace.leads.plans(leadId)).data).toEqual([]);
      const { clientProfile } = await workspace.signUp({ email });
      await workspace.clientProfiles.openPlan(clientProfile.id, { type: "Renewal" });
      expect((await workspace.leads.plans(leadId)).data).toMatchObject([
        { type: "Buying", owners: [ids.partnerFirm] },
        { type: "Renewal", owners: [] },
      ]);
      await rejected(404, workspace.leads.plans("NoSuch00"), /NoSuch00/);
    },
  },
  {
    call: "POST W/leads/{id}/convert",
    method: "leads.convert",
    promise:
      "200 { data: { lead, leads, clientProfile, plans, emails } }: every Active Lead with its email converted, the named one first",
    async keeps({ workspace, api }) {
      const { json } = await api("POST", `/v1/firmMembers/${ids.partnerMember}/leads`, {
        body: { email: "ada.active@example.com", firstName: "Ada", lastName: "Active" },
      });
      const ofOwner = expect.objectContaining({
        kind: "converted",
        to: ["olive.owner@harbour-point.example"],
      });
      const twin = expect.objectContaining({ email: "ada.active@example.com", state: "Converted" });
      expect(json).toMatchObject({ data: { email: "ada.active@example.com" } });
      const converted = await workspace.leads.convert(ids.activeLead);
      expect(converted).toEqual({
        lead: expect.objectContaining({ id: ids.activeLead, state: "Converted" }),
        leads: [converted.lead, twin],
        clientProfile: expect.objectContaining({ email: "ada.active@example.com" }),
        plans: [expect.objectContaining({ type: "Buying", leadId: ids.activeLead })],
        emails: [ofOwner, ofOwner],
      });
      expect(converted.lead.convertedAt).toBe(monday);
      const shown = await api("GET", `/v1/leads/${ids.activeLead}?scope=withDeleted`);
      expect(shown.json).toMatchObject({ data: { plan_ids: [converted.plans[0]?.id] } });
    },
  },
  {
    call: "POST W/leads/{id}/archive",
    method: "leads.archive",
    promise: "200 { data: { lead } }, soft-deleted from now on",
    async keeps({ workspace, api }) {
      const archived = { state: "Archived", deletedAt: monday, convertedAt: null };
      const lead: unknown = expect.objectContaining(archived);
      expect(await workspace.leads.archive(ids.activeLead)).toEqual({ lead });
      const path = `/v1/leads/${ids.activeLead}`;
      expect((await api("GET", path)).status).toBe(404);
      expect((await api("GET", `${path}?scope=withDeleted`)).status).toBe(200);
      await rejected(409, workspace.leads.archive(ids.activeLead), /Archived/);
    },
  },
  {
    call: "POST W/plans/{id}/status",
    method: "plans.move",
    promise: "{ status, amount? }: 200 { data: { plan, emails } }, and owners get mail",
    async keeps({ workspace, api, keys }) {
      const planId = ids.foreignPlan;
      const to = { status: "Pre-approved", amount: 412_500 } as const;
      expect(await workspace.plans.move(planId, to)).toEqual({
        plan: expect.objectContaining({ id: planId, ...to, updatedAt: monday }),
        emails: [
          expect.objectContaining({
            kind: "plan-updated",
            planId,
            to: ["rosa.owner@maple-row.example"],
          }),
        ],
      });
      const realtor = { key: keys.realtor, surface: "realtor" } as const;
      expect((await api("GET", `/v1/plans/${planId}`, realtor)).json).toMatchObject({ data: to });
      const next = await workspace.plans.move(planId, { status: "Completed" });
      expect(next.plan.amount).toBe(412_500);
    },
  },
  {
    call: "POST W/client-profiles/{id}/plans",
    method: "clientProfiles.openPlan",
    promise: "{ type }: the client opens a private Plan, which no Firm sees",
    async keeps({ workspace, api }) {
      const { openPlan } = workspace.clientProfiles;
      const wanted = { type: "Switch", name: "Cottage" };
      const { plan } = await openPlan(ids.clientProfile, wanted);
      const own = { status: "New", owners: [], leadId: null, clientProfileId: ids.clientProfile };
      expect(plan).toMatchObject({ ...wanted, ...own });
      expect((await api("GET", `/v1/plans/${plan.id}`)).status).toBe(404);
      await rejected(422, openPlan(ids.clientProfile, { type: "Holiday" }), /Holiday/);
    },
  },
  {
    call: "POST W/plans/{id}/owners",
    method: "plans.link",
    promise: "{ firmId }: the Firm sees the Plan from now on",
    async keeps({ workspace, api }) {
      const path = `/v1/plans/${ids.privatePlan}`;
      expect((await api("GET", path)).status).toBe(404);
      const { plan } = await workspace.plans.link(ids.privatePlan, ids.partnerFirm);
      expect(plan.owners).toEqual([ids.partnerFirm]);
      expect((await api("GET", path)).status).toBe(200);
      await rejected(404, workspace.plans.link(ids.privatePlan, "NoFirm00"), /NoFirm00/);
    },
  },
];
