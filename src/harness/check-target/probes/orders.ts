/** Probes of the order of lists. */
import { outcome, rowsOf } from "../target/evidence.ts";
import {
  activeOwn,
  list,
  ownLeads,
  ownName,
  placesIn,
  rows,
  textIn,
} from "../target/prepared-leads.ts";
import type { Part, Target } from "../target/target.ts";
import type { Probe } from "./probe.ts";

/** Each sorts the Leads of `ownLeads` differently. */
const orders = [
  [["email", "ASC"]],
  [["email", "DESC"]],
  [
    ["firstName", "ASC"],
    ["email", "DESC"],
  ],
] as const;

/** Invalid values of `order`, by part. */
const invalidOrders = {
  "not-json": "sideways",
  "unknown-field": '[["colour","ASC"]]',
  direction: '[["email","UP"]]',
} as const;

const invalidOrderProbes = Object.entries(invalidOrders).map(([part, order]): Probe => ({
  rule: "list.order",
  parts: [part],
  run: (target) => sawOrdered(target, order, "assumed"),
}));

export const orderProbes: readonly Probe[] = [
  {
    rule: "list.order",
    parts: ["default"],
    async run(target) {
      await ownLeads(target);
      const page = await list(target, { limit: "100" });
      const moments = rows(target, page).map((row) => textIn(row, "createdAt"));
      const descending = moments.every(
        (at, index) => index === 0 || at <= (moments[index - 1] ?? ""),
      );
      target.saw(page, { newestFirst: descending });
      if (new Set(moments).size < 2) target.giveUp("All Leads were created at one moment");
    },
  },
  {
    rule: "list.order",
    parts: ["pairs"],
    async run(target) {
      for (const order of orders) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await sawOrdered(target, JSON.stringify(order));
      }
    },
  },
  ...invalidOrderProbes,
  {
    rule: "list.order.ties",
    dependsOn: ["list.filter", "list.order#pairs"],
    run: (target) => sawOrdered(target, JSON.stringify([["lastName", "ASC"]])),
  },
  {
    rule: "list.order.quotes",
    dependsOn: ["list.filter", "list.order#pairs"],
    run: (target) => sawOrdered(target, "[['email','ASC']]"),
  },
];

async function sawOrdered(target: Target, order: string, part?: Part): Promise<void> {
  const leads = await ownLeads(target);
  const active = leads.slice(0, activeOwn);
  const filter = JSON.stringify({ lastName: ownName(leads) });
  const page = await list(target, { limit: "100", order, filter });
  const places = placesIn(page, active);
  if (rowsOf(page) !== null && places.length < active.length) {
    target.giveUp("The list omits Leads that were just created");
  }
  target.saw(page, { ...outcome(target, page), order: places }, part);
}
