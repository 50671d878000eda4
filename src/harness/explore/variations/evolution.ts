/** Changes that the provider may make at any time (interface 9). A robust client tolerates them. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { Answer } from "../../../network/http/answer.ts";
import { addLead, withNewParent, withStoredParent } from "./new-parent.ts";
import { bodyOf, everyObject, everyRecord, rewritten } from "./rewriting.ts";
import type { RunVariation, VariedRequest } from "./variation.ts";

/** A field that clients do not know yet. */
const newField = "futureField";
const newValue = "added by explore";

/** The prefix of a new enum value. The provider removes it to recover the known value. */
const newValuePrefix = "Future";

/** The only list of the Leads of every kind of parent. */
const listOfAllLeads = "get-leads";

const evolutionary = {
  family: "evolution",
  rules: ["http.json"],
  operations: () => true,
} as const;

export const evolution: readonly RunVariation[] = [
  {
    ...evolutionary,
    id: "extra-field",
    sentence: "Every object in an answer has an additional field.",
    vary: (request) =>
      changed(request, {
        answer: withNewFields,
        request: (body) => everyObject(body, ({ [newField]: _known, ...rest }) => rest),
      }),
  },
  {
    ...evolutionary,
    id: "key-order",
    sentence: "The keys of every object in an answer are in reverse order.",
    vary: (request) => changed(request, { answer: (body) => everyObject(body, reversed) }),
  },
  {
    ...evolutionary,
    id: "unknown-plan-status",
    rules: ["plan.status"],
    sentence: "A Plan has an unknown status.",
    vary: (request) => changed(request, unknownPlanStatus),
  },
  {
    ...evolutionary,
    id: "unknown-resource-type",
    rules: ["lead.fields"],
    sentence: "The list of all Leads has one more, whose parent is of an unknown resourceType.",
    operations: (id) => id === listOfAllLeads,
    vary(request) {
      if (request.context.operationId === listOfAllLeads) addLead(request.context);
      return changed(request, {
        answer: (body) => everyRecord(body, withNewParent),
        request: (body) => everyObject(body, withStoredParent),
      });
    },
  },
  {
    ...evolutionary,
    id: "unknown-error-code",
    rules: ["error.codes"],
    sentence: "Each field of a 409 or 422 has an additional entry with an unknown code.",
    vary: (request) => changed(request, { answer: withErrorCode }),
  },
  {
    ...evolutionary,
    id: "longer-ids",
    rules: ["lead.id.shape"],
    sentence: "The ids of new Leads, Plans and ClientProfiles are longer.",
    idTail: "0123456789abcdef",
    async vary({ next, onEffect }) {
      onEffect();
      return next();
    },
  },
  {
    ...evolutionary,
    id: "extra-headers",
    sentence: "Answers have additional headers.",
    async vary({ next, onEffect }) {
      const answer = await next();
      onEffect();
      return {
        ...answer,
        headers: {
          ...answer.headers,
          "x-future-header": newValue,
          "server-timing": "future;dur=1",
        },
      };
    },
  },
  {
    ...evolutionary,
    id: "other-messages",
    rules: ["error.messages"],
    sentence: "Error messages are worded differently.",
    vary: (request) => changed(request, { answer: withOtherMessages }),
  },
  {
    ...evolutionary,
    id: "whitespace",
    sentence: "The JSON in answers has different whitespace.",
    async vary({ next, onEffect }) {
      const answer = await next();
      const body = bodyOf(answer);
      if (body === null) return answer;
      onEffect();
      return { ...answer, body: `${JSON.stringify(body, null, 2)}\n` };
    },
  },
];

/** How the provider changes answers, and how it reads requests with the changed data. */
interface Change {
  readonly answer: (body: JsonObject) => Json;
  readonly request?: (body: JsonObject) => Json;
}

/** Changes the answer. The provider also reads its new fields and values, because clients may send them back. */
async function changed(request: VariedRequest, change: Change): Promise<Answer> {
  const sent = request.body === null ? null : parsedJson(request.body);
  const read = isJsonObject(sent) ? change.request?.(sent) : undefined;
  const answer = await request.next(read === undefined ? {} : { body: JSON.stringify(read) });
  return rewritten(answer, change.answer, request);
}

function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toReversed());
}

/** Changes an enum that clients must treat as open to a new value, and accepts that value in requests. */
const unknownPlanStatus: Change = {
  answer: (body) => everyRecord(body, (record) => asObject(everyObject(record, future))),
  request: (body) => everyObject(body, known),
};

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

function future(object: JsonObject): JsonObject {
  const { status } = object;
  return typeof status === "string" && isPlan(object)
    ? { ...object, status: newValuePrefix + status }
    : object;
}

function known(object: JsonObject): JsonObject {
  const { status } = object;
  return typeof status === "string" && status.startsWith(newValuePrefix)
    ? { ...object, status: status.slice(newValuePrefix.length) }
    : object;
}

/** Only Plans have both a type and a status. */
function isPlan({ type, status }: JsonObject): boolean {
  return typeof type === "string" && typeof status === "string";
}

/** The fields of a refusal are a map, where an additional field would be a list of errors. */
function withNewFields(body: JsonObject): Json {
  const varied = asObject(everyObject(body, (object) => ({ ...object, [newField]: newValue })));
  if (!isJsonObject(varied["fields"])) return varied;
  const { [newField]: _new, ...fields } = varied["fields"];
  return { ...varied, fields };
}

/** Appends an unknown code; known entries keep their place. */
function withErrorCode(body: JsonObject): Json {
  const { fields } = body;
  if (!isJsonObject(fields)) return body;
  const more = Object.entries(fields).map(([name, entries]) => [
    name,
    Array.isArray(entries) ? [...entries, { code: "FUTURE_CODE", message: newValue }] : entries,
  ]);
  return { ...body, fields: Object.fromEntries(more) };
}

function withOtherMessages(body: JsonObject): Json {
  if ("data" in body) return body;
  return everyObject(body, (object) =>
    typeof object["message"] === "string"
      ? { ...object, message: `Worded differently: ${object["message"].length} characters` }
      : object,
  );
}
