/** Probes of creating Leads: what is required, refused and stored. */
import type { JsonObject } from "../../domain/json.ts";
import {
  isEchoed,
  isGranted,
  outcome,
  outcomeByCode,
  outcomeWith,
  statusSeen,
} from "./evidence.ts";
import {
  activeLead,
  create,
  firmLeads,
  idOf,
  isStored,
  person,
  refusedEmails,
} from "./prepared-leads.ts";
import type { Probe } from "./probe.ts";
import type { Answered, Part, Target } from "./target.ts";
import { recordOf } from "./target.ts";

/** The probes that all others depend on. */
export const creationProbes: readonly Probe[] = [
  {
    rule: "lead.create.firm",
    async run(target) {
      const made = await create(target, {});
      const { resourceType = null, resourceId, email } = recordOf(made);
      const ofFirm = resourceId === target.facts.firmId;
      const isKept = email === target.email("asked");
      target.saw(made, { status: made.status, resourceType, ofFirm, isKept });
      target.saw(made, { isStored: await isStored(target, made) });
    },
  },
  {
    rule: "lead.fields",
    async run(target) {
      const made = await activeLead(target);
      const record = recordOf(made);
      target.saw(made, { missing: documentedFields.filter((name) => !(name in record)) });
      const { firstName = null, lastName = null, deletedAt = null, convertedAt = null } = record;
      target.saw(made, { firstName, lastName, deletedAt, convertedAt });
    },
  },
  {
    rule: "lead.id.shape",
    async run(target) {
      const made = await activeLead(target);
      target.saw(made, { isEight: /^[A-Za-z0-9]{8}$/.test(idOf(made) ?? "") });
    },
  },
  {
    rule: "lead.timestamps",
    async run(target) {
      const made = await activeLead(target);
      const { createdAt, updatedAt } = recordOf(made);
      target.saw(made, { areIso: isIso(createdAt) && isIso(updatedAt) });
    },
  },
  {
    rule: "lead.timestamps.form",
    dependsOn: ["lead.timestamps"],
    async run(target) {
      const made = await activeLead(target);
      const { createdAt, updatedAt } = recordOf(made);
      const haveMilliseconds = hasMilliseconds(createdAt) && hasMilliseconds(updatedAt);
      target.saw(made, { haveMilliseconds, areEqual: createdAt === updatedAt });
    },
  },
];

const documentedFields = [
  "id",
  "createdAt",
  "updatedAt",
  "email",
  "firstName",
  "lastName",
  "resourceType",
  "resourceId",
  "deletedAt",
  "convertedAt",
];

function isIso(text: unknown): boolean {
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
  return typeof text === "string" && shape.test(text);
}

function hasMilliseconds(text: unknown): boolean {
  return typeof text === "string" && /\.\d{3}Z$/.test(text);
}

/** A probe whose evidence is the outcome of creating a Lead with these fields. */
function ofCreation(rule: Probe["rule"], fields: JsonObject, shown: readonly string[] = []): Probe {
  return {
    rule,
    async run(target) {
      const made = await create(target, fields);
      target.saw(made, outcomeWith(target, made, shown));
    },
  };
}

/** Records whether the service creates a Lead with these fields and returns them. */
async function sawKept(
  target: Target,
  name: string,
  fields: JsonObject,
  part: Part = "documented",
): Promise<Answered> {
  const made = await create(target, { email: target.email(name), ...fields });
  target.saw(made, { status: statusSeen(made), isKept: isEchoed(fields, recordOf(made)) }, part);
  return made;
}

/** Records the error codes of a Lead with these fields. */
async function sawRefused(
  target: Target,
  fields: JsonObject,
  part: Part = "documented",
): Promise<void> {
  const refused = await create(target, { email: target.email("refused"), ...fields });
  target.saw(refused, outcomeByCode(target, refused), part);
}

/** Probes of the accepted fields of a Lead. */
export const leadProbes: readonly Probe[] = [
  {
    rule: "lead.required",
    async run(target) {
      const phone = { number: "4165550100" };
      const bodies = [{ email: target.email("only") }, { email: target.email("phone"), phone }];
      for (const body of bodies) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const made = await target.ask("POST", firmLeads(target), { body });
        target.saw(made, outcome(target, made));
      }
    },
  },
  ofCreation("lead.required.empty", { firstName: "" }),
  ofCreation("lead.text.characters", { firstName: "Pro\u0007be" }),
  ofCreation("lead.optional-null", { phone: null }, ["phone"]),
  {
    rule: "lead.email.format",
    async run(target) {
      for (const refused of await refusedEmails(target)) {
        target.saw(refused, outcome(target, refused));
      }
    },
  },
  {
    rule: "lead.phone.shape",
    async run(target) {
      await sawKept(target, "extension", { phone: { number: "4165550100", extension: "1" } });
      await sawKept(target, "number", { phone: { number: "4165550100" } });
      await sawRefused(target, { phone: { number: 7 } });
    },
  },
  ofCreation("lead.phone.string", { phone: "4165550100" }, ["phone"]),
  ofCreation("lead.phone.further-keys", { phone: { number: "4165550100", colour: "green" } }, [
    "phone",
  ]),
  ofCreation("lead.parent-fields", { resourceType: "FirmMember" }),
  ofCreation("lead.read-only-fields", { convertedAt: null }),
  ofCreation("lead.unknown-field", { favouriteColour: "green" }),
  {
    rule: "lead.referral-code",
    run: (target) => sawRefused(target, { referredByReferralCodeId: 7 }, "assumed"),
  },
  ofCreation("lead.referral-code.unknown", { referredByReferralCodeId: "n0Such00" }),
  {
    rule: "client-data.fields",
    async run(target) {
      const texts = { prefix: "Mr.", citizenship: "Canadian Citizen", maritalStatus: "Single" };
      const clientData = { ...texts, notes: "probe", isFirstTimeHomeBuyer: true };
      await sawKept(target, "all", { clientData });
      await sawRefused(target, { clientData: { isFirstTimeHomeBuyer: "yes" } });
      await sawRefused(target, { clientData: { notes: 7 } });
    },
  },
  {
    rule: "plan.type",
    dependsOn: ["client-data.fields"],
    async run(target) {
      const Plans = [{ type: "Buying" }, { type: "Buying" }];
      await sawKept(target, "buying", { clientData: { Plans } });
      await sawRefused(target, { clientData: { Plans: [{}] } }, "assumed");
      for (const type of ["Switching", "Renewal", "Sailing"]) {
        const fields = { email: target.email(type), clientData: { Plans: [{ type }] } };
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const made = await create(target, fields);
        target.saw(made, outcomeByCode(target, made));
      }
    },
  },
  {
    rule: "client-data.date-of-birth",
    dependsOn: ["client-data.fields"],
    async run(target) {
      const dates = ["1990-02-28", "1990-02-28T00:00:00.000Z"];
      for (const [at, dateOfBirth] of dates.entries()) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const made = await create(target, {
          email: target.email(`born${at}`),
          clientData: { dateOfBirth },
        });
        target.saw(made, { status: statusSeen(made) });
      }
      await sawRefused(target, { clientData: { dateOfBirth: true } });
    },
  },
  ofCreation("client-data.date-of-birth.other", { clientData: { dateOfBirth: "1980/01/01" } }, [
    "clientData",
  ]),
  {
    rule: "client-data.enrichment",
    dependsOn: ["client-data.fields"],
    async run(target) {
      await sawKept(target, "further", { clientData: { favouriteColour: "green" } });
      await sawRefused(target, { clientData: { creditScoreEstimation: 700 } }, "assumed");
    },
  },
  ofCreation("client-data.values", { clientData: { maritalStatus: "complicated" } }),
  ofCreation("client-data.nested-field-name", { clientData: { isFirstTimeHomeBuyer: "yes" } }),
  ofCreation("client-data.plans.empty", { clientData: { Plans: [] } }),
  {
    rule: "lead.create.firm-member",
    needs: ["firmMemberId"],
    async run(target) {
      const { firmMemberId } = target.facts;
      const body = { email: target.email("member"), ...person };
      const made = await target.ask("POST", `/firmMembers/${firmMemberId}/leads`, { body });
      target.saw(made, outcome(target, made), "assumed");
      if (!isGranted(made)) return;
      const { resourceType = null, resourceId } = recordOf(made);
      target.saw(made, { resourceType, ofMember: resourceId === firmMemberId });
    },
  },
];
