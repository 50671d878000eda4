import type { JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import { ApiError, unprocessable } from "../../../network/http/api-error.ts";
import type { BodyBounds, BodyProblem, BodyResult } from "../../../network/http/body.ts";
import { knownCodings } from "../../../network/http/content-encoding.ts";
import type { ApiCall } from "../routes/call.ts";

const bytesMax = { "1-mib": 1_048_576, "100-kib": 102_400, "10-mib": 10_485_760 } as const;
const levelsMax = { "64-levels": 64, "512-levels": 512 } as const;

/** The limits of a body under `assumptions` (interface 8; rules http.body.too-large, http.body.depth). */
export function bodyBounds(assumptions: Assumptions): BodyBounds {
  return {
    bytesMax: bytesMax[chosenFor("http.body.too-large", assumptions)],
    levelsMax: levelsMax[chosenFor("http.body.depth", assumptions)],
  };
}

/**
 * The JSON object of the request. Throws `ApiError` for anything else (rules http.body.malformed,
 * http.body.too-large, http.body.depth).
 */
export function jsonBody(call: ApiCall): JsonObject {
  const { body } = call;
  if (body === null) throw new Error("This operation takes no body.");
  if (!body.ok || !isJsonObject(body.value)) throw unreadable(call, body);
  citeBounds(call, body.text, body.levels);
  return body.value;
}

/** Cites the limits that this body would exceed under another choice. */
function citeBounds({ trace }: ApiCall, text: string, levels: number): void {
  if (Buffer.byteLength(text) > bytesMax["100-kib"]) trace.cite("http.body.too-large");
  if (levels > levelsMax["64-levels"]) trace.cite("http.body.depth");
}

function unreadable(call: ApiCall, body: BodyResult): ApiError {
  const problem = body.ok ? "not-object" : body.problem;
  const message = bodyProblems[problem];
  if (problem === "too-large") {
    const rule = "http.body.too-large";
    call.trace.cite(rule);
    return new ApiError({ status: 413, rules: [rule], reason: message });
  }
  if (!body.ok && (problem === "coded" || problem === "unknown-coding")) return codedBody(body);
  const rule = ruleOf[problem] ?? "http.body.malformed";
  if (call.trace.choice("http.body.malformed") === "400") {
    return new ApiError({ status: 400, rules: [rule], reason: message });
  }
  return unprocessable([{ path: ["body"], code: "INVALID", message, rule }]);
}

const ruleOf: Partial<Record<BodyProblem, RuleId>> = {
  "too-deep": "http.body.depth",
  "not-decodable": "http.content-encoding",
};

/** 415 for a coding that is not decoded (rule http.content-encoding). */
function codedBody({
  problem,
  codings = [],
}: Extract<BodyResult, { readonly ok: false }>): ApiError {
  const coding = codings.join(", ").slice(0, codingShownMax);
  const isRefused = problem === "coded";
  return new ApiError({
    status: 415,
    message: `Unsupported content encoding: ${coding}`,
    rules: ["http.content-encoding"],
    reason: isRefused
      ? `The body is coded as ${coding}, which the sandbox does not decode. Send it without Content-Encoding.`
      : `The body is coded as ${coding}. The sandbox decodes ${knownCodings}.`,
    headers: { "accept-encoding": isRefused ? "identity" : knownCodings },
  });
}

/** A coding is a word; more of it tells nothing. */
const codingShownMax = 100;

const bodyProblems = {
  "too-large": "The body is larger than the sandbox accepts",
  coded: "The body is coded",
  "unknown-coding": "The body is coded in a way that the sandbox does not decode",
  "not-decodable": "The body does not decode by its Content-Encoding",
  "content-type": "The content type is not application/json",
  "not-json": "The body is not JSON",
  "not-object": "The body is not a JSON object",
  "too-deep": "The body is nested deeper than the sandbox accepts",
} as const;
