/** Checks a response to a fuzzed request against the OpenAPI documents. */
import type { JsonObject } from "../../src/base/values/json.ts";
import { isRuleId } from "../../src/domain/rules/catalogue.ts";
import type { Documented } from "../contract/documents.ts";
import { answerOf, judge, operationsOf, valueAt } from "../contract/documents.ts";
import type { Reply } from "../support/reply.ts";
import { rulesOf } from "../support/reply.ts";
import type { FuzzRequest } from "./fuzz-requests.ts";

/** Describes what is wrong with a response, or returns null. */
export type FuzzJudge = (request: FuzzRequest, reply: Reply) => string | null;

/** A judge that uses both documents. */
export function fuzzJudge(emulated: JsonObject, control: JsonObject): FuzzJudge {
  const ofEmulated = byDocument(emulated);
  const ofControl = byDocument(control);
  return (request, reply) => {
    if (request.plane !== "emulated") return controlFault(request, reply, ofControl);
    return emulatedFault(request, reply, ofEmulated);
  };
}

/** Checks a response of one operation against a document. */
type ByDocument = (operationId: string, reply: Reply) => string | null;

function byDocument(document: JsonObject): ByDocument {
  const faultOf = judge(document);
  const operations = new Map(operationsOf(document).map((one) => [one.id, one]));
  const answers = new Map<string, JsonObject | null>();
  const answerFor = (operation: Documented, status: number): JsonObject | null => {
    const name = `${operation.id} ${status}`;
    const known = answers.get(name);
    if (known !== undefined) return known;
    const found = answerOf(document, operation, status) ?? answerOf(document, operation, "default");
    answers.set(name, found ?? null);
    return found ?? null;
  };
  return (id, reply) => {
    const operation = operations.get(id);
    if (operation === undefined) return `the document has no operation ${id}`;
    const answer = answerFor(operation, reply.status);
    if (answer === null) return "no such status in the document";
    if (reply.text === "") return "content" in answer ? "a body is missing" : null;
    const schema = valueAt(answer, ["content", "application/json", "schema"]);
    if (reply.json === null || typeof schema !== "object") return typeFault(answer, reply);
    return faultOf(Object(schema), reply.json);
  };
}

/** A response that is not JSON must have one of the documented types. */
function typeFault(answer: JsonObject, reply: Reply): string | null {
  const type = reply.headers.get("content-type") ?? "";
  const documented = Object.keys(Object(valueAt(answer, ["content"])));
  return documented.some((one) => one === type || one === `${type.split("/")[0]}/*`)
    ? null
    : `${type} is not among ${documented.join(", ")}`;
}

function controlFault(request: FuzzRequest, reply: Reply, byControl: ByDocument): string | null {
  if (reply.status >= 500) return "a fault of the control API";
  if (leadsElsewhere(request)) return null;
  return request.operationId === null ? null : byControl(request.operationId, reply);
}

function emulatedFault(request: FuzzRequest, reply: Reply, byEmulated: ByDocument): string | null {
  const reason = reply.headers.get("x-sandbox-reason") ?? "";
  if (reason.startsWith("Internal error of the sandbox")) return "a fault of the sandbox";
  if (reason.startsWith("The planned fault")) return null;
  const rules = rulesOf(reply);
  const unknown = rules.filter((rule) => !isRuleId(rule));
  if (unknown.length > 0) return `cites ${unknown.join()}, which the catalogue lacks`;
  if (reply.status >= 400 && rules.length === 0) return "a refusal without a rule";
  const elsewhere = request.operationId === null || leadsElsewhere(request);
  if (elsewhere) return reply.status >= 500 ? "no status for a path that is not there" : null;
  return byEmulated(request.operationId, reply);
}

/** Whether the values in the path turn it into the path of another operation. */
function leadsElsewhere({ path }: FuzzRequest): boolean {
  return /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|\/(?:\/|$)/i.test(path);
}
