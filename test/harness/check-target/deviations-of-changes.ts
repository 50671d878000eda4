/** A deviation for each part of the rules about PATCH and DELETE. */
import type { JsonObject } from "../../../src/base/values/json.ts";
import { isJsonObject } from "../../../src/base/values/json.ts";
import type { Change, Deviation, Sent } from "./deviating.ts";
import { answers, isNumber, refusal, takes, valueAt, withAt } from "./deviating.ts";
import { facts } from "./target.ts";

const isPatch =
  (isDeletedScope: boolean) =>
  ({ method, query }: Sent): boolean =>
    method === "PATCH" && query.has("scope") === isDeletedScope;

/** A PATCH that needs no scope. */
const changesWithoutScope: Change = {
  sent: (sent) =>
    isPatch(false)(sent) ? { query: new URLSearchParams({ scope: "withDeleted" }) } : null,
};

const conflictsUnderScope: Change = {
  sent: (sent) => (isPatch(true)(sent) ? refusal("id", "INVALID", 409) : null),
};

/** The service merges an object of a PATCH with the stored one, whose keys these are. */
function merges(name: string, stored: JsonObject): Change {
  return {
    sent({ method, body }) {
      const sent = body?.[name];
      if (method !== "PATCH" || body === null || !isJsonObject(sent)) return null;
      return { body: { ...body, [name]: { ...stored, ...sent } } };
    },
  };
}

const isGetOfList =
  (start: string) =>
  ({ method, path }: Sent): boolean =>
    method === "GET" && path.startsWith(start) && path.endsWith("leads");

/** A list lacks the records whose parent is of this type. */
function lacks(list: string, resourceType: string): Change {
  return answers(isGetOfList(list), (body) => {
    const { data } = isJsonObject(body) ? body : {};
    const rows = Array.isArray(data) ? data : [];
    const left = rows.filter((row) => valueAt(row, "resourceType") !== resourceType);
    return withAt(body, "data", left);
  });
}

const isDelete = ({ method }: Sent): boolean => method === "DELETE";

/** A record says more of its state, or something else. */
function hasStates(id: RegExp, fields: JsonObject): Change {
  return answers(
    ({ method, path }, { status }) => method === "GET" && id.test(path) && status === 200,
    (body) =>
      Object.entries(fields).reduce(
        (record, [name, value]) => withAt(record, `data.${name}`, value),
        body,
      ),
  );
}

const moment = "2026-01-05T09:00:00.000Z";

export const deviationsOfChanges: readonly Deviation[] = [
  {
    part: "lead.get#record",
    does: "answers with the id and the email alone",
    change: answers(
      ({ method, path }, { status }) =>
        method === "GET" && path.startsWith("/leads/") && status === 200,
      (body) => ({
        data: {
          id: valueAt(body, "data.id") ?? null,
          email: valueAt(body, "data.email") ?? null,
        },
      }),
    ),
  },
  {
    part: "lead.get#parameters",
    does: "takes no include",
    change: {
      sent: ({ path, query }) =>
        path.startsWith("/leads/") && query.has("include") ? refusal("include", "INVALID") : null,
    },
  },
  {
    part: "lead.list#firm",
    does: "has the ids alone",
    change: answers(isGetOfList("/firms"), (body) => {
      const { data } = isJsonObject(body) ? body : {};
      const rows = Array.isArray(data) ? data : [];
      return withAt(
        body,
        "data",
        rows.map((row) => ({ id: valueAt(row, "id") ?? null })),
      );
    }),
  },
  {
    part: "lead.list#members",
    does: "has none of the Firm's",
    change: lacks("/firms", "Firm"),
  },
  { part: "lead.list-all#firm", does: "has only the members'", change: lacks("/leads", "Firm") },
  {
    part: "lead.list-all#members",
    does: "has only the Firm's",
    change: lacks("/leads", "FirmMember"),
  },
  {
    part: "lead.list.firm-member#whole",
    does: "answers with the Leads of the Firm",
    change: {
      sent: ({ method, path }) =>
        method === "GET" && path.startsWith("/firmMembers/")
          ? { path: `/firms/${facts.firmId}/leads` }
          : null,
    },
  },
  {
    part: "lead.patch.answer#whole",
    does: "answers with the id alone",
    change: answers(
      ({ method }, { status }) => method === "PATCH" && status === 200,
      (body) => ({ data: { id: valueAt(body, "data.id") ?? null } }),
    ),
  },
  {
    part: "lead.patch.merge#phone",
    does: "merges the phone alone",
    change: merges("phone", { extension: "1" }),
  },
  {
    part: "lead.patch.merge#client-data",
    does: "merges clientData alone",
    change: merges("clientData", { prefix: "Dr" }),
  },
  {
    part: "lead.patch.not-active#archived",
    does: "changes it",
    change: changesWithoutScope,
  },
  {
    part: "lead.patch.not-active#archived-with-deleted",
    does: "answers 409",
    change: conflictsUnderScope,
  },
  {
    part: "lead.delete#answer",
    does: "answers with the id alone",
    change: answers(isDelete, (body) => ({ data: { id: valueAt(body, "data.id") ?? null } })),
  },
  {
    part: "lead.delete#archives",
    does: "removes the Lead",
    change: {
      sent: ({ method, query }) =>
        method === "GET" && query.get("scope") === "withDeleted"
          ? { status: 404, body: { message: "No" } }
          : null,
    },
  },
  {
    part: "state.two-timestamps#active",
    does: "sets deletedAt",
    change: hasStates(/^\/leads\/(?!LeadHP)/, { deletedAt: moment }),
  },
  {
    part: "state.two-timestamps#archived",
    does: "sets convertedAt",
    change: hasStates(/^\/leads\/(?!LeadHP)/, { convertedAt: moment }),
  },
  {
    part: "state.two-timestamps#converted",
    does: "leaves deletedAt",
    change: hasStates(/^\/leads\/LeadHP/, { deletedAt: null }),
  },
  {
    part: "state.two-timestamps#no-field",
    does: "has a field status",
    change: answers(
      ({ method }) => method === "POST",
      (body) => withAt(body, "data.status", "active"),
    ),
  },
  {
    part: "lead.patch#sent-fields",
    does: "changes no email",
    change: {
      sent: ({ method, body }) =>
        method === "PATCH" && body !== null
          ? { body: Object.fromEntries(Object.entries(body).filter(([name]) => name !== "email")) }
          : null,
    },
  },
  {
    part: "lead.patch#other-fields",
    does: "forgets the phone",
    change: {
      sent: ({ method, body }) =>
        method === "PATCH" && body !== null ? { body: { phone: null, ...body } } : null,
    },
  },
  {
    part: "lead.patch#updated-at",
    does: "leaves it",
    change: answers(
      ({ method, path }, { status }) =>
        method === "GET" && path.startsWith("/leads/") && status < 300,
      (body) => withAt(body, "data.updatedAt", "2001-01-01T00:00:00.000Z"),
    ),
  },
  {
    part: "lead.patch.checks#whole",
    does: "does not check firstName",
    change: takes("firstName", isNumber, "x"),
  },
];
