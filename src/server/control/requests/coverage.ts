import * as z from "zod";

import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleIds, ruleOf } from "../../../domain/rules/catalogue.ts";
import { statusesOf } from "../../../network/http/statuses.ts";
import type { Counts } from "../../../world/workspace/logs/coverage-counters.ts";
import type { Journal, JournalEntry } from "../../../world/workspace/logs/journal.ts";
import { ok } from "../calls/answer.ts";
import { withQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import type { ServerInfo } from "../server/server-info.ts";

const Share = z.strictObject({ covered: z.int(), of: z.int() });
const Coverage = z.strictObject({
  requests: z.int(),
  /** Requests whose path has no version segment (rule http.version-prefix). */
  withoutVersion: z.int(),
  totals: z.strictObject({ operations: Share, statuses: Share, rules: Share, transitions: Share }),
  operations: z.array(
    z.strictObject({
      id: z.string(),
      method: z.string(),
      path: z.string(),
      /** The number of answers by status; 0 means no answer. */
      statuses: z.record(z.string(), z.int()),
      /** Statuses of the contract that the traffic did not cover. */
      missing: z.array(z.int()),
    }),
  ),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      standing: z.string(),
      count: z.int(),
      answers: z
        .int()
        .exactOptional()
        .describe("The requests of the journal whose answers cite it, with `answers=true`"),
    }),
  ),
  transitions: z.array(
    z.strictObject({
      of: z.enum(["Lead", "Plan"]),
      from: z.string().nullable(),
      to: z.string(),
      count: z.int(),
    }),
  ),
});
type Coverage = z.infer<typeof Coverage>;

/** GET `W/coverage`: counts since the start of the workspace or the last cleared journal, dropped entries included. */
export const getCoverage = withQuery({
  id: "get-coverage",
  summary: "Show which rules, operations, statuses and transitions the traffic exercised",
  method: "GET",
  path: "/coverage",
  query: z.strictObject({
    answers: z
      .boolean()
      .default(false)
      .describe("Whether each rule has the number of kept requests that cite it"),
  }),
  answer: one(Coverage),
  run({ workspace, server }, { answers }) {
    const covered = coverage(server, workspace.counters.counts());
    if (!answers) return ok(covered);
    const cited = citedIn(workspace.journal);
    const rules = covered.rules.map((rule) => ({ ...rule, answers: cited.get(rule.id) ?? 0 }));
    return ok({ ...covered, rules });
  },
});

/** How many kept requests cite each rule. Answers with the same rules share one list. */
function citedIn(journal: Journal): ReadonlyMap<string, number> {
  const lists = new Map<JournalEntry["rules"], number>();
  for (const { rules } of journal.entries()) lists.set(rules, (lists.get(rules) ?? 0) + 1);
  const cited = new Map<string, number>();
  for (const [rules, count] of lists) {
    for (const { id } of rules) cited.set(id, (cited.get(id) ?? 0) + count);
  }
  return cited;
}

function coverage(server: ServerInfo, counts: Counts): Coverage {
  const operations = server.operations.map((operation) => {
    const seen = counts.statuses.get(operation.id) ?? new Map<number, number>();
    const missing = statusesOf(operation).filter((status) => !seen.has(status));
    const { id, method, path } = operation;
    return { id, method, path, statuses: Object.fromEntries(seen), missing };
  });
  const shown = rulesShown(counts);
  const rules = ruleIds.map((id) => countOf(id, shown));
  const transitions = transitionsOf(counts);
  const all = server.operations.flatMap(statusesOf).length;
  const missing = operations.flatMap((operation) => operation.missing).length;
  return {
    requests: counts.requests,
    withoutVersion: counts.withoutVersion,
    totals: {
      operations: share(operations, ({ statuses }) => Object.keys(statuses).length > 0),
      statuses: { covered: all - missing, of: all },
      rules: share(rules, ({ count }) => count > 0),
      transitions: share(transitions, ({ count }) => count > 0),
    },
    operations,
    rules,
    transitions,
  };
}

function countOf(id: RuleId, shown: ReadonlyMap<RuleId, number>): Coverage["rules"][number] {
  return { id, standing: ruleOf(id).standing, count: shown.get(id) ?? 0 };
}

/** The transitions of Leads, covered or not (interface 3), and the moves of Plans. */
function transitionsOf({ events }: Counts): Coverage["transitions"] {
  const count = (name: string): number => events.get(name) ?? 0;
  const opened = count("plan.created of-lead") + count("plan.created private");
  const moves = [...events].flatMap(([name, times]) => {
    const [, from, to] = /^plan\.moved (.*) -> (.*)$/.exec(name) ?? [];
    return from === undefined || to === undefined
      ? []
      : [{ of: "Plan", from, to, count: times } as const];
  });
  return [
    { of: "Lead", from: null, to: "Active", count: count("lead.created") },
    { of: "Lead", from: "Active", to: "Active", count: count("lead.updated Active") },
    { of: "Lead", from: "Active", to: "Converted", count: count("lead.converted") },
    { of: "Lead", from: "Active", to: "Archived", count: count("lead.archived") },
    { of: "Plan", from: null, to: "New", count: opened },
    ...moves,
  ];
}

function share<Item>(items: readonly Item[], isCovered: (item: Item) => boolean) {
  return { covered: items.filter((item) => isCovered(item)).length, of: items.length };
}

/** How often the traffic covered each rule. */
function rulesShown(counts: Counts): ReadonlyMap<RuleId, number> {
  const shown = new Map(counts.rules);
  const add = (count: number, ids: readonly RuleId[]): void => {
    for (const id of ids) if (count > 0) shown.set(id, (shown.get(id) ?? 0) + count);
  };
  for (const [name, ids] of Object.entries(rulesOfEvents)) add(counts.events.get(name) ?? 0, ids);
  const moves = [...counts.events].filter(([name]) => name.startsWith("plan.moved "));
  add(sum(moves.map(([, count]) => count)), ["plan.transitions"]);
  add(counts.requests, ["audit.every-request"]);
  const { refusals } = counts;
  const refused = (...statuses: readonly number[]): number =>
    sum(statuses.map((status) => refusals.get(status) ?? 0));
  add(sum([...refusals.values()]), ["http.atomic", "error.order"]);
  add(refused(409, 422), ["error.codes"]);
  add(refused(401), ["quota.unauthenticated"]);
  return shown;
}

/** The rules that an event of that name demonstrates (interface 2.3, 3, 6). */
const rulesOfEvents: Readonly<Record<string, readonly RuleId[]>> = {
  "lead.converted": [
    "state.convert",
    "state.convert.moments",
    "state.convert.profile",
    "state.convert.profile.several",
    "state.convert.scope",
    "state.two-timestamps",
  ],
  "lead.archived": ["state.archive", "state.two-timestamps"],
  "plan.created of-lead": ["state.convert.plans", "plan.status"],
  "plan.created private": ["plan.later-private", "plan.status"],
  "plan.linked": ["plan.later-private"],
  "mail.captured converted": ["mail.converted", "state.convert.alert"],
  "mail.captured plan-updated": ["mail.plan", "mail.plan.recipients", "plan.change-mail"],
};

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
