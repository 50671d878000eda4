/** A deviation for each rule that is not divided and has a probe. */
import { isJsonObject } from "../../../src/base/values/json.ts";
import type { Change, Deviation, Sent } from "./deviating.ts";
import {
  answers,
  forbidden,
  isTo,
  notFound,
  refusal,
  refuses,
  replies,
  shows,
  takes,
  withAt,
} from "./deviating.ts";

/** The service reads one query parameter as another one. */
function reads(name: string, change: (value: string) => string | null): Change {
  return {
    sent(sent) {
      const value = sent.query.get(name);
      if (value === null) return null;
      const changed = change(value);
      const query = new URLSearchParams(sent.query);
      if (changed === null) query.delete(name);
      else query.set(name, changed);
      return { query };
    },
  };
}

/** Any status but that of the sandbox and of its alternatives. */
function teapot(fits: (sent: Sent) => boolean): Change {
  return replies(fits, { status: 418, body: { message: "No" } });
}

const isOne = ({ path }: Sent): boolean => path.startsWith("/leads/");
const hasScope =
  (scope: string) =>
  ({ query }: Sent): boolean =>
    query.get("scope") === scope;

export const deviationsOfWholeRules: readonly Deviation[] = [
  {
    part: "http.json#whole",
    does: "refuses with text",
    change: answers(
      (_sent, { status }) => status === 422,
      () => "No",
    ),
  },
  {
    part: "lead.create.firm#whole",
    does: "answers 200",
    change: answers(isTo("POST", "/firms"), (body) => body, 200),
  },
  {
    part: "lead.timestamps#whole",
    does: "has a space between date and time",
    change: shows("createdAt", "2026-01-05 09:00:00.000Z"),
  },
  {
    part: "list.filter.local-time#whole",
    does: "reads it four hours later",
    change: reads("filter", (filter) => filter.replace(/"}$/, '-04:00"}')),
  },
  {
    part: "list.filter.timestamps#whole",
    does: "answers 418",
    change: teapot(({ query }) => query.get("filter")?.includes("19990107T0900") === true),
  },
  {
    part: "list.filter.operators.unknown#whole",
    does: "answers 418",
    change: teapot(({ query }) => query.get("filter")?.includes("$like") === true),
  },
  {
    part: "list.filter.unknown-field#whole",
    does: "says UNSUPPORTED",
    change: replies(
      ({ query }) => query.get("filter")?.includes("colour") === true,
      refusal("filter.colour", "UNSUPPORTED"),
    ),
  },
  {
    part: "list.order.ties#whole",
    does: "orders them by email",
    change: reads("order", () => '[["lastName","ASC"],["email","ASC"]]'),
  },
  {
    part: "list.order.quotes#whole",
    does: "ignores it",
    change: reads("order", () => null),
  },
  {
    part: "query.unknown#whole",
    does: "answers 418",
    change: teapot(({ query }) => query.has("colour")),
  },
  {
    part: "env.key-mismatch#whole",
    does: "answers 404",
    change: replies(
      ({ headers }) => headers.get("x-api-key")?.startsWith("22222222") === true,
      notFound,
    ),
  },
  {
    part: "auth.permission#whole",
    does: "answers 404",
    change: replies(({ method, path }) => method === "POST" && path === "/firms", notFound),
  },
  {
    part: "http.path.unknown#whole",
    does: "answers 403",
    change: replies(({ path }) => path === "/no-such-resource", forbidden),
  },
  {
    part: "http.method.unknown#whole",
    does: "answers 418",
    change: teapot(({ method }) => method === "PUT"),
  },
  {
    part: "http.body.depth#whole",
    does: "has a limit of 100 levels",
    change: {
      sent: ({ text }) => {
        const levels = text.split("[").length + 1;
        return levels > 64 && levels <= 100 ? { text: "{}", body: null } : null;
      },
    },
  },
  {
    part: "http.body.too-large#whole",
    does: "has a limit of 1 MB",
    change: replies(({ text }) => text.length > 1_000_000, {
      status: 413,
      body: { message: "No" },
    }),
  },
  {
    part: "http.content-encoding#whole",
    does: "answers 418",
    change: teapot(({ headers }) => headers.has("content-encoding")),
  },
  {
    part: "http.version-prefix#whole",
    does: "answers 418",
    change: teapot(({ prefix }) => prefix === ""),
  },
  {
    part: "http.version.other#whole",
    does: "answers 418",
    change: teapot(({ path }) => path.startsWith("/v2/")),
  },
  {
    part: "http.idempotency-key#whole",
    does: "answers 418",
    change: teapot(({ headers }) => headers.has("idempotency-key")),
  },
  {
    part: "lead.phone.further-keys#whole",
    does: "drops the phone",
    change: takes("phone.colour"),
  },
  {
    part: "lead.unknown-field#whole",
    does: "says INVALID",
    change: refuses("favouriteColour"),
  },
  {
    part: "client-data.nested-field-name#whole",
    does: "leaves out the place in an array",
    change: answers(
      (_sent, { status }) => status === 422,
      (body) => {
        const { fields } = isJsonObject(body) ? body : {};
        const named = Object.entries(isJsonObject(fields) ? fields : {});
        const renamed = named.map(([name, list]) => [name.replace(/\.\d+\./, "."), list]);
        return withAt(body, "fields", Object.fromEntries(renamed));
      },
    ),
  },
  {
    part: "client-data.numbers#whole",
    does: "says UNSUPPORTED",
    change: refuses("clientData.n", (n) => n === Number("9007199254740993"), "UNSUPPORTED"),
  },
  {
    part: "client-data.plans.empty#whole",
    does: "says REQUIRED",
    change: refuses("clientData.Plans", (plans) => JSON.stringify(plans) === "[]", "REQUIRED"),
  },
  {
    part: "lead.create.firm-member#whole",
    does: "creates it for the Firm",
    change: {
      sent: (sent) =>
        isTo("POST", "/firmMembers")(sent) ? { path: "/firms/Harb0rPt/leads" } : null,
    },
  },
  {
    part: "scope.default#whole",
    does: "shows the deleted by id",
    change: {
      sent: (sent) =>
        isOne(sent) && sent.query.size === 0
          ? { query: new URLSearchParams({ scope: "withDeleted" }) }
          : null,
    },
  },
  {
    part: "scope.with-deleted#whole",
    does: "has no such scope by id",
    change: replies((sent) => isOne(sent) && hasScope("withDeleted")(sent), notFound),
  },
  {
    part: "scope.active#whole",
    does: "shows the deleted",
    change: reads("scope", () => "withDeleted"),
  },
  {
    part: "include.client-profiles#whole",
    does: "leaves them out",
    change: reads("include", () => "Plans"),
  },
  {
    part: "include.separator#whole",
    does: "separates by a semicolon",
    change: reads("include", () => null),
  },
  {
    part: "include.spelling#whole",
    does: "answers 418",
    change: teapot(({ query }) => query.has("includes")),
  },
];
