/** A deviation for each part of the rules about PATCH and DELETE. */
import type { Deviation } from "./deviating.ts";
import { answers, isNumber, takes, withAt } from "./deviating.ts";

export const deviationsOfChanges: readonly Deviation[] = [
  {
    part: "lead.patch#sent-fields",
    does: "changes nothing",
    change: {
      sent: ({ method, body }) =>
        method === "PATCH" && body?.["firstName"] === "Changed" ? { body: {} } : null,
    },
  },
  {
    part: "lead.patch#other-fields",
    does: "forgets the rest",
    change: {
      sent: ({ method, body }) =>
        method === "PATCH" && body !== null ? { body: { clientData: null, ...body } } : null,
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
