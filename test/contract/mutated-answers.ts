/** Mutated services with answers and refusals of another shape. */
import {
  answering,
  everyText,
  mapObjects,
  recording,
  renamed,
  soleRecord,
  without,
} from "./fronts.ts";
import type { Mutation } from "./mutation.ts";

/** Mutations of successful answers. */
export const shapes: readonly Mutation[] = [
  {
    rule: "http.json",
    change: "a record comes without its envelope",
    front: answering(({ body }) => ({ body: soleRecord(body) })),
    noticedBy: "an active lead is read",
    place: "body $",
  },
  {
    rule: "list.envelope",
    change: "a list comes without meta",
    front: answering(({ body }) => ({ body: without(Object(body), "meta") })),
    noticedBy: "the leads of a firm without any are listed",
    place: "body $",
  },
  {
    rule: "lead.id.shape",
    change: "ids are UUIDs",
    front: recording((one) => ({ ...one, id: "5f0c9a3e-8a54-4c1f-9d0b-6a1c1f6d2e77" })),
    noticedBy: "a lead is created for a firm with the required fields alone",
    place: "body $.data.id",
  },
  {
    rule: "lead.timestamps",
    change: "times have no milliseconds",
    front: answering(({ body }) => ({
      body: everyText(body, (text) => text.replace(/\.\d{3}Z$/, "Z")),
    })),
    noticedBy: "an active lead is read",
    place: "body $.data.createdAt",
  },
  {
    rule: "lead.fields",
    change: "firstName is called first_name",
    front: recording((one) => renamed(one, "firstName", "first_name")),
    noticedBy: "an active lead is read",
    place: "body $.data",
  },
  {
    rule: "lead.phone.shape",
    change: "the number of a phone is a number",
    front: answering(({ body }) => ({
      body: mapObjects(body, (one) =>
        "number" in one ? { ...one, number: Number(one["number"]) } : one,
      ),
    })),
    noticedBy: "an active lead is read",
    place: "body $.data.phone.number",
  },
  {
    rule: "state.two-timestamps",
    change: "convertedAt is not there until it is set",
    front: recording((one) => (one["convertedAt"] === null ? without(one, "convertedAt") : one)),
    noticedBy: "an active lead is read",
    place: "body $.data",
  },
  {
    rule: "state.convert.plans",
    change: "a converted Lead has no plan_ids",
    front: recording((one) => without(one, "plan_ids")),
    noticedBy: "a converted lead is followed to its plans",
    place: "body $.data",
  },
  {
    rule: "include.plans",
    change: "Plans are never included",
    front: recording((one) => without(one, "Plans")),
    noticedBy: "an active lead without plans is read with its plans",
    place: "body $.data",
  },
];

/** Mutations of refusals: shape or status. */
export const refusals: readonly Mutation[] = [
  {
    rule: "error.envelope",
    change: "the message of an error is called error",
    front: answering(({ body }) => ({ body: renamed(Object(body), "message", "error") })),
    noticedBy: "404 reading a lead that there is not",
    place: "body $",
  },
  {
    rule: "error.codes",
    change: "REQUIRED is called MISSING",
    front: answering(({ body }) => ({
      body: everyText(body, (text) => (text === "REQUIRED" ? "MISSING" : text)),
    })),
    noticedBy: "422 creating a lead with no email",
    place: "body $.fields.email[0].code",
  },
  {
    rule: "lead.unique",
    change: "a taken email is told of the email alone",
    front: answering(({ status, body }) => {
      const { message, fields } = Object(body);
      return status === 409 ? { body: { message, fields: { email: fields.email } } } : {};
    }),
    noticedBy: "409 creating a second lead with the same email",
    place: "body $.fields",
  },
  {
    rule: "auth.missing",
    change: "no key is 403",
    front: answering((_, { headers }) => (headers.has("x-api-key") ? {} : { status: 403 })),
    noticedBy: "401 without a key",
    place: "status",
  },
  {
    rule: "auth.foreign-record",
    change: "another Firm's Lead is 403",
    front: answering(({ rules }) =>
      rules.startsWith("auth.foreign-record") ? { status: 403 } : {},
    ),
    noticedBy: "404 reading a lead of another firm",
    place: "status",
  },
  {
    rule: "quota.rolling-hour",
    change: "over the quota is 503",
    front: answering(({ status }) => (status === 429 ? { status: 503 } : {})),
    noticedBy: "429 over the quota of the hour",
    place: "status",
  },
];
