/** Documented rules that the provider breaks. A client's tests should notice. */
import type { Answer } from "../../../network/http/answer.ts";
import type { Store } from "../../../world/store/store.ts";
import { does, doesWithLeads } from "../../traffic/operation-row.ts";
import { acceptInvalid } from "./accepting.ts";
import { showForeignLeads } from "./foreign-leads.ts";
import { bodyOf, everyRecord, rewritten, withoutParameters, withParameter } from "./rewriting.ts";
import type { AnsweredCall, RequestChange, RunVariation, VariedRequest } from "./variation.ts";

const violating = { family: "violations" } as const;

const isList = (id: string): boolean => does(id, "list");
const isLeadRead = (id: string): boolean => doesWithLeads(id, "read", "list");
const isLeadList = (id: string): boolean => doesWithLeads(id, "list");
const isLeadCreation = (id: string): boolean => doesWithLeads(id, "create");
const isLeadChange = (id: string): boolean => doesWithLeads(id, "change");

export const violations: readonly RunVariation[] = [
  {
    ...violating,
    id: "duplicates-accepted",
    rules: ["lead.unique"],
    sentence: "A second Lead with the same email and parent is accepted.",
    operations: isLeadCreation,
    concerns: ({ status }) => status === 409,
    async vary(request) {
      const before = bodyOf(await request.next({ isRolledBack: true }));
      const answer = await request.next({ store: withoutEmailCheck });
      if (before !== null && "fields" in before && answer.status < 300) request.onEffect();
      return answer;
    },
  },
  ignored(
    "limit-ignored",
    ["limit"],
    ["list.limit"],
    "limit is ignored: every page has 20 records.",
  ),
  {
    ...violating,
    id: "total-wrong",
    rules: ["list.envelope"],
    sentence: "meta.total of a list is too high by one.",
    operations: isList,
    concerns: isSuccess,
    vary: async (request) =>
      rewritten(
        await request.next(),
        (body) => {
          const { meta } = body;
          if (typeof meta !== "object" || meta === null || !("total" in meta)) return body;
          return { ...body, meta: { ...meta, total: Number(meta["total"]) + 1 } };
        },
        request,
      ),
  },
  {
    ...violating,
    id: "deleted-listed",
    rules: ["scope.default"],
    sentence: "Converted and archived Leads are listed and read without scope=withDeleted.",
    operations: isLeadRead,
    concerns: (call) => isLeadList(call.id.operation) || !isSuccess(call),
    vary: (request) =>
      compared(request, { query: withParameter(queryOf(request), "scope", "withDeleted") }),
  },
  ignored("include-ignored", ["include"], ["include.plans"], "include is ignored."),
  ignored("order-ignored", ["order"], ["list.order"], "order is ignored."),
  ignored("filter-ignored", ["filter"], ["list.filter"], "filter is ignored."),
  {
    ...violating,
    id: "plan-ids-missing",
    rules: ["state.convert.plans"],
    sentence: "A converted Lead has no plan_ids.",
    operations: isLeadRead,
    concerns: ({ answer }) => answer?.includes('"plan_ids"') === true,
    vary: async (request) =>
      rewritten(
        await request.next(),
        (body) => everyRecord(body, ({ plan_ids: _missing, ...lead }) => lead),
        request,
      ),
  },
  {
    ...violating,
    id: "create-stores-nothing",
    rules: ["lead.create.firm"],
    sentence: "POST answers 201 but stores nothing.",
    operations: isLeadCreation,
    concerns: isSuccess,
    vary: rolledBack,
  },
  {
    ...violating,
    id: "update-changes-nothing",
    rules: ["lead.patch"],
    sentence: "PATCH reports success but changes nothing.",
    operations: isLeadChange,
    concerns: isSuccess,
    vary: rolledBack,
  },
  {
    ...violating,
    id: "invalid-accepted",
    rules: ["error.codes"],
    sentence: "Invalid input is accepted instead of refused with 422.",
    operations: () => true,
    concerns: ({ status }) => status === 422,
    vary: acceptInvalid,
  },
  {
    ...violating,
    id: "foreign-leads-visible",
    rules: ["auth.foreign-record"],
    sentence: "Leads of other Firms are listed and can be read.",
    operations: isLeadRead,
    concerns: (call) => isSuccess(call) === isLeadList(call.id.operation),
    vary: showForeignLeads,
  },
  {
    ...violating,
    id: "mail-despite-opt-out",
    rules: ["mail.opt-out"],
    sentence: "The welcome mail is sent despite disableClientOutreach=true.",
    operations: isLeadCreation,
    concerns: ({ query }) => isOptingOut(query),
    vary(request) {
      if (isOptingOut(queryOf(request))) request.onEffect();
      return request.next(without(request, ["disableClientOutreach"]));
    },
  },
  {
    ...violating,
    id: "quota-not-enforced",
    rules: ["quota.rolling-hour", "quota.burst"],
    sentence: "No request is refused with 429.",
    operations: () => true,
    concerns: ({ status }) => status === 429,
    async vary(request) {
      const { apiKey } = request.context;
      if (apiKey === null) return request.next();
      const answer = await request.next();
      if (answer.status !== 429) return answer;
      request.onEffect();
      return request.next({ apiKey: { ...apiKey, quotaPerHour: null } });
    },
  },
];

function isSuccess({ status }: AnsweredCall): boolean {
  return status >= 200 && status < 300;
}

function isOptingOut(query: string): boolean {
  return new URLSearchParams(query).get("disableClientOutreach") === "true";
}

function queryOf({ context }: VariedRequest): string {
  return context.target.query;
}

/** A violation that ignores query parameters. */
function ignored(
  id: string,
  names: readonly string[],
  rules: RunVariation["rules"],
  sentence: string,
): RunVariation {
  return {
    ...violating,
    id,
    rules,
    sentence,
    operations: (operation) => does(operation, "list") || does(operation, "read"),
    concerns: ({ query }) => withoutParameters(query, names) !== null,
    vary: (request) => compared(request, without(request, names)),
  };
}

function without(request: VariedRequest, names: readonly string[]): RequestChange {
  const query = withoutParameters(queryOf(request), names);
  return query === null ? {} : { query };
}

/** The answer to the changed request. Reports an effect if it differs from the answer to the original request. */
async function compared(request: VariedRequest, change: RequestChange): Promise<Answer> {
  if (change.query === undefined || change.query === queryOf(request)) return request.next();
  const right = await request.next({ isRolledBack: true });
  const answer = await request.next(change);
  if (answer.body !== right.body || answer.status !== right.status) request.onEffect();
  return answer;
}

/** Rolls the request back but answers as if it had succeeded. */
async function rolledBack(request: VariedRequest): Promise<Answer> {
  const answer = await request.next({ isRolledBack: true });
  if (answer.status < 300) request.onEffect();
  return answer;
}

/** A store in which every email is free. */
function withoutEmailCheck(store: Store): Store {
  const leads = new Proxy(store.leads, {
    get: (target, name) =>
      name === "holdersOfEmail" ? () => [] : Reflect.get(target, name, target),
  });
  return new Proxy(store, {
    get: (target, name) => (name === "leads" ? leads : Reflect.get(target, name, target)),
  });
}
