/** Probes of lists and their query parameters. */
import { metaOf, outcome, rowsOf, statusSeen } from "./evidence.ts";
import {
  activeOwn,
  firmLeads,
  lead,
  list,
  memberLead,
  ownLeads,
  ownName,
  placesIn,
  rows,
  textIn,
} from "./prepared-leads.ts";
import type { Probe } from "./probe.ts";
import type { Target } from "./target.ts";

export const listProbes: readonly Probe[] = [
  {
    rule: "list.order",
    async run(target) {
      const page = await list(target, { limit: "100" });
      const moments = rows(target, page).map((row) => textIn(row, "createdAt"));
      const descending = moments.every(
        (at, index) => index === 0 || at <= (moments[index - 1] ?? ""),
      );
      target.saw(page, { newestFirst: descending });
      for (const order of orders) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await sawOrdered(target, JSON.stringify(order));
      }
      const faulty = await list(target, { limit: "1", order: "sideways" });
      target.saw(faulty, outcome(target, faulty), "assumed");
      if (new Set(moments).size < 2) target.giveUp("All Leads were created at one moment");
    },
  },
  {
    rule: "list.order.ties",
    dependsOn: ["list.filter", "list.order"],
    run: (target) => sawOrdered(target, JSON.stringify([["lastName", "ASC"]])),
  },
  {
    rule: "list.offset",
    async run(target) {
      await ownLeads(target);
      const page = await list(target, { limit: "3" });
      const ids = rows(target, page).map(({ id }) => id);
      const next = await list(target, { limit: "2", offset: "1" });
      const places = rows(target, next)
        .slice(0, 2)
        .map(({ id }) => ids.indexOf(id ?? null));
      target.saw(next, { skippedTo: places });
      const negative = await list(target, { limit: "1", offset: "-1" });
      target.saw(negative, outcome(target, negative), "assumed");
    },
  },
  {
    rule: "list.envelope",
    dependsOn: ["list.offset"],
    async run(target) {
      await ownLeads(target);
      const page = await list(target, { limit: "2", offset: "1" });
      const meta = metaOf(page);
      const { total, count, offset, limit } = meta;
      const areIntegers = [total, count, offset, limit].every(Number.isInteger);
      const isTrue = count === rowsOf(page)?.length && offset === 1;
      target.saw(page, { isPage: rowsOf(page) !== null, areIntegers, isTrue });
      if (typeof total !== "number") return;
      for (const [from, left] of [
        [total - 1, 1],
        [total, 0],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const last = await list(target, { limit: "2", offset: String(Math.max(0, from)) });
        const isCountTrue = metaOf(last)["count"] === left;
        target.saw(last, { isTotalTrue: rowsOf(last)?.length === left, isCountTrue });
      }
    },
  },
  ofList("list.order.quotes", { order: "[['createdAt','DESC']]" }),
  ofList("scope.unknown", { scope: "everything" }),
  ofList("include.unknown", { include: "Everything" }),
  ofList("query.unknown", { colour: "green" }),
  {
    rule: "query.repeated",
    async run(target) {
      const path = `/firms/${target.facts.firmId}/leads?limit=1&limit=2`;
      const page = await target.ask("GET", path);
      target.saw(page, outcome(target, page));
    },
  },
  {
    rule: "lead.list",
    parts: ["firm"],
    dependsOn: ["list.filter"],
    async run(target) {
      const { own, page } = await ownIn(target, firmLeads(target));
      target.saw(page, { own });
      const whole = await list(target, { limit: "100" });
      const foreign = rows(target, whole).filter(
        ({ resourceType, resourceId }) =>
          resourceType === "Firm" && resourceId !== target.facts.firmId,
      );
      target.saw(whole, { ofOtherFirms: foreign.length });
    },
  },
  ofMemberLead("lead.list", ["members"], firmLeads),
  {
    rule: "lead.list-all",
    parts: ["firm"],
    dependsOn: ["list.filter"],
    async run(target) {
      const { own, page } = await ownIn(target, "/leads");
      target.saw(page, { status: statusSeen(page), isPage: rowsOf(page) !== null, own });
    },
  },
  ofMemberLead("lead.list-all", ["members"], () => "/leads"),
  ofMemberLead(
    "lead.list.firm-member",
    undefined,
    ({ facts }) => `/firmMembers/${facts.firmMemberId}/leads`,
  ),
];

/** A probe whose evidence is which Leads of the Firm and of its member a list has. */
function ofMemberLead(
  rule: Probe["rule"],
  parts: readonly string[] | undefined,
  pathOfList: (target: Target) => string,
): Probe {
  return {
    rule,
    ...(parts === undefined ? {} : { parts }),
    needs: ["firmMemberId"],
    dependsOn: ["list.filter"],
    async run(target) {
      const made = await memberLead(target);
      const { own, page } = await ownIn(target, pathOfList(target));
      const ofMember = placesIn(page, [made]).length;
      target.saw(page, { status: statusSeen(page), own, ofMember }, "assumed");
    },
  };
}

/** The number of active Leads of `ownLeads` in a list. */
async function ownIn(target: Target, path: string) {
  const leads = await ownLeads(target);
  const filter = JSON.stringify({ lastName: ownName(leads) });
  const query = new URLSearchParams({ limit: "100", filter });
  const page = await target.ask("GET", `${path}?${query.toString()}`);
  return { page, own: placesIn(page, leads.slice(0, activeOwn)).length };
}

/** Probes that need more Leads than a page holds. They run last, when many exist already. */
export const pageProbes: readonly Probe[] = [
  {
    rule: "list.limit",
    dependsOn: ["list.envelope"],
    async run(target) {
      const page = await list(target, { limit: "100" });
      const known = rows(target, page).length;
      target.saw(page, { limit: metaOf(page)["limit"] ?? null });
      for (let made = known; made < pageSize + 1; made += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await lead(target, { email: target.email(`page${made}`) });
      }
      const whole = await list(target, {});
      const length = rows(target, whole).length;
      target.saw(whole, { limit: metaOf(whole)["limit"] ?? null, length });
      const two = await list(target, { limit: "2" });
      target.saw(two, { limit: metaOf(two)["limit"] ?? null, length: rows(target, two).length });
      const tooMany = await list(target, { limit: "1000" });
      const limit = Number(metaOf(tooMany)["limit"] ?? 0);
      const isBounded = limit <= 100 && (rowsOf(tooMany) ?? []).length <= 100;
      target.saw(tooMany, { isBounded });
      target.saw(tooMany, outcome(target, tooMany), "assumed");
    },
  },
];

const pageSize = 20;

/** Each sorts the Leads of `ownLeads` differently. */
const orders = [
  [["email", "ASC"]],
  [["email", "DESC"]],
  [
    ["firstName", "ASC"],
    ["email", "DESC"],
  ],
] as const;

async function sawOrdered(target: Target, order: string): Promise<void> {
  const leads = await ownLeads(target);
  const active = leads.slice(0, activeOwn);
  const filter = JSON.stringify({ lastName: ownName(leads) });
  const page = await list(target, { limit: "100", order, filter });
  const places = placesIn(page, active);
  if (rowsOf(page) !== null && places.length < active.length) {
    target.giveUp("The list omits Leads that were just created");
  }
  target.saw(page, { status: statusSeen(page), order: places });
}

/** A probe whose evidence is the outcome of one list. */
function ofList(rule: Probe["rule"], query: Readonly<Record<string, string>>): Probe {
  return {
    rule,
    async run(target) {
      const page = await list(target, { limit: "1", ...query });
      target.saw(page, outcome(target, page));
    },
  };
}
