/** Probes of the fields of a Lead: what is required, refused and stored. */
import { isGranted, outcome, rowsOf, statusSeen } from "../target/evidence.ts";
import { create, firmLeads, refusedEmails } from "../target/prepared-leads.ts";
import type { Answered, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import { ofCreation, ofKept, ofRefusal } from "./creations.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";
import { readOnlyProbes } from "./read-only-fields.ts";
import { valueProbes } from "./refusals.ts";

const number = "4165550100";

const emailProbes = (["invalid", "type"] as const).map((part, at): Probe => ({
  rule: "lead.email.format",
  parts: [part],
  async run(target) {
    const refused = (await refusedEmails(target))[at];
    if (refused !== undefined) target.saw(refused, outcome(target, refused));
  },
}));

const phoneProbes: readonly Probe[] = [
  ofKept("lead.phone.shape", { phone: { number, extension: "1" } }, { parts: ["extension"] }),
  ofKept("lead.phone.shape", { phone: { number } }, { parts: ["number"] }),
  ...valueProbes("lead.phone.shape", {
    "extension-type": { phone: { extension: 7, number } },
    "number-type": { phone: { number: 7 } },
  }),
  ofRefusal("lead.phone.shape", { phone: 7 }, { parts: ["type"] }),
  ofRefusal(
    "lead.phone.shape",
    { phone: { extension: "1" } },
    { parts: ["number-required"], standing: "assumed" },
  ),
  ofAnswer("lead.phone.string", withPlainPhone, outcome, { parts: ["accepted"] }),
  {
    rule: "lead.phone.string",
    parts: ["stored"],
    async run(target) {
      const made = await withPlainPhone(target);
      if (!isGranted(made)) target.giveUp("The service did not accept a plain phone");
      target.saw(made, { phone: recordOf(made)["phone"] ?? null }, "assumed");
    },
  },
  ofCreation(
    "lead.phone.further-keys",
    { phone: { number, colour: "green" } },
    { shown: ["phone"] },
  ),
];

async function withPlainPhone(target: Target): Promise<Answered> {
  const [made] = await target.once("plain phone", async () => [
    await create(target, { email: target.email("plain"), phone: number }),
  ]);
  return made ?? target.giveUp("No Lead");
}

/** Every documented field of `clientData` as null. */
const unset = {
  prefix: null,
  citizenship: null,
  dateOfBirth: null,
  maritalStatus: null,
  notes: null,
  isFirstTimeHomeBuyer: null,
  Plans: null,
};

/** Probes of the fields of a Lead other than `clientData`. */
export const fieldProbes: readonly Probe[] = [
  {
    rule: "lead.required",
    parts: ["names"],
    async run(target) {
      const bodies = [
        { email: target.email("only") },
        { email: target.email("phone"), phone: { number } },
      ];
      for (const body of bodies) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const made = await target.ask("POST", firmLeads(target), { body });
        target.saw(made, outcome(target, made));
      }
    },
  },
  {
    rule: "lead.required",
    parts: ["email"],
    async run(target) {
      const refused = (await refusedEmails(target)).at(-1);
      if (refused !== undefined) target.saw(refused, outcome(target, refused));
    },
  },
  ofCreation("lead.required.empty", { firstName: "", lastName: "" }, { parts: ["empty"] }),
  ofCreation("lead.required.empty", { firstName: " ", lastName: "\t " }, { parts: ["blank"] }),
  ofCreation(
    "lead.text.characters",
    { firstName: "Pro\u0007be", lastName: "Pro\nbe" },
    { parts: ["control"] },
  ),
  ofCreation(
    "lead.text.characters",
    { firstName: "Pro\uD800be", lastName: "Pro\uDFFFbe" },
    { parts: ["surrogate"] },
  ),
  ofCreation("lead.optional-null", { phone: null }, { parts: ["phone"], shown: ["phone"] }),
  ofCreation(
    "lead.optional-null",
    { clientData: null },
    { parts: ["client-data"], shown: ["clientData"] },
  ),
  ofCreation("lead.optional-null", { clientData: unset }, { parts: ["nested"] }),
  ...emailProbes,
  ...phoneProbes,
  ...valueProbes("lead.parent-fields", {
    "resource-type": { resourceType: "FirmMember" },
    "resource-id": { resourceId: "n0Such00" },
  }),
  {
    rule: "lead.parent-fields",
    parts: ["parent"],
    async run(target) {
      const made = await create(target, {
        resourceType: "Firm",
        resourceId: target.facts.firmId,
      });
      target.saw(made, outcome(target, made));
    },
  },
  ...readOnlyProbes,
  ofCreation("lead.unknown-field", { favouriteColour: "green" }),
  ofCreation("lead.referral-code", { referredByReferralCodeId: null }, { parts: ["null"] }),
  ofRefusal(
    "lead.referral-code",
    { referredByReferralCodeId: 7 },
    { parts: ["type"], standing: "assumed" },
  ),
  ofCreation(
    "lead.referral-code.unknown",
    { referredByReferralCodeId: "n0Such00" },
    { parts: ["unknown"] },
  ),
  {
    rule: "lead.referral-code",
    parts: ["string"],
    async run(target) {
      const [code] = rowsOf(await target.ask("GET", "/referralCodes?limit=1")) ?? [];
      const id = code?.["id"] ?? target.giveUp("The service lists no ReferralCode of the Firm");
      const made = await create(target, { referredByReferralCodeId: id });
      target.saw(made, statusSeen(made));
    },
  },
];
