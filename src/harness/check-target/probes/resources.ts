/** Probes of the resources other than Leads. */
import type { JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { rowsOf, statusSeen } from "../target/evidence.ts";
import { convertedLead, idOf, textIn } from "../target/prepared-leads.ts";
import type { Answered, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";

/** The answer to a short list of a resource, at its own path or below the Firm. */
export async function firstOfList(target: Target, path: string): Promise<Answered> {
  const [page] = await target.once(`list ${path}`, async () => [
    await target.ask("GET", `/${path}?limit=1`),
  ]);
  return page ?? target.giveUp("No list");
}

/** The answer to the Firm by its id. */
export async function ownFirm(target: Target): Promise<Answered> {
  const [firm] = await target.once("own firm", async () => [
    await target.ask("GET", `/firms/${target.facts.firmId}`),
  ]);
  return firm ?? target.giveUp("No Firm");
}

/** The answer to a workflow that does not exist. */
export async function unknownWorkflow(target: Target): Promise<Answered> {
  const [answered] = await target.once("workflow", async () => [
    await target.ask("GET", "/workflows/n0Such00"),
  ]);
  return answered ?? target.giveUp("No answer");
}

const resources = [
  ["resource.generic.firms", "firms", "firm"],
  ["resource.generic.firm-members", "firmMembers", "firm-member"],
  ["resource.generic.referral-codes", "referralCodes", "referral-code"],
  ["resource.generic.plans", "plans", "plan"],
] as const;

function ofList(rule: Probe["rule"], part: string, pathOfList: (target: Target) => string): Probe {
  return {
    rule,
    parts: [part],
    async run(target) {
      const page = await firstOfList(target, pathOfList(target));
      target.saw(page, { status: statusSeen(page), isPage: rowsOf(page) !== null });
    },
  };
}

/** A probe of the record that a list begins with. */
function ofRecord(rule: Probe["rule"], resource: string): Probe {
  return {
    rule,
    parts: ["record"],
    async run(target) {
      const id = textIn(await firstOf(target, resource), "id");
      const record = await target.ask("GET", `/${resource}/${id}`);
      target.saw(record, { status: statusSeen(record), isSame: idOf(record) === id });
    },
  };
}

/** A probe of the names of the fields of a resource. */
function ofFields(part: string, recordIn: (target: Target) => Promise<JsonObject>): Probe {
  return {
    rule: "resource.fields",
    parts: [part],
    async run(target) {
      const fields = Object.keys(await recordIn(target)).toSorted();
      target.saw(await ownFirm(target), { fields });
    },
  };
}

async function firstOf(target: Target, resource: string): Promise<JsonObject> {
  const [first] = rowsOf(await firstOfList(target, resource)) ?? [];
  return first ?? target.giveUp(`The service lists nothing at /${resource}`);
}

async function clientProfile(target: Target): Promise<JsonObject> {
  const path = `/leads/${idOf(await convertedLead(target))}`;
  const query = "scope=withDeleted&include=Plans.ClientProfiles";
  const { Plans: plans = null } = recordOf(await target.ask("GET", `${path}?${query}`));
  const [plan] = Array.isArray(plans) ? plans : [];
  const { ClientProfiles: profiles = null } = isJsonObject(plan) ? plan : {};
  const [profile] = Array.isArray(profiles) ? profiles : [];
  return isJsonObject(profile) ? profile : target.giveUp("The service shows no ClientProfile");
}

export const resourceProbes: readonly Probe[] = [
  ...resources.flatMap(([rule, resource]) => [
    ofList(rule, "list", () => resource),
    ofRecord(rule, resource),
  ]),
  ...resources
    .slice(1, 3)
    .map(([rule, resource]) =>
      ofList(rule, "of-firm", ({ facts }) => `firms/${facts.firmId}/${resource}`),
    ),
  ...resources.map(([, resource, part]) => ofFields(part, (target) => firstOf(target, resource))),
  ofFields("client-profile", clientProfile),
  {
    rule: "workflow.unknown",
    parts: ["unknown"],
    async run(target) {
      const answered = await unknownWorkflow(target);
      target.saw(answered, statusSeen(answered));
      const called = await target.ask("POST", "/workflows/n0Such00", { body: {} });
      target.saw(called, statusSeen(called));
    },
  },
];
