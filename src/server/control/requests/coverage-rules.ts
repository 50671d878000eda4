/**
 * Rule coverage: the rules that answers cited, and rules that no answer can cite because events or any answer show
 * them.
 */
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { Counts } from "../../../world/workspace/logs/coverage-counters.ts";

/** How often the traffic covered each rule. */
export function rulesShown(counts: Counts): ReadonlyMap<RuleId, number> {
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
