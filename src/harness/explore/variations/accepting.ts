import type { JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { Answer } from "../../../network/http/answer.ts";
import { bodyOf, withoutParameters } from "./rewriting.ts";
import type { RequestChange, VariedRequest } from "./variation.ts";

/**
 * Accepts a request that was refused with 422. It carries out a corrected request and answers with the fields
 * that the client sent. If the correction also fails, the refusal stays.
 */
export async function acceptInvalid(request: VariedRequest): Promise<Answer> {
  const refused = await request.next();
  if (refused.status !== 422) return refused;
  const fields = bodyOf(refused)?.["fields"];
  const names = isJsonObject(fields) ? Object.keys(fields) : [];
  const accepted = await request.next(putRight(request, names));
  if (accepted.status >= 300) return refused;
  request.onEffect();
  return asSent(accepted, request);
}

function putRight({ context, body }: VariedRequest, names: readonly string[]): RequestChange {
  if (body === null) {
    const query = withoutParameters(context.target.query, names);
    return query === null ? {} : { query };
  }
  const sent = parsedJson(body);
  const wrong = new Set(names.map((name) => name.split(".")[0] ?? name));
  const kept = Object.entries(isJsonObject(sent) ? sent : {}).filter(([name]) => !wrong.has(name));
  const valid = Object.entries(validFields(context.requestId)).filter(([name]) => wrong.has(name));
  return { body: JSON.stringify(Object.fromEntries([...kept, ...valid])) };
}

/** Valid values for the required fields of a Lead. */
function validFields(unique: string): JsonObject {
  return {
    email: `${unique.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}@accepted.example`,
    firstName: "Accepted",
    lastName: "Accepted",
    phone: { number: "6475550100" },
  };
}

function asSent(answer: Answer, { body }: VariedRequest): Answer {
  const sent = body === null ? null : parsedJson(body);
  const answered = bodyOf(answer);
  const data = answered?.["data"];
  if (!isJsonObject(sent) || !isJsonObject(data)) return answer;
  return { ...answer, body: JSON.stringify({ ...answered, data: { ...data, ...sent } }) };
}
