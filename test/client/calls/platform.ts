import { expect } from "vitest";

import { ids } from "../../support/world.ts";
import type { Call } from "./call.ts";
import { dataOf } from "./call.ts";

const status = 404;

/** Calls for actions of the platform, and for the resulting mail. */
export const platformCalls: readonly Call[] = [
  {
    method: "leads.list",
    operation: "list-leads",
    does: "pages through every Lead, deleted ones too",
    async shows({ workspace }) {
      const { data, meta } = await workspace.leads.list({ limit: 3, offset: 6 });
      expect(meta).toEqual({ total: 8, count: 2, offset: 6, limit: 3 });
      const all = await dataOf(workspace.leads.list());
      expect(data).toEqual(all.slice(6));
      expect(new Set(all.map(({ state }) => state))).toEqual(
        new Set(["Active", "Converted", "Archived"]),
      );
    },
  },
  {
    method: "leads.get",
    operation: "get-lead-state",
    does: "reads one in any state",
    async shows({ workspace }) {
      const lead = await workspace.leads.get(ids.archivedLead);
      expect(lead).toMatchObject({ state: "Archived", email: "eve.archived@example.com" });
    },
  },
  {
    method: "leads.plans",
    operation: "list-lead-plans",
    does: "lists the Plans of one",
    async shows({ workspace }) {
      const { plans } = await workspace.leads.convert(ids.activeLead);
      expect(await dataOf(workspace.leads.plans(ids.activeLead))).toEqual(plans);
    },
  },
  {
    method: "leads.convert",
    operation: "convert-lead",
    does: "has the client of a Lead sign up",
    async shows({ workspace }) {
      const { lead, clientProfile, plans, emails } = await workspace.leads.convert(ids.activeLead);
      expect(lead).toMatchObject({ state: "Converted", clientProfileId: clientProfile.id });
      expect(plans).toMatchObject([{ leadId: ids.activeLead, status: "New" }]);
      expect(emails).toMatchObject([{ kind: "converted" }]);
      expect(await workspace.leads.get(ids.activeLead)).toEqual(lead);
    },
  },
  {
    method: "leads.archive",
    operation: "archive-lead",
    does: "archives one",
    async shows({ workspace }) {
      const { lead } = await workspace.leads.archive(ids.activeLead);
      expect(lead.state).toBe("Archived");
      const refused = workspace.leads.archive(ids.activeLead);
      await expect(refused).rejects.toMatchObject({ status: 409 });
    },
  },
  {
    method: "signUp",
    operation: "sign-up",
    does: "signs a client up, with a Lead or without",
    async shows({ workspace, createLead }) {
      const email = "sally@example.com";
      const lead = await createLead(email);
      const person = { email, firstName: "Sally", lastName: "Sign" };
      const { clientProfile, leads } = await workspace.signUp(person);
      expect(clientProfile).toMatchObject(person);
      expect(leads).toMatchObject([{ id: lead, state: "Converted" }]);
      const other = await workspace.signUp({ email: "nobody@example.com" });
      expect(other).toMatchObject({ leads: [], plans: [], emails: [] });
    },
  },
  {
    method: "plans.move",
    operation: "move-plan",
    does: "moves a Plan and mails its owners",
    async shows({ workspace }) {
      const to = { status: "Completed", amount: 1_000 } as const;
      const { plan, emails } = await workspace.plans.move(ids.plan, to);
      expect(plan).toMatchObject({ id: ids.plan, ...to });
      expect(emails).toMatchObject([{ kind: "plan-updated", planId: ids.plan }]);
    },
  },
  {
    method: "plans.link",
    operation: "link-plan",
    does: "links a Plan to a Firm, which sees it then",
    async shows({ workspace, api }) {
      expect((await api("GET", `/v1/plans/${ids.privatePlan}`)).status).toBe(404);
      const { plan } = await workspace.plans.link(ids.privatePlan, ids.partnerFirm);
      expect(plan.owners).toEqual([ids.partnerFirm]);
      expect((await api("GET", `/v1/plans/${ids.privatePlan}`)).status).toBe(200);
    },
  },
  {
    method: "clientProfiles.openPlan",
    operation: "open-private-plan",
    does: "opens a Plan that no Firm owns",
    async shows({ workspace }) {
      const wanted = { type: "Renewal", name: "Cottage" };
      const { plan } = await workspace.clientProfiles.openPlan(ids.clientProfile, wanted);
      expect(plan).toMatchObject({ ...wanted, owners: [], clientProfileId: ids.clientProfile });
      expect((await workspace.state.get()).plans.map(({ id }) => id)).toContain(plan.id);
    },
  },
  {
    method: "emails.list",
    operation: "list-emails",
    does: "selects and pages, newest first",
    async shows({ workspace, createLead }) {
      const lead = await createLead("one@example.com");
      await createLead("two@example.com");
      const all = await dataOf(workspace.emails.list());
      expect(all.map(({ to }) => to[0])).toEqual(["two@example.com", "one@example.com"]);
      const query = { to: "one@", kind: "welcome", subject: "invites", leadId: lead } as const;
      const since = "2026-03-02T09:00:00.000Z";
      const page = { limit: 1, offset: 0, since };
      expect(await dataOf(workspace.emails.list({ ...query, ...page }))).toEqual([all[1]]);
    },
  },
  {
    method: "emails.waitFor",
    operation: "wait-for-email",
    does: "answers once the mail is there, and is refused when none comes",
    async shows({ workspace, createLead }) {
      const to = "awaited@example.com";
      const waiting = workspace.emails.waitFor({ to, kind: "welcome", timeoutMs: 60_000 });
      const lead = await createLead(to);
      expect(await waiting).toMatchObject({ to: [to], leadId: lead });
      const none = workspace.emails.waitFor({ to: "nobody@example.com", timeoutMs: 0 });
      await expect(none).rejects.toThrow(`welcome to ${to}`);
    },
  },
  ...(["get", "raw", "html", "text"] as const).map(partOfMail),
  {
    method: "emails.clear",
    operation: "forget-emails",
    does: "forgets them",
    async shows({ workspace, createLead }) {
      await createLead("forgotten@example.com");
      expect(await workspace.emails.clear()).toEqual({ forgotten: 1 });
      expect(await dataOf(workspace.emails.list())).toEqual([]);
    },
  },
];

function partOfMail(part: "get" | "raw" | "html" | "text"): Call {
  const wanted = {
    get: { text: expect.stringContaining("Zoë"), html: expect.stringContaining("Zoë") },
    raw: expect.stringMatching(/^(?:[\w-]+: .*\r\n(?:[ \t].*\r\n)*)+\r\n/),
    html: expect.stringMatching(/^<!doctype html>[^]*Zoë/i),
    text: expect.stringMatching(/^Welcome from [^]*Zoë/),
  };
  return {
    method: `emails.${part}`,
    operation: part === "get" ? "get-email" : `get-email-${part}`,
    does: "brings the message with every character of it",
    async shows({ workspace, createLead }) {
      await createLead("zoe@example.com", { firstName: "Zoë" });
      const { id } = await workspace.emails.waitFor({ timeoutMs: 0 });
      const brought: unknown = await workspace.emails[part](id);
      expect(brought).toEqual(part === "get" ? expect.objectContaining(wanted.get) : wanted[part]);
      await expect(workspace.emails[part]("NoMail00")).rejects.toMatchObject({ status });
    },
  };
}
