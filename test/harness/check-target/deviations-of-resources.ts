/** A deviation for each part of the rules about keys, and about resources other than Leads. */
import type { Change, Deviation, Sent } from "./deviating.ts";
import {
  answers,
  forbidden,
  isTo,
  notFound,
  refusal,
  replies,
  valueAt,
  withAt,
} from "./deviating.ts";
import { facts } from "./target.ts";

const keyOf = ({ headers }: Sent): string | null => headers.get("x-api-key");
const isGetOf =
  (start: string) =>
  ({ method, path }: Sent): boolean =>
    method === "GET" && path.startsWith(start);
const emptyPage = { data: [], meta: { total: 0, count: 0, offset: 0, limit: 1 } };
/** The first record of a list has another set of fields. */
function hasMore(start: string, path: string): Change {
  return answers(
    (sent, { body }) =>
      isGetOf(start)(sent) && valueAt(body, path.replace(/\.\w+$/, "")) !== undefined,
    (body) => withAt(body, path, "more"),
  );
}

export const deviationsOfResources: readonly Deviation[] = [
  {
    part: "auth.missing#key",
    does: "asks for none to delete",
    change: replies((sent) => keyOf(sent) === null && sent.method === "DELETE", notFound),
  },
  {
    part: "auth.invalid#not-uuid",
    does: "answers 403",
    change: replies((sent) => keyOf(sent) === "not-a-key", forbidden),
  },
  {
    part: "auth.invalid#unknown",
    does: "answers 403",
    change: replies((sent) => keyOf(sent)?.startsWith("0b6e3f0a") === true, forbidden),
  },
  {
    part: "auth.role-surface#this-api",
    does: "answers 404",
    change: replies((sent) => keyOf(sent) === facts.otherApiKey, notFound),
  },
  {
    part: "auth.permissions#leads",
    does: "may not delete",
    change: replies(({ method }) => method === "DELETE", forbidden),
  },
  {
    part: "auth.permissions#member-leads",
    does: "may not create them",
    change: replies(isTo("POST", "/firmMembers"), forbidden),
  },
  {
    part: "auth.permissions#reads",
    does: "may not read Plans",
    change: replies(isGetOf("/plans"), forbidden),
  },
  {
    part: "auth.permissions#client-profiles",
    does: "may read them",
    change: replies(isGetOf("/clientProfiles"), { status: 200, body: emptyPage }),
  },
  {
    part: "auth.permissions#workflows",
    does: "may not call them",
    change: replies(isGetOf("/workflows"), forbidden),
  },
  {
    part: "auth.permissions#others",
    does: "answers 404",
    change: replies(({ method }) => method === "DELETE", notFound),
  },
  {
    part: "auth.foreign-record#record",
    does: "shows it",
    change: replies(({ path }) => path === `/firms/${facts.foreignFirmId}`, {
      status: 200,
      body: { data: { id: facts.foreignFirmId } },
    }),
  },
  {
    part: "auth.foreign-record#paths",
    does: "answers a POST with 422",
    change: replies(isTo("POST", `${facts.foreignFirmId}`), refusal("email", "REQUIRED")),
  },
  {
    part: "auth.foreign-record#same",
    does: "says that it exists",
    change: replies(isTo("GET", `${facts.foreignFirmId}/`), {
      status: 404,
      body: { message: "It is not yours" },
    }),
  },
  ...(
    [
      ["resource.generic.firms#list", /^\/firms$/],
      ["resource.generic.firms#record", /^\/firms\/\w+$/],
      ["resource.generic.firm-members#list", /^\/firmMembers$/],
      ["resource.generic.firm-members#record", /^\/firmMembers\/\w+$/],
      ["resource.generic.firm-members#of-firm", /^\/firms\/\w+\/firmMembers$/],
      ["resource.generic.referral-codes#list", /^\/referralCodes$/],
      ["resource.generic.referral-codes#record", /^\/referralCodes\/\w+$/],
      ["resource.generic.referral-codes#of-firm", /^\/firms\/\w+\/referralCodes$/],
      ["resource.generic.plans#list", /^\/plans$/],
      ["resource.generic.plans#record", /^\/plans\/\w+$/],
    ] as const
  ).map(([part, path]): Deviation => ({
    part,
    does: "answers 410",
    change: replies((sent) => path.test(sent.path), { status: 410, body: { message: "No" } }),
  })),
  { part: "resource.fields#firm", does: "has one more", change: hasMore("/firms", "data.0.more") },
  {
    part: "resource.fields#firm-member",
    does: "has one more",
    change: hasMore("/firmMembers", "data.0.more"),
  },
  {
    part: "resource.fields#referral-code",
    does: "has one more",
    change: hasMore("/referralCodes", "data.0.more"),
  },
  { part: "resource.fields#plan", does: "has one more", change: hasMore("/plans", "data.0.more") },
  {
    part: "resource.fields#client-profile",
    does: "has one more",
    change: hasMore("/leads", "data.Plans.0.ClientProfiles.0.more"),
  },
  {
    part: "workflow.unknown#unknown",
    does: "answers a POST with 422",
    change: replies(isTo("POST", "/workflows"), refusal("name", "REQUIRED")),
  },
];
