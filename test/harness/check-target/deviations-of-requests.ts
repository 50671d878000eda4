/** A deviation for each part of the rules about requests in general. */
import type { Json } from "../../../src/base/values/json.ts";
import { isJsonObject } from "../../../src/base/values/json.ts";
import type { Change, Deviation, Reply, Sent } from "./deviating.ts";
import { answers, notFound, refusal, replies, valueAt, withAt } from "./deviating.ts";

const gone: Reply = { status: 410, body: { message: "No" } };

/** The service uses other codes in a refusal with this status, or has no fields there. */
function changesFields(status: number, fits: (fields: Json) => boolean, fields?: Json): Change {
  return answers(
    (_sent, reply) => reply.status === status && fits(valueAt(reply.body, "fields") ?? null),
    (body) => withAt(body, "fields", fields),
  );
}

function hasField(name: string) {
  return (fields: Json): boolean => isJsonObject(fields) && Object.hasOwn(fields, name);
}

/** The service keeps a Lead whose creation, or changes whose PATCH, it refuses. */
function keepsRefused(method: string, body: (sent: Json) => Json): Change {
  let isRefused = false;
  return {
    sent(sent) {
      isRefused =
        sent.method === method &&
        sent.body !== null &&
        JSON.stringify(sent.body) !== JSON.stringify(body(sent.body));
      const kept = sent.body === null ? null : body(sent.body);
      return isRefused && isJsonObject(kept) ? { body: kept } : null;
    },
    answered: (reply) => (isRefused ? refusal("body", "INVALID") : reply),
  };
}

const isBodyless = ({ body }: Sent): boolean => body !== null && Object.keys(body).length === 0;

export const deviationsOfRequests: readonly Deviation[] = [
  {
    part: "http.body.malformed#not-json",
    does: "answers 410",
    change: replies(({ text }) => text === '{ "email": ', gone),
  },
  {
    part: "http.body.malformed#not-object",
    does: "answers 410",
    change: replies(({ text }) => text === "[]", gone),
  },
  {
    part: "http.body.malformed#content-type",
    does: "takes any content type",
    change: {
      sent({ headers, text }) {
        headers.set("content-type", "application/json");
        return { text };
      },
    },
  },
  {
    part: "http.atomic#record",
    does: "keeps the Lead",
    change: keepsRefused("POST", (body) => withAt(body, "clientData.isFirstTimeHomeBuyer", true)),
  },
  {
    part: "http.atomic#change",
    does: "keeps the valid changes",
    change: keepsRefused("PATCH", (body) => withAt(body, "email", undefined)),
  },
  {
    part: "error.envelope#message",
    does: "has an error in place of it",
    change: answers(
      (_sent, { status }) => status === 404,
      () => ({ error: "No" }),
    ),
  },
  {
    part: "error.envelope#message-401",
    does: "has no body",
    change: answers(
      (_sent, { status }) => status === 401,
      () => null,
    ),
  },
  {
    part: "error.envelope#fields-422",
    does: "lacks them",
    change: changesFields(422, () => true),
  },
  {
    part: "error.envelope#fields-409",
    does: "lacks them",
    change: changesFields(409, () => true),
  },
  {
    part: "error.codes#format",
    does: "says BAD_FORMAT",
    change: changesFields(422, hasField("email"), {
      email: [{ code: "BAD_FORMAT", message: "No" }],
    }),
  },
  {
    part: "error.codes#not-unique",
    does: "says DUPLICATE",
    change: changesFields(409, hasField("email"), {
      email: [{ code: "DUPLICATE", message: "No" }],
    }),
  },
  {
    part: "error.codes#others",
    does: "says UNKNOWN",
    change: changesFields(422, hasField("favouriteColour"), {
      favouriteColour: [{ code: "UNKNOWN", message: "No" }],
    }),
  },
  {
    part: "error.all-fields#several",
    does: "reports the email alone",
    change: changesFields(422, hasField("firstName"), {
      email: [{ code: "INVALID", message: "No" }],
    }),
  },
  {
    part: "error.all-fields#limit",
    does: "reports the email alone",
    change: changesFields(422, hasField("unknown1"), {
      email: [{ code: "INVALID", message: "No" }],
    }),
  },
  {
    part: "error.order#401",
    does: "looks for the record first",
    change: replies(({ path }) => path.startsWith("/firms/n0Such00"), notFound),
  },
  {
    part: "error.order#404",
    does: "looks at the body first",
    change: replies(
      (sent) => sent.path.startsWith("/firms/n0Such00") && isBodyless(sent),
      refusal("email", "REQUIRED"),
    ),
  },
  {
    part: "error.order#422",
    does: "looks for a conflict first",
    change: replies(({ body }) => body?.["firstName"] === 7, refusal("email", "NOT_UNIQUE", 409)),
  },
  {
    part: "quota.headers#answers",
    does: "has one of its own",
    change: {
      answered: (reply) => ({ ...reply, headers: { ...reply.headers, "x-my-ratelimit": "1" } }),
    },
  },
];
