/** Questions about what becomes of a Lead that is there. */
import { activeLead, archivedLead, create } from "./prepared-leads.ts";
import type { Probe } from "./probe.ts";
import { idOf, recordOf } from "./target.ts";

/** What becomes of a Lead that is there. */
export const changeProbes: readonly Probe[] = [
  {
    rule: "lead.unique",
    async run(target) {
      await target.lead({ email: target.email("twice") });
      await create(target, { email: target.email("twice") });
    },
  },
  {
    rule: "lead.email.case",
    async run(target) {
      await target.lead({ email: target.email("case") });
      await create(target, { email: target.email("case").toUpperCase() });
    },
  },
  {
    rule: "lead.get",
    async run(target) {
      await target.observe("GET", `/leads/${idOf(await activeLead(target))}`);
    },
  },
  {
    rule: "lead.patch",
    async run(target) {
      const body = { firstName: "Changed" };
      await target.observe("PATCH", `/leads/${await target.lead()}`, { body });
    },
  },
  {
    rule: "lead.patch.merge",
    async run(target) {
      const id = await target.lead({ clientData: { notes: "kept?", prefix: "Dr" } });
      await target.observe("PATCH", `/leads/${id}`, { body: { clientData: { notes: "changed" } } });
    },
  },
  {
    rule: "lead.delete",
    async run(target) {
      await target.observe("DELETE", `/leads/${await target.lead()}`);
    },
  },
  {
    rule: "lead.unique.deleted",
    async run(target) {
      const { email } = await archivedLead(target);
      await create(target, { email });
    },
  },
  {
    rule: "lead.patch.not-active",
    async run(target) {
      const id = await target.lead();
      await target.prepare("DELETE", `/leads/${id}`);
      await target.observe("PATCH", `/leads/${id}`, { body: { firstName: "Late" } });
    },
  },
  {
    rule: "scope.default",
    async run(target) {
      const { id } = await archivedLead(target);
      await target.observe("GET", `/leads/${id}`);
    },
  },
  {
    rule: "scope.with-deleted",
    async run(target) {
      const { id } = await archivedLead(target);
      await target.observe("GET", `/leads/${id}?scope=withDeleted`);
    },
  },
  {
    rule: "scope.active",
    async run(target) {
      const { id } = await archivedLead(target);
      await target.observe("GET", `/leads/${id}?scope=active`);
    },
  },
  {
    rule: "include.spelling",
    async run(target) {
      await target.observe("GET", `/leads/${idOf(await activeLead(target))}?includes=Plans`);
    },
  },
  {
    rule: "lead.patch.unique",
    async run(target) {
      const { email = null } = recordOf((await activeLead(target)).json);
      const id = await target.lead();
      await target.observe("PATCH", `/leads/${id}`, { body: { email } });
    },
  },
];
