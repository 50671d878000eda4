/** How traffic reaches a status of an operation. A test carries each one out. */
import type { JsonObject } from "../../base/values/json.ts";
import type { Catalogue, CataloguedOperation } from "./catalogue.ts";
import type { NextCall } from "./tool-names.ts";

/** What to do first, as a call, and what to send then. */
export interface How {
  readonly call: NextCall | null;
  readonly then: string;
}

/** The workspace, with a Firm and a key of it for the calls. */
export interface HowContext {
  readonly workspace: string;
  readonly firmId: string | null;
  readonly apiKeyId: string | null;
  readonly rules: Catalogue["rules"];
}

/** The way to `status`; `rules` are those that refuse with it. */
export function howTo(
  status: number,
  operation: CataloguedOperation,
  rules: readonly string[],
  context: HowContext,
): How {
  const act = (given: JsonObject): NextCall => ({
    tool: "act",
    arguments: { workspace: context.workspace, ...given },
  });
  const how = wayTo({ act, status, operation, rules, context });
  const offering = context.rules.find((rule) => offers(rule, operation));
  if (offering === undefined || refusedFirst.has(status)) return how;
  return { ...how, then: `Before that, act choose ${offering.id} offered. ${how.then}` };
}

/** The statuses that an operation answers whether it is offered or not. */
const refusedFirst: ReadonlySet<number> = new Set([401, 403, 429, 500]);

/** Whether an operation is refused until its rule is switched to `offered`. */
function offers(
  { operations = [], alternatives = [] }: Catalogue["rules"][number],
  { id }: CataloguedOperation,
): boolean {
  return alternatives.includes("offered") && operations.includes(id);
}

/** What the way to a status depends on. */
interface Wanted {
  readonly act: (given: JsonObject) => NextCall;
  readonly status: number;
  readonly operation: CataloguedOperation;
  readonly rules: readonly string[];
  readonly context: HowContext;
}

function wayTo(wanted: Wanted): How {
  const { status } = wanted;
  if (status >= 401 && status <= 404) return wayToNoAccess(wanted);
  return [400, 413, 415, 422].includes(status) ? wayToInvalid(wanted) : wayToOther(wanted);
}

/** 401, 403 and 404. */
function wayToNoAccess({ act, status, operation, rules, context }: Wanted): How {
  const { firmId } = context;
  const usual = { action: "issue_key", roleType: "Partner", environment: "sandbox" };
  const key = (more: JsonObject): NextCall | null =>
    firmId === null ? null : act({ ...usual, firmId, ...more });
  if (status === 401) {
    return { call: key({}), then: "revoke_key with the id that it answers, then send that key." };
  }
  if (status === 403) {
    return { call: key({ permissions: [] }), then: "Send the key that it answers." };
  }
  if (!operation.path.includes("{")) return offered(act, rules, context);
  return { call: null, then: "Send it for an id that does not exist." };
}

/** 400, 413, 415 and 422. */
function wayToInvalid({ act, status, operation: { method } }: Wanted): How {
  if (status === 400) {
    return choosing(act, "http.body.malformed", "400", "Send a body that is not JSON.");
  }
  if (status === 415) {
    return { call: null, then: "Send a body with the header Content-Encoding: gzip." };
  }
  if (status === 413) return { call: null, then: "Send a body of more than 1 MiB." };
  if (method === "GET" || method === "DELETE") {
    const then = "Send it with a query parameter unheard_of=1.";
    return choosing(act, "query.unknown", "422", then);
  }
  return { call: null, then: "Send a body with the unknown field unheard_of." };
}

function wayToOther(wanted: Wanted): How {
  const { act, status, operation, context } = wanted;
  const { apiKeyId } = context;
  switch (status) {
    case 204:
      return choosing(act, ruleOf204(operation, context), "204", "Send it as for its success.");
    case 409:
      return conflict(wanted);
    case 429: {
      const limited = { action: "set_quota", quotaPerHour: 1 };
      const call = apiKeyId === null ? null : act({ ...limited, apiKeyId });
      return { call, then: "Send it twice with that key." };
    }
    case 500:
      return {
        call: act({ action: "plan_fault", status: 500, operationId: operation.id, times: 1 }),
        then: "Send it once.",
      };
    default:
      return {
        call: { tool: "look_up", arguments: { query: operation.id } },
        then: "Send it as the example shows, with a key that has the permission.",
      };
  }
}

function choosing(act: Wanted["act"], rule: string, choice: string, then: string): How {
  return { call: act({ action: "choose", rule, choice }), then };
}

/** The rule under which a success has no body. */
function ruleOf204({ id }: CataloguedOperation, { rules }: Pick<HowContext, "rules">): string {
  const rule = rules.find(
    ({ operations, alternatives }) => operations?.includes(id) && alternatives?.includes("204"),
  );
  return rule?.id ?? "";
}

/** A path without an id is unknown where its rule says so. */
function offered(
  act: Wanted["act"],
  rules: readonly string[],
  { rules: known }: Pick<HowContext, "rules">,
): How {
  const rule = known.find(
    ({ id, alternatives }) => rules.includes(id) && alternatives?.includes("404"),
  );
  return choosing(act, rule?.id ?? "http.path.unknown", "404", "Send it.");
}

function conflict({ act, operation: { method, path }, rules }: Wanted): How {
  if (rules.includes("lead.unique")) {
    return { call: null, then: "Send the same Lead, with the same email, twice." };
  }
  if (rules.includes("lead.patch.unique")) {
    return {
      call: null,
      then: "Create two Leads, then PATCH the email of one to that of the other.",
    };
  }
  if (rules.includes("plan.transitions")) {
    return { call: null, then: "PATCH the status of a Plan to an earlier one." };
  }
  if (method === "PATCH" && rules.includes("resource.write.unique")) {
    return {
      call: act({ action: "sign_up", email: "taken@example.com" }),
      then: `PATCH the email of another client to that one: ${path}.`,
    };
  }
  return choosing(
    act,
    "http.idempotency-key",
    "409",
    "Send it twice with the same Idempotency-Key header.",
  );
}
