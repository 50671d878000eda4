/** A deviation for each part of the rules about the fields of a Lead. */
import type { Change, Deviation, Sent } from "./deviating.ts";
import {
  answers,
  isNull,
  isNumber,
  isText,
  refusal,
  refuses,
  replaces,
  shows,
  takes,
  textOf,
  valueAt,
  withAt,
} from "./deviating.ts";

const swapped = (path: string): string =>
  path.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

function longIds(): Change {
  return {
    sent: ({ path }) => ({ path: path.replace(/^(\/leads\/\w{8})0/, "$1") }),
    ...answers(
      (_sent, { body }) => valueAt(body, "data.id") !== undefined,
      (body) => withAt(body, "data.id", `${textOf(valueAt(body, "data.id"))}0`),
    ),
  };
}

/** Ids are found in any case. */
function withoutCase(): Change {
  const known = new Set<string>();
  return {
    sent({ path }) {
      const id = /^\/leads\/(\w+)$/.exec(path)?.[1];
      return id !== undefined && known.has(swapped(id)) ? { path: `/leads/${swapped(id)}` } : null;
    },
    answered(reply) {
      const id = valueAt(reply.body, "data.id");
      if (typeof id === "string") known.add(id);
      return reply;
    },
  };
}

const isConflict = (_sent: Sent, { status }: { status: number }): boolean => status === 409;

/** The deviations of the fields. */
export const deviationsOfLeads: readonly Deviation[] = [
  { part: "lead.fields#client", does: "drops clientData", change: shows("clientData", null) },
  {
    part: "lead.fields#service",
    does: "lacks convertedAt",
    change: shows("convertedAt", undefined),
  },
  {
    part: "lead.fields#plan-ids",
    does: "has numbers in plan_ids",
    change: replaces(/("plan_ids":\[)[^\]]+/g, "$17"),
  },
  { part: "lead.id.shape#shape", does: "has ids of nine characters", change: longIds() },
  { part: "lead.id.shape#case", does: "finds ids in any case", change: withoutCase() },
  {
    part: "lead.timestamps.form#milliseconds",
    does: "has times in seconds",
    change: shows("createdAt", "2026-01-05T09:00:00Z"),
  },
  {
    part: "lead.timestamps.form#equal",
    does: "updates a Lead after its creation",
    change: shows("updatedAt", "2999-01-05T09:00:00.000Z"),
  },
  {
    part: "lead.required#email",
    does: "takes a Lead without email",
    change: answers(
      ({ method, body }, { status }) =>
        method === "POST" && status === 422 && body?.["email"] === undefined,
      () => ({ data: {} }),
      201,
    ),
  },
  {
    part: "lead.required#names",
    does: "takes a Lead without lastName",
    change: answers(
      ({ method }, { body }) => method === "POST" && valueAt(body, "fields.lastName") !== undefined,
      (body) => withAt(body, "fields.lastName", undefined),
    ),
  },
  {
    part: "lead.required.empty#empty",
    does: "takes an empty lastName",
    change: takes("lastName", (value) => value === "", "x"),
  },
  {
    part: "lead.required.empty#blank",
    does: "takes a blank name",
    change: takes("firstName", (value) => /^\s+$/.test(textOf(value)), "x"),
  },
  {
    part: "lead.text.characters#control",
    does: "takes a control character in lastName",
    change: takes("lastName", (value) => textOf(value).includes("\n"), "x"),
  },
  {
    part: "lead.text.characters#surrogate",
    does: "takes a surrogate in firstName",
    change: takes("firstName", (value) => !textOf(value).isWellFormed(), "x"),
  },
  { part: "lead.optional-null#phone", does: "refuses it", change: refuses("phone", isNull) },
  {
    part: "lead.optional-null#client-data",
    does: "refuses it",
    change: refuses("clientData", isNull),
  },
  {
    part: "lead.optional-null#nested",
    does: "refuses notes",
    change: refuses("clientData.notes", isNull),
  },
  {
    part: "lead.email.format#type",
    does: "takes a number",
    change: takes("email", isNumber, "n@example.com"),
  },
  {
    part: "lead.email.format#invalid",
    does: "takes any text",
    change: takes(
      "email",
      (value) => isText(value) && !textOf(value).includes("@"),
      "t@example.com",
    ),
  },
  {
    part: "lead.email.case#unique",
    does: "compares exactly",
    change: {
      sent: ({ body }) =>
        textOf(body?.["email"]).startsWith("TESTER") && body !== null
          ? { body: { ...body, email: `other-${textOf(body["email"])}` } }
          : null,
    },
  },
  {
    part: "lead.email.case#returned",
    does: "returns small letters",
    change: replaces(/Capitals/g, "capitals"),
  },
  {
    part: "lead.unique#fields",
    does: "names the email alone",
    change: answers(isConflict, (body) =>
      withAt(body, "fields", {
        email: valueAt(body, "fields.email") ?? null,
      }),
    ),
  },
  {
    part: "lead.unique#message",
    does: "has another message",
    change: answers(isConflict, (body) => withAt(body, "message", "Conflict")),
  },
  {
    part: "lead.unique#field-messages",
    does: "has another message of a field",
    change: answers(isConflict, (body) => withAt(body, "fields.email.0.message", "Taken")),
  },
  {
    part: "lead.unique#other-parent",
    does: "has one Lead for an email",
    change: {
      sent: ({ path }) =>
        path.startsWith("/firmMembers/") ? refusal("email", "NOT_UNIQUE", 409) : null,
    },
  },
  {
    part: "lead.unique.deleted#archived",
    does: "answers 422",
    change: answers(isConflict, (body) => body, 422),
  },
  {
    part: "lead.patch.unique#fields",
    does: "names the email alone",
    change: answers(isConflict, (body) =>
      withAt(body, "fields", {
        email: valueAt(body, "fields.email") ?? null,
      }),
    ),
  },
  {
    part: "lead.patch.unique#message",
    does: "has another message",
    change: answers(isConflict, (body) => withAt(body, "message", "Conflict")),
  },
];
