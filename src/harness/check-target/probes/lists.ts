/** Probes of lists and their query parameters. */
import { metaOf, outcome, rowsOf, statusSeen } from "../target/evidence.ts";
import {
  newActiveLead,
  firmLeads,
  lead,
  list,
  ownLeads,
  ownName,
  pathOf,
  rows,
} from "../target/prepared-leads.ts";
import type { Target } from "../target/target.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";
import { listing, valueProbes } from "./refusals.ts";

/** Invalid values of `limit` and `offset`, by part. Under each choice another value applies. */
const invalidNumbers = [
  ["list.limit", "above", "limit", ["1000"]],
  ["list.limit", "below", "limit", ["0", "-1"]],
  ["list.limit", "not-integer", "limit", ["x", "1.5"]],
  ["list.offset", "negative", "offset", ["-1"]],
  ["list.offset", "not-integer", "offset", ["x", "1.5"]],
] as const;

const numberProbes = invalidNumbers.map(([rule, part, name, values]): Probe => ({
  rule,
  parts: [part],
  async run(target) {
    for (const value of values) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const page = await list(target, { [name]: value });
      const applied = metaOf(page)[name] ?? null;
      target.saw(page, { ...outcome(target, page), applied }, "assumed");
    }
  },
}));

export const listProbes: readonly Probe[] = [
  {
    rule: "list.offset",
    parts: ["skipped"],
    async run(target) {
      await ownLeads(target);
      const page = await list(target, { limit: "3" });
      const ids = rows(target, page).map(({ id }) => id);
      const next = await list(target, { limit: "2", offset: "1" });
      const places = rows(target, next)
        .slice(0, 2)
        .map(({ id }) => ids.indexOf(id ?? null));
      target.saw(next, { skippedTo: places });
    },
  },
  {
    rule: "list.envelope",
    parts: ["page", "count"],
    dependsOn: ["list.offset"],
    async run(target) {
      await ownLeads(target);
      const page = await list(target, { limit: "2", offset: "1" });
      const { total, count, offset, limit } = metaOf(page);
      const areIntegers = [total, count, offset, limit].every(Number.isInteger);
      const isTrue = count === rowsOf(page)?.length && offset === 1;
      target.saw(page, { isPage: rowsOf(page) !== null, areIntegers, isTrue });
    },
  },
  {
    rule: "list.envelope",
    parts: ["total", "count"],
    dependsOn: ["list.offset"],
    async run(target) {
      await ownLeads(target);
      const { total = null } = metaOf(await list(target, { limit: "2", offset: "1" }));
      if (typeof total !== "number") return target.giveUp("The service gives no total");
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
  {
    rule: "list.envelope",
    parts: ["filtered"],
    dependsOn: ["list.filter"],
    async run(target) {
      const lastName = ownName(await ownLeads(target));
      const filter = JSON.stringify({ lastName, firstName: "Bb" });
      const page = await list(target, { limit: "1", filter });
      target.saw(page, { total: metaOf(page)["total"] ?? null });
    },
  },
  ...numberProbes,
  {
    rule: "list.limit",
    parts: ["given"],
    dependsOn: ["list.envelope"],
    async run(target) {
      await ownLeads(target);
      const two = await list(target, { limit: "2" });
      target.saw(two, { limit: metaOf(two)["limit"] ?? null, length: rows(target, two).length });
    },
  },
  {
    rule: "list.limit",
    parts: ["maximum"],
    dependsOn: ["list.envelope"],
    async run(target) {
      const page = await list(target, { limit: "100" });
      target.saw(page, { status: statusSeen(page), limit: metaOf(page)["limit"] ?? null });
      const tooMany = await list(target, { limit: "101" });
      const limit = Number(metaOf(tooMany)["limit"] ?? 0);
      const isBounded = limit <= 100 && (rowsOf(tooMany) ?? []).length <= 100;
      target.saw(tooMany, { isBounded });
    },
  },
  ...ofParameter("scope.unknown", "scope=everything"),
  ...ofParameter("include.unknown", "include=Everything"),
  ofAnswer("query.unknown", (target) => list(target, { limit: "1", colour: "green" }), outcome),
  ofAnswer(
    "query.repeated",
    (target) => listing(target)({ limit: ["1", "2"] }, ""),
    (target, page) => ({ ...outcome(target, page), limit: metaOf(page)["limit"] ?? null }),
    { parts: ["limit"] },
  ),
  ...valueProbes(
    "query.repeated",
    {
      offset: { offset: ["0", "1"] },
      order: { order: ['[["email","ASC"]]', '[["email","DESC"]]'] },
      filter: { filter: ['{"firstName":"Probe"}', '{"lastName":"Probe"}'] },
      scope: { scope: ["active", "withDeleted"] },
      include: { include: ["Plans", "Plans.ClientProfiles"] },
    },
    { sending: listing },
  ),
];

/** Probes that need more Leads than a page holds. They run last, when many exist already. */
export const pageProbes: readonly Probe[] = [
  {
    rule: "list.limit",
    parts: ["default"],
    dependsOn: ["list.envelope"],
    async run(target) {
      const page = await list(target, { limit: "100" });
      const known = rows(target, page).length;
      for (let made = known; made < pageSize + 1; made += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await lead(target, { email: target.email(`page${made}`) });
      }
      const whole = await list(target, {});
      const length = rows(target, whole).length;
      target.saw(whole, { limit: metaOf(whole)["limit"] ?? null, length });
    },
  },
];

const pageSize = 20;

/** Probes of a parameter of a list and of one record. */
function ofParameter(rule: Probe["rule"], parameter: string): readonly Probe[] {
  const seen = (part: string, pathOfOne: (target: Target) => Promise<string>): Probe => {
    const ask = async (target: Target) =>
      target.ask("GET", `${await pathOfOne(target)}${parameter}`);
    return ofAnswer(rule, ask, outcome, { parts: [part] });
  };
  return [
    seen("list", async (target) => `${firmLeads(target)}?limit=1&`),
    seen("record", async (target) => `${pathOf(await newActiveLead(target))}?`),
  ];
}
