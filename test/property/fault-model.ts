import fc from "fast-check";

/**
 * A request of the property: its status without a fault, and the patterns of its table that match
 * it.
 */
export interface ModelRequest {
  readonly method: "GET" | "DELETE";
  readonly path: string;
  readonly operationId: string | null;
  readonly status: number;
  readonly patterns: readonly string[];
}

/** Four requests that differ in every attribute that a fault can match. */
export const requests: readonly ModelRequest[] = [
  {
    method: "GET",
    path: "/v1/leads",
    operationId: "get-leads",
    status: 200,
    patterns: ["/leads", "/v1/leads", "/**", "/v1/*", "**"],
  },
  {
    method: "GET",
    path: "/leads/NoSuchId",
    operationId: "get-lead",
    status: 404,
    patterns: ["/leads/*", "/leads/{leadId}", "/**", "/*/NoSuchId", "**"],
  },
  {
    method: "DELETE",
    path: "/v1/leads/NoSuchId",
    operationId: "delete-lead",
    status: 404,
    patterns: ["/leads/*", "/leads/{leadId}", "/**", "/*/NoSuchId", "**"],
  },
  {
    method: "GET",
    path: "/nowhere",
    operationId: null,
    status: 404,
    patterns: ["/**", "**", "/{any}"],
  },
];

const patterns = [...new Set(requests.flatMap((request) => request.patterns))];

/** A fault as the property plans it. Times are milliseconds from the planning. */
export interface ModelPlan {
  readonly method: string | null;
  readonly path: string | null;
  readonly operationId: string | null;
  readonly key: "partner" | "realtor" | null;
  readonly effect: "status" | "reset" | "delay";
  readonly when: "before" | "after";
  readonly times: number | null;
  readonly probability: number;
  readonly startsIn: number | null;
  readonly lastsFor: number | null;
}

export type ModelStep =
  | { readonly act: "plan"; readonly fault: ModelPlan }
  | { readonly act: "send"; readonly request: number; readonly key: "partner" | "realtor" }
  | { readonly act: "advance"; readonly by: number }
  | { readonly act: "remove"; readonly index: number }
  | { readonly act: "clear" }
  | { readonly act: "save" }
  | { readonly act: "restore" };

function orNull<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(arbitrary, { freq: 1 });
}

const key = fc.constantFrom("partner" as const, "realtor" as const);
const plan: fc.Arbitrary<ModelPlan> = fc.record({
  method: orNull(fc.constantFrom("GET", "DELETE", "get")),
  path: orNull(fc.constantFrom(...patterns)),
  operationId: orNull(fc.constantFrom("get-leads", "get-lead", "delete-lead")),
  key: orNull(key),
  effect: fc.constantFrom("status" as const, "status" as const, "reset" as const, "delay" as const),
  when: fc.constantFrom("before" as const, "after" as const),
  times: orNull(fc.integer({ min: 1, max: 3 })),
  probability: fc.constantFrom(1, 1, 0.5, 0.1),
  startsIn: orNull(fc.integer({ min: -3, max: 6 })),
  lastsFor: orNull(fc.integer({ min: 1, max: 9 })),
});

/** Histories of plans, requests and clock changes, with snapshots in between. */
export const history: fc.Arbitrary<readonly ModelStep[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ act: fc.constant("plan" as const), fault: plan }) },
    {
      weight: 10,
      arbitrary: fc.record({
        act: fc.constant("send" as const),
        request: fc.nat({ max: requests.length - 1 }),
        key,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constant("advance" as const),
        by: fc.integer({ min: 0, max: 4 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant("remove" as const), index: fc.nat({ max: 4 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ act: "save" } as const, { act: "restore" } as const),
    },
    { weight: 1, arbitrary: fc.constant({ act: "clear" } as const) },
  ),
  { minLength: 10, maxLength: 50, size: "max" },
);

interface Planned {
  readonly plan: ModelPlan;
  readonly status: number;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  readonly met: number;
}

interface ModelState {
  readonly now: number;
  readonly planned: readonly Planned[];
  readonly count: number;
  readonly draws: number;
}

/**
 * The expected behaviour, as a plain list of faults; `draw` returns the nth number of the random
 * source.
 */
export function newFaultModel(start: number, draw: (index: number) => number) {
  const first: ModelState = { now: start, planned: [], count: 0, draws: 0 };
  let state = first;
  let saved = first;
  const isOver = ({ plan: { times }, met, expiresAt }: Planned): boolean =>
    (times !== null && met >= times) || (expiresAt !== null && state.now >= expiresAt);
  const meets = (one: Planned, request: ModelRequest, sentKey: string): boolean => {
    const { method, path, operationId, key: forKey, probability } = one.plan;
    if (isOver(one) || (one.startsAt !== null && state.now < one.startsAt)) return false;
    if (method !== null && method.toUpperCase() !== request.method) return false;
    if (path !== null && !request.patterns.includes(path)) return false;
    if (operationId !== null && operationId !== request.operationId) return false;
    if (forKey !== null && forKey !== sentKey) return false;
    if (probability === 1) return true;
    state = { ...state, draws: state.draws + 1 };
    return draw(state.draws) < probability;
  };
  return {
    now: () => state.now,
    /** Plans a fault and returns its start, its end and the status that identifies it. */
    plan(fault: ModelPlan): Planned {
      const { startsIn, lastsFor } = fault;
      const startsAt = startsIn === null ? null : state.now + startsIn;
      const from = Math.max(state.now, startsAt ?? 0);
      const expiresAt = lastsFor === null ? null : from + lastsFor;
      const status = 500 + (state.count % 100);
      const one: Planned = { plan: fault, status, startsAt, expiresAt, met: 0 };
      state = { ...state, planned: [...state.planned, one], count: state.count + 1 };
      return one;
    },
    /** The status of the response, 0 for none. */
    send(request: ModelRequest, sentKey: string): number {
      const found = state.planned.find((one) => meets(one, request, sentKey));
      if (found === undefined) return request.status;
      const counted = state.planned.map((one) =>
        one === found ? { ...one, met: one.met + 1 } : one,
      );
      state = { ...state, planned: counted };
      if (found.plan.effect === "delay") return request.status;
      return found.plan.effect === "reset" ? 0 : found.status;
    },
    advance(by: number): void {
      state = { ...state, now: state.now + by };
    },
    /** Removes the fault at `index`; false when it does not exist. */
    remove(index: number): boolean {
      const before = state.planned.length;
      state = { ...state, planned: state.planned.filter((_, at) => at !== index) };
      return state.planned.length < before;
    },
    clear(): void {
      state = { ...state, planned: [] };
    },
    save(): void {
      saved = state;
    },
    restore(): void {
      state = saved;
    },
    /** The state and the hits of each fault, in planning order. */
    standings: (): readonly string[] =>
      state.planned.map((one) => {
        const isUsedUp = one.plan.times !== null && one.met >= one.plan.times;
        const isWaiting = one.startsAt !== null && state.now < one.startsAt;
        const notYetOver = isWaiting ? "waiting" : "active";
        const notUsedUp = isOver(one) ? "expired" : notYetOver;
        return `${isUsedUp ? "used-up" : notUsedUp} ${one.met}`;
      }),
  };
}
