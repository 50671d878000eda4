/** Probes of `clientData`. */
import type { JsonObject } from "../../../base/values/json.ts";
import { outcomeByCode, statusSeen } from "../target/evidence.ts";
import { create, firmLeads, person } from "../target/prepared-leads.ts";
import { ofCreation, ofKept, ofRefusal } from "./creations.ts";
import type { Probe } from "./probe.ts";
import { valueProbes } from "./refusals.ts";

const dependsOn = ["client-data.fields#kept"] as const;

const dateProbes: readonly Probe[] = [
  ofBirth("date", "1990-02-28"),
  ofBirth("timestamp", "1990-02-28T00:00:00.000Z"),
  ofRefusal(
    "client-data.date-of-birth",
    { clientData: { dateOfBirth: true } },
    { parts: ["boolean"], dependsOn },
  ),
  ofOtherDate("text", "yesterday"),
  ofOtherDate("format", "1980/01/01"),
  ofOtherDate("no-date", "1990-02-30"),
];

function ofBirth(part: string, dateOfBirth: string): Probe {
  return {
    rule: "client-data.date-of-birth",
    parts: [part],
    dependsOn,
    async run(target) {
      const fields = { email: target.email("born"), clientData: { dateOfBirth } };
      const made = await create(target, fields);
      target.saw(made, { status: statusSeen(made) });
    },
  };
}

function ofOtherDate(part: string, dateOfBirth: string): Probe {
  return ofCreation(
    "client-data.date-of-birth.other",
    { clientData: { dateOfBirth } },
    { parts: [part], shown: ["clientData"], dependsOn },
  );
}

/** Probes of the types of Plans; under each choice other types are taken. */
const planTypeProbes: readonly Probe[] = [
  ofKept("plan.type", plansOf("Buying", "Buying"), { parts: ["buying"], dependsOn }),
  ofRefusal(
    "plan.type",
    { clientData: { Plans: [{}] } },
    { parts: ["missing"], dependsOn, standing: "assumed" },
  ),
  ofPlans("others", "Buying", "Renewal", "Refinancing", "Switch"),
  ofPlans("another", "Switching"),
  ofPlans("another", "Sailing"),
];

function ofPlans(part: string, ...types: readonly string[]): Probe {
  return {
    rule: "plan.type",
    parts: [part],
    dependsOn,
    async run(target) {
      const made = await create(target, { email: target.email("plans"), ...plansOf(...types) });
      target.saw(made, outcomeByCode(target, made));
    },
  };
}

function plansOf(...types: readonly string[]): JsonObject {
  return { clientData: { Plans: types.map((type) => ({ type })) } };
}

const texts = { prefix: "Mr.", citizenship: "Canadian Citizen", maritalStatus: "Single" };
const documented = { ...texts, notes: "probe", isFirstTimeHomeBuyer: true };
const further = {
  favouriteColour: "green",
  luckyNumber: 7,
  residences: [{ city: "Toronto", years: 2 }],
};

export const clientDataProbes: readonly Probe[] = [
  ofKept(
    "client-data.fields",
    { clientData: documented },
    { parts: ["kept"], dependsOn: ["lead.fields#client"] },
  ),
  ofRefusal("client-data.fields", { clientData: 7 }, { parts: ["type"] }),
  ...valueProbes("client-data.fields", {
    prefix: { clientData: { prefix: 7 } },
    citizenship: { clientData: { citizenship: 7 } },
    "date-of-birth": { clientData: { dateOfBirth: 7 } },
    "marital-status": { clientData: { maritalStatus: 7 } },
    notes: { clientData: { notes: 7 } },
    "first-time-home-buyer": { clientData: { isFirstTimeHomeBuyer: "yes" } },
    plans: { clientData: { Plans: {} } },
  }),
  ofRefusal("client-data.fields", { clientData: { Plans: ["Buying"] } }, { parts: ["plan-items"] }),
  ofRefusal(
    "client-data.fields",
    { clientData: { Plans: [{ type: 7 }] } },
    { parts: ["plan-type"] },
  ),
  ...planTypeProbes,
  ...dateProbes,
  ofKept("client-data.enrichment", { clientData: further }, { parts: ["further"], dependsOn }),
  ...valueProbes(
    "client-data.enrichment",
    {
      sin: { clientData: { sin: 7 } },
      "credit-score": { clientData: { creditScoreEstimation: 700 } },
      "advisor-profile": { clientData: { advisorProfileId: 7 } },
      assets: { clientData: { Assets: "a house" } },
      incomes: { clientData: { Incomes: "a salary" } },
    },
    { standing: "assumed", dependsOn },
  ),
  ...valueProbes(
    "client-data.values",
    {
      prefix: { clientData: { prefix: "Captain" } },
      citizenship: { clientData: { citizenship: "Atlantis" } },
      "marital-status": { clientData: { maritalStatus: "complicated" } },
    },
    { dependsOn },
  ),
  ofCreation(
    "client-data.nested-field-name",
    {
      phone: { number: 7 },
      clientData: { isFirstTimeHomeBuyer: "yes", Plans: [{ type: "Buying" }, { type: 7 }] },
    },
    {
      dependsOn: [
        "lead.phone.shape#number-type",
        "client-data.fields#first-time-home-buyer",
        "client-data.fields#plan-type",
      ],
    },
  ),
  {
    rule: "client-data.numbers",
    dependsOn,
    async run(target) {
      const body = JSON.stringify({
        ...person,
        email: target.email("number"),
        clientData: { n: 0 },
      });
      const rawBody = body.replace('"n":0', '"n":9007199254740993');
      const answered = await target.ask("POST", firmLeads(target), { rawBody });
      target.saw(answered, outcomeByCode(target, answered));
    },
  },
  ofCreation("client-data.plans.empty", { clientData: { Plans: [] } }, { dependsOn }),
];
