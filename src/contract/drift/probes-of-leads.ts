/** Questions about Leads: what is required, refused, kept, merged. */
import type { JsonObject } from "../../domain/json.ts";
import type { Probe } from "./probe.ts";
import type { Target } from "./target.ts";

const person = { firstName: "Probe", lastName: "Probe" } as const;

/** Observes the creation of a Lead from `fields`. */
async function create(target: Target, fields: JsonObject): Promise<void> {
  const body = { email: target.email("asked"), ...person, ...fields };
  await target.observe("POST", `/firms/${target.facts.firmId}/leads`, { body });
}

/** What is accepted of a Lead that is made. */
export const leadProbes: readonly Probe[] = [
  {
    rule: "lead.create.firm",
    run: (target) => create(target, {}),
  },
  {
    rule: "lead.required",
    async run(target) {
      const path = `/firms/${target.facts.firmId}/leads`;
      await target.observe("POST", path, { body: { email: target.email("only") } });
      const phone = { number: "4165550100" };
      await target.observe("POST", path, { body: { email: target.email("phone"), phone } });
    },
  },
  { rule: "lead.required.empty", run: (target) => create(target, { firstName: "" }) },
  { rule: "lead.text.characters", run: (target) => create(target, { firstName: "Pro\u0007be" }) },
  { rule: "lead.optional-null", run: (target) => create(target, { phone: null }) },
  { rule: "lead.email.format", run: (target) => create(target, { email: "no-address" }) },
  {
    rule: "lead.phone.shape",
    run: (target) => create(target, { phone: { number: "416", extension: "1" } }),
  },
  { rule: "lead.phone.string", run: (target) => create(target, { phone: "4165550100" }) },
  { rule: "lead.parent-fields", run: (target) => create(target, { resourceType: "FirmMember" }) },
  { rule: "lead.read-only-fields", run: (target) => create(target, { convertedAt: null }) },
  { rule: "lead.unknown-field", run: (target) => create(target, { favouriteColour: "green" }) },
  {
    rule: "lead.referral-code",
    run: (target) => create(target, { referredByReferralCodeId: "n0Such00" }),
  },
  {
    rule: "client-data.fields",
    run: (target) =>
      create(target, {
        clientData: { notes: "probe", isFirstTimeHomeBuyer: true, Plans: [{ type: "Buying" }] },
      }),
  },
  {
    rule: "client-data.date-of-birth",
    run: (target) => create(target, { clientData: { dateOfBirth: "1990-02-30" } }),
  },
  {
    rule: "client-data.enrichment",
    run: (target) => create(target, { clientData: { creditScoreEstimation: 700 } }),
  },
  {
    rule: "client-data.values",
    run: (target) => create(target, { clientData: { maritalStatus: "complicated" } }),
  },
  {
    rule: "client-data.nested-field-name",
    run: (target) => create(target, { clientData: { isFirstTimeHomeBuyer: "yes" } }),
  },
  {
    rule: "client-data.plans.empty",
    run: (target) => create(target, { clientData: { Plans: [] } }),
  },
  {
    rule: "plan.type",
    async run(target) {
      await create(target, { clientData: { Plans: [{ type: "Switching" }] } });
      await create(target, {
        email: target.email("any"),
        clientData: { Plans: [{ type: "Sailing" }] },
      });
    },
  },
  {
    rule: "error.all-fields",
    run: (target) => create(target, { email: "no-address", firstName: 7 }),
  },
  {
    rule: "lead.create.firm-member",
    needs: ["firmMemberId"],
    async run(target) {
      const body = { email: target.email("member"), ...person };
      await target.observe("POST", `/firmMembers/${target.facts.firmMemberId}/leads`, { body });
    },
  },
];

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
      await target.observe("GET", `/leads/${await target.lead()}`);
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
      const id = await target.lead({ email: target.email("freed") });
      await target.prepare("DELETE", `/leads/${id}`);
      await create(target, { email: target.email("freed") });
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
      const id = await target.lead();
      await target.prepare("DELETE", `/leads/${id}`);
      await target.observe("GET", `/leads/${id}`);
    },
  },
  {
    rule: "scope.with-deleted",
    async run(target) {
      const id = await target.lead();
      await target.prepare("DELETE", `/leads/${id}`);
      await target.observe("GET", `/leads/${id}?scope=withDeleted`);
    },
  },
];
