/** A deviation for each part of the rules about `clientData`. */
import type { Json } from "../../../src/base/values/json.ts";
import type { Change, Deviation } from "./deviating.ts";
import { answers, refuses, takes, textOf, valueAt, withAt } from "./deviating.ts";

const isNumber = (value: Json): boolean => typeof value === "number";

/** Takes a number for a field of `clientData`. */
function takesNumber(name: string): Change {
  return takes(`clientData.${name}`, isNumber);
}

/** Takes a value of `clientData` that the sandbox refuses. */
function takesValue(name: string, value: Json): Change {
  return takes(`clientData.${name}`, (sent) => JSON.stringify(sent) === JSON.stringify(value));
}

export const deviationsOfClientData: readonly Deviation[] = [
  {
    part: "client-data.fields#type",
    does: "takes a number",
    change: takes("clientData", isNumber),
  },
  {
    part: "client-data.fields#kept",
    does: "drops maritalStatus",
    change: answers(
      (_sent, { body }) => valueAt(body, "data.clientData.maritalStatus") !== undefined,
      (body) => withAt(body, "data.clientData.maritalStatus", null),
    ),
  },
  { part: "client-data.fields#prefix", does: "takes 7", change: takesNumber("prefix") },
  { part: "client-data.fields#citizenship", does: "takes 7", change: takesNumber("citizenship") },
  { part: "client-data.fields#date-of-birth", does: "takes 7", change: takesNumber("dateOfBirth") },
  {
    part: "client-data.fields#marital-status",
    does: "takes 7",
    change: takesNumber("maritalStatus"),
  },
  { part: "client-data.fields#notes", does: "takes 7", change: takesNumber("notes") },
  {
    part: "client-data.fields#first-time-home-buyer",
    does: "takes a text",
    change: takesValue("isFirstTimeHomeBuyer", "yes"),
  },
  { part: "client-data.fields#plans", does: "takes {}", change: takesValue("Plans", {}) },
  {
    part: "client-data.fields#plan-items",
    does: "takes texts",
    change: takesValue("Plans", ["Buying"]),
  },
  {
    part: "client-data.fields#plan-type",
    does: "takes 7",
    change: takesValue("Plans", [{ type: 7 }]),
  },
  {
    part: "client-data.enrichment#further",
    does: "refuses them",
    change: refuses("clientData.favouriteColour", undefined, "UNSUPPORTED"),
  },
  { part: "client-data.enrichment#sin", does: "takes 7", change: takesNumber("sin") },
  {
    part: "client-data.enrichment#credit-score",
    does: "takes 700",
    change: takesNumber("creditScoreEstimation"),
  },
  {
    part: "client-data.enrichment#advisor-profile",
    does: "takes 7",
    change: takesNumber("advisorProfileId"),
  },
  {
    part: "client-data.enrichment#assets",
    does: "takes a text",
    change: takesValue("Assets", "a house"),
  },
  {
    part: "client-data.enrichment#incomes",
    does: "takes a text",
    change: takesValue("Incomes", "a salary"),
  },
  {
    part: "client-data.values#prefix",
    does: "has a closed list of prefixes",
    change: refuses("clientData.prefix", (value) => value === "Captain"),
  },
  {
    part: "client-data.values#citizenship",
    does: "has a closed list",
    change: refuses("clientData.citizenship", (value) => value === "Atlantis"),
  },
  {
    part: "client-data.values#marital-status",
    does: "has a closed list",
    change: refuses("clientData.maritalStatus", (value) => value === "complicated"),
  },
  {
    part: "client-data.date-of-birth#date",
    does: "refuses it",
    change: refuses("clientData.dateOfBirth", (value) => value === "1990-02-28"),
  },
  {
    part: "client-data.date-of-birth#timestamp",
    does: "refuses it",
    change: refuses("clientData.dateOfBirth", (value) => textOf(value).includes("T")),
  },
  {
    part: "client-data.date-of-birth#boolean",
    does: "takes it",
    change: takesValue("dateOfBirth", true),
  },
  {
    part: "client-data.date-of-birth.other#text",
    does: "takes any string",
    change: takesValue("dateOfBirth", "yesterday"),
  },
  {
    part: "client-data.date-of-birth.other#format",
    does: "takes 1980/01/01",
    change: takesValue("dateOfBirth", "1980/01/01"),
  },
  {
    part: "client-data.date-of-birth.other#no-date",
    does: "takes the 30th of February",
    change: takesValue("dateOfBirth", "1990-02-30"),
  },
  {
    part: "plan.type#buying",
    does: "refuses it",
    change: refuses("clientData.Plans.0.type", (value) => value === "Buying"),
  },
  {
    part: "plan.type#others",
    does: "has no Refinancing",
    change: refuses("clientData.Plans.2.type", (value) => value === "Refinancing"),
  },
  {
    part: "plan.type#another",
    does: "takes Sailing",
    change: takes("clientData.Plans", (value) => JSON.stringify(value).includes("Sailing")),
  },
  {
    part: "plan.type#missing",
    does: "takes a Plan without type",
    change: takesValue("Plans", [{}]),
  },
];
