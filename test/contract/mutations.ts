/** Mutated services: each violates one rule, by an alternative of the sandbox or by a proxy in front of it. */
import { answering, asking, recording } from "./fronts.ts";
import { refusals, shapes } from "./mutated-answers.ts";
import type { Mutation } from "./mutation.ts";

const chosen: readonly Mutation[] = [
  {
    rule: "lead.required",
    change: "an email alone makes a Lead",
    assumptions: { "lead.required": "email-only" },
    noticedBy: "422 creating a lead with nothing in it",
    place: "body $.fields",
  },
  {
    rule: "lead.delete",
    change: "DELETE answers 204 without a body",
    assumptions: { "lead.delete": "204" },
    noticedBy: "a lead is deleted",
    place: "status",
  },
  {
    rule: "lead.phone.string",
    change: "a phone as plain text is refused",
    assumptions: { "lead.phone.string": "incorrect-type" },
    noticedBy: "a lead is created with its phone as a plain text",
    place: "status",
  },
  {
    rule: "list.limit",
    change: "a limit over 100 is taken as 100",
    assumptions: { "list.limit": "clamped" },
    noticedBy: "422 listing leads with more than 100 to a page",
    place: "status",
  },
  {
    rule: "plan.type",
    change: "any text is a type of Plan",
    assumptions: { "plan.type": "any-string" },
    noticedBy: "422 creating a lead with a plan of an unknown type",
    place: "status",
  },
  {
    rule: "env.key-mismatch",
    change: "a key of the other environment is 403",
    assumptions: { "env.key-mismatch": "403" },
    noticedBy: "401 with a key of the other environment",
    place: "status",
  },
];

const behaviours: readonly Mutation[] = [
  {
    rule: "lead.create.firm",
    change: "a create answers 200",
    front: answering(({ status }) => (status === 201 ? { status: 200 } : {})),
    noticedBy: "a lead is created for a firm with every field",
    place: "status",
  },
  {
    rule: "lead.email.case",
    change: "emails come back in lower case",
    front: recording((one) =>
      "email" in one ? { ...one, email: String(one["email"]).toLowerCase() } : one,
    ),
    noticedBy: "a lead is created for a firm with the required fields alone",
    place: "body $.data.email",
  },
  {
    rule: "lead.patch",
    change: "a change does not move updatedAt",
    front: recording((one, { method }) =>
      method === "PATCH" ? { ...one, updatedAt: one["createdAt"] } : one,
    ),
    noticedBy: "a field of a lead is changed and the others stay",
    place: "body $.data.updatedAt",
  },
  {
    rule: "scope.default",
    change: "deleted Leads are shown without being asked for",
    front: asking((query) => {
      if (!query.has("scope")) query.set("scope", "withDeleted");
    }),
    noticedBy: "deleted leads are not listed",
    place: "body $.meta.total",
  },
  {
    rule: "list.order",
    change: "the oldest come first",
    front: asking((query) => {
      if (!query.has("order")) query.set("order", '[["createdAt","ASC"]]');
    }),
    noticedBy: "the leads of a firm are listed, the newest first",
    place: "body $.data[0].email",
  },
  {
    rule: "list.filter",
    change: "a filter has no effect",
    front: asking((query) => query.delete("filter")),
    noticedBy: "the leads of a firm are filtered by an exact email",
    place: "body $.meta.total",
  },
  {
    rule: "list.offset",
    change: "an offset has no effect",
    front: asking((query) => query.delete("offset")),
    noticedBy: "a page of the leads of a firm is listed",
    place: "body $.meta.offset",
  },
];

/** Every mutated service. */
export const mutations: readonly Mutation[] = [...chosen, ...shapes, ...refusals, ...behaviours];
