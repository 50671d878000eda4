import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { EdgeAnswer, EdgeContext, EdgeRequest } from "./edge-context.ts";

/** A refusal of the present interface that names renamed fields as the client sent them, such as `phoneNumber.number`. */
export function withSentNames(
  { operation }: EdgeRequest,
  answer: EdgeAnswer,
  { fields: changesOf }: EdgeContext,
  met: Set<string>,
): EdgeAnswer {
  if (operation === null || answer.status < 400 || answer.body === null) return answer;
  const renamed = [...changesOf(operation, "request").values()]
    .flat()
    .filter(({ kind }) => kind === "field-renamed");
  const body = renamed.length === 0 ? undefined : parsedJson(answer.body);
  const fields = isJsonObject(body) ? body["fields"] : undefined;
  if (!isJsonObject(body) || !isJsonObject(fields)) return answer;
  const before = met.size;
  const sentName = (path: string): string => {
    const parts = path.split(".");
    for (const { id, subject, to } of renamed) {
      const at = parts.indexOf(subject.slice(subject.lastIndexOf(".") + 1));
      if (at === -1 || to === null) continue;
      met.add(id);
      parts[at] = to;
    }
    return parts.join(".");
  };
  const named = Object.entries(fields).map(([path, list]) => [sentName(path), list] as const);
  if (met.size === before) return answer;
  const headers = new Map(answer.headers);
  headers.delete("content-length");
  const text = JSON.stringify({ ...body, fields: Object.fromEntries(named) });
  return { ...answer, headers, body: text };
}
