/**
 * Counts events in a workspace since its creation or since its journal was cleared. The coverage report reads the
 * counters.
 */
import type { Json } from "../../../base/values/json.ts";
import { asJson } from "../../../base/values/json.ts";
import { hasVersion } from "../../../domain/model/request-target.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { CitedRule } from "../../../domain/rules/trace.ts";
import type { Resettable } from "../resettable.ts";
import type { WorkspaceEvent } from "./events.ts";

export interface CoverageCounters extends Resettable {
  readonly answer: (answer: CountedAnswer) => void;
  readonly event: (event: WorkspaceEvent) => void;
  /** Counts a rule that showed outside an answer. */
  readonly rule: (id: RuleId) => void;
  readonly counts: () => Counts;
  readonly clear: () => void;
}

/** `operationId` is null for a path without an operation, `status` is 0 without an answer. */
export interface CountedAnswer {
  readonly path: string;
  readonly operationId: string | null;
  readonly status: number;
  readonly rules: readonly CitedRule[];
}

/** `statuses` counts by operation id and status, `refusals` by status; planned faults do not count as refusals. */
export interface Counts {
  readonly requests: number;
  /** Requests whose path has no version segment (rule http.version-prefix). */
  readonly withoutVersion: number;
  readonly refusals: ReadonlyMap<number, number>;
  readonly statuses: ReadonlyMap<string | null, ReadonlyMap<number, number>>;
  readonly rules: ReadonlyMap<RuleId, number>;
  readonly events: ReadonlyMap<string, number>;
}

/** All counters at zero. */
export function newCoverageCounters(): CoverageCounters {
  let requests = 0;
  let withoutVersion = 0;
  const refusals = new Map<number, number>();
  const statuses = new Map<string | null, Map<number, number>>();
  const rules = newRuleCounts();
  const events = new Map<string, number>();
  const clear = (): void => {
    requests = 0;
    withoutVersion = 0;
    for (const counted of [refusals, statuses, rules, events]) counted.clear();
  };
  return {
    name: "coverage counters",
    answer({ path, operationId, status, rules: cited }) {
      requests += 1;
      if (!hasVersion(path)) withoutVersion += 1;
      const isRefusal = status >= 400 && !cited.some(({ id }) => id === "error.server");
      if (isRefusal) increase(refusals, status);
      increase(statusesOf(statuses, operationId), status);
      rules.addAll(cited);
    },
    event: (event) => increase(events, eventName(event)),
    rule: rules.add,
    counts: () => ({
      requests,
      withoutVersion,
      refusals,
      statuses,
      rules: rules.counts(),
      events,
    }),
    clear,
    renew: clear,
    keep: () => ({}),
    inspect: () =>
      asJson({
        requests,
        withoutVersion,
        refusals: [...refusals],
        statuses: Array.from(statuses, ([id, of]) => [id, [...of]]),
        rules: [...rules.counts()],
        events: [...events],
      }),
  };
}

/** Answers with the same rules share one list object, which is the key until the counts are read. */
function newRuleCounts() {
  const rules = new Map<RuleId, number>();
  const lists = new Map<readonly CitedRule[], number>();
  const counts = (): ReadonlyMap<RuleId, number> => {
    for (const [list, times] of lists) for (const { id } of list) increase(rules, id, times);
    lists.clear();
    return rules;
  };
  return {
    add: (id: RuleId) => increase(rules, id),
    addAll(list: readonly CitedRule[]): void {
      increase(lists, list);
      if (lists.size >= listsMax) counts();
    },
    counts,
    clear(): void {
      rules.clear();
      lists.clear();
    },
  };
}

const listsMax = 256;

function statusesOf(statuses: Map<string | null, Map<number, number>>, operationId: string | null) {
  const known = statuses.get(operationId);
  if (known !== undefined) return known;
  const ofOperation = new Map<number, number>();
  statuses.set(operationId, ofOperation);
  return ofOperation;
}

/** The name under which coverage counts an event. */
function eventName({ type, data }: WorkspaceEvent): string {
  if (type === "mail.captured") return `${type} ${text(data["kind"])}`;
  if (type === "lead.updated") return `${type} ${text(data["state"])}`;
  if (type === "plan.created") return `${type} ${data["leadId"] === null ? "private" : "of-lead"}`;
  if (type === "plan.moved") return `${type} ${text(data["from"])} -> ${text(data["to"])}`;
  return type;
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function increase<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
