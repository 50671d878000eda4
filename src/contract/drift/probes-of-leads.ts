/** Questions about Leads: what is required, refused, kept, merged. */
import { isJsonObject } from "../../domain/json.ts";
import { codesOf } from "./list-evidence.ts";
import { activeLead, create, person } from "./prepared-leads.ts";
import type { Probe } from "./probe.ts";
import { idOf, recordOf } from "./target.ts";

function isIso(text: unknown): boolean {
  return typeof text === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
}

/** What is accepted of a Lead that is made. */
export const leadProbes: readonly Probe[] = [
  {
    rule: "lead.create.firm",
    run: (target) => create(target, {}),
  },
  {
    rule: "lead.id.shape",
    async run(target) {
      target.note({ isEight: /^[A-Za-z0-9]{8}$/.test(idOf(await activeLead(target))) });
    },
  },
  {
    rule: "lead.timestamps",
    async run(target) {
      const { createdAt, updatedAt } = recordOf((await activeLead(target)).json);
      target.note({
        areIso: isIso(createdAt) && isIso(updatedAt),
        areEqual: createdAt === updatedAt,
      });
    },
  },
  {
    rule: "lead.fields",
    async run(target) {
      target.note(Object.keys(recordOf((await activeLead(target)).json)).toSorted());
    },
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
    rule: "error.codes",
    async run(target) {
      const body = { ...person, email: 7, phone: { number: 7 }, clientData: { Plans: [{}] } };
      const path = `/firms/${target.facts.firmId}/leads`;
      const { status, json } = await target.prepare("POST", path, { body });
      target.note({ status, codes: codesOf(isJsonObject(json) ? json["fields"] : null) });
    },
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
