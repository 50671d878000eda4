/** Probes of list filters. */
import type { JsonObject } from "../../../base/values/json.ts";
import { outcome, rowsOf, statusSeen } from "../target/evidence.ts";
import {
  newActiveLead,
  activeOwn,
  list,
  ownLeads,
  ownName,
  placesIn,
  textIn,
} from "../target/prepared-leads.ts";
import type { Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";

/** Invalid filters, by part. */
const invalidFilters = [
  ["not-object", "oops", "[]"],
  ["timestamp", '{"createdAt":"yesterday"}'],
  ["no-operator", '{"email":{}}'],
  ["array", '{"email":["a@example.com"]}'],
] as const;

/** Operators, and the places in `ownLeads` of the emails that they compare with. Each matches some of the Leads. */
const further = [
  ["eq", "$eq", [1]],
  ["gt", "$gt", [1]],
  ["gte", "$gte", [0]],
  ["lte", "$lte", [1]],
  ["in", "$in", [0, 3]],
] as const;

const objectFields = { phone: "phone", "client-data": "clientData", "plan-ids": "plan_ids" };

export const filterProbes: readonly Probe[] = [
  {
    rule: "list.filter",
    parts: ["exact"],
    async run(target) {
      const [, email = ""] = await ownEmails(target);
      await sawFiltered(target, (lastName) => [
        { lastName },
        { lastName: lastName.slice(0, -1) },
        { email },
      ]);
    },
  },
  {
    rule: "list.filter",
    parts: ["all"],
    run: (target) =>
      sawFiltered(target, (lastName) => [
        { lastName, email: target.email("none") },
        { lastName, firstName: "Aa" },
      ]),
  },
  {
    rule: "list.filter",
    parts: ["null"],
    run: (target) =>
      sawFiltered(target, (lastName) => [
        { lastName, convertedAt: null },
        { lastName, firstName: null },
      ]),
  },
  {
    rule: "list.filter.operators",
    parts: ["lt"],
    dependsOn: ["list.filter"],
    run: (target) =>
      sawFiltered(target, (lastName) => [
        { lastName, createdAt: { $lt: "1999-01-01T00:00:00.000Z" } },
        { lastName, createdAt: { $lt: "2999-01-01T00:00:00.000Z" } },
      ]),
  },
  {
    rule: "list.filter.operators",
    parts: ["ne"],
    dependsOn: ["list.filter"],
    async run(target) {
      const [email = ""] = await ownEmails(target);
      await sawFiltered(target, (lastName) => [
        { lastName, email: { $ne: email } },
        { lastName, convertedAt: { $ne: null } },
      ]);
    },
  },
  ...invalidFilters.map(([part, ...filters]): Probe => ({
    rule: "list.filter.invalid",
    parts: [part],
    dependsOn: ["list.filter"],
    async run(target) {
      await newActiveLead(target);
      for (const filter of filters) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const page = await list(target, { limit: "1", filter });
        target.saw(page, { ...outcome(target, page), isEmpty: rowsOf(page)?.length === 0 });
      }
    },
  })),
  {
    rule: "list.filter.local-time",
    dependsOn: ["list.filter"],
    async run(target) {
      const first = (await ownLeads(target))[0] ?? target.giveUp("No Lead");
      const local = textIn(recordOf(first), "createdAt").replace(/(Z|[+-]\d\d:\d\d)$/, "");
      const page = await list(target, { filter: JSON.stringify({ createdAt: local }) });
      // Other Leads may have the same moment.
      target.saw(page, { status: statusSeen(page), isFound: placesIn(page, [first]).length === 1 });
    },
  },
  {
    rule: "list.filter.timestamps",
    dependsOn: ["list.filter"],
    async run(target) {
      const filter = JSON.stringify({ createdAt: { $lt: "19990107T0900+0000" } });
      const page = await list(target, { limit: "1", filter });
      target.saw(page, { ...outcome(target, page), isEmpty: rowsOf(page)?.length === 0 });
    },
  },
  {
    rule: "list.filter.operators.unknown",
    dependsOn: ["list.filter"],
    run: (target) =>
      sawFiltered(target, (lastName) => [{ lastName, createdAt: { $like: "1999" } }]),
  },
  ...further.map(([part, operator, places]): Probe => ({
    rule: "list.filter.operators.further",
    parts: [part],
    dependsOn: ["list.filter"],
    async run(target) {
      const emails = await ownEmails(target);
      const some = places.map((place) => emails[place] ?? null);
      const operand = operator === "$in" ? some : (some[0] ?? null);
      await sawFiltered(target, (lastName) => [{ lastName, email: { [operator]: operand } }]);
    },
  })),
  ...Object.entries(objectFields).map(([part, field]): Probe => ({
    rule: "list.filter.object-field",
    parts: [part],
    dependsOn: ["list.filter"],
    run: (target) => sawFiltered(target, (lastName) => [{ lastName, [field]: "4165550100" }]),
  })),
  {
    rule: "list.filter.unknown-field",
    dependsOn: ["list.filter"],
    async run(target) {
      await newActiveLead(target);
      const page = await list(target, { limit: "1", filter: JSON.stringify({ colour: "green" }) });
      target.saw(page, { ...outcome(target, page), isEmpty: rowsOf(page)?.length === 0 });
    },
  },
];

async function ownEmails(target: Target): Promise<readonly string[]> {
  return (await ownLeads(target)).map((one) => textIn(recordOf(one), "email"));
}

/** Records which active Leads of `ownLeads` each filter matches, and whether it matches other Leads. */
async function sawFiltered(
  target: Target,
  filters: (lastName: string) => readonly JsonObject[],
): Promise<void> {
  const leads = await ownLeads(target);
  const active = leads.slice(0, activeOwn);
  for (const filter of filters(ownName(leads))) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const page = await list(target, { limit: "100", filter: JSON.stringify(filter) });
    const own = placesIn(page, active);
    // Whether the list has Leads of members is the question of rule lead.list.
    const ofFirm = rowsOf(page)?.filter(({ resourceType }) => resourceType !== "FirmMember");
    const others = (ofFirm?.length ?? 0) > placesIn(page, leads).length;
    target.saw(page, {
      status: statusSeen(page),
      own: own.toSorted((one, other) => one - other),
      others,
    });
  }
}
