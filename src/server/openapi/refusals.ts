/** The refusals of the emulated API as answers of its OpenAPI document. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import type { RuleId } from "../../domain/rules/catalogue.ts";
import { ruleOf } from "../../domain/rules/catalogue.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";
import { messageOf } from "../../network/http/api-error.ts";
import { jsonContent } from "./document.ts";
import { quotaHeadersOf } from "./quota-headers.ts";

/** The answer with that status, by those rules. */
export function refusal(
  status: number,
  rules: readonly RuleId[],
  assumptions: Assumptions,
  example: Json | undefined,
): JsonObject {
  const hasFields = status === 409 || status === 422;
  const description = descriptions[status] ?? "Refused.";
  return {
    description: [description, ...rules.map(sentence)].join("\n"),
    "x-rules": [...rules],
    ...quotaHeadersOf(status, assumptions),
    content: jsonContent(
      { $ref: `#/components/schemas/${hasFields ? "FieldError" : "Error"}` },
      hasFields ? example : (example ?? { message: messageOf(status) }),
    ),
  };
}

/** A rule as a CommonMark list item. */
export function sentence(id: RuleId): string {
  return `\n- \`${id}\`: ${ruleOf(id).statement}`;
}

export function refusalName(status: number): string {
  return names[status] ?? String(status);
}

/** Whether operations share their refusals with that status. */
export function isShared(status: number): boolean {
  return status in names;
}

const names: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  408: "RequestTimeout",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  426: "UpgradeRequired",
  429: "TooManyRequests",
  500: "ServerError",
};

const descriptions: Readonly<Record<number, string>> = {
  400: "The body is malformed, under an alternative.",
  401: "The request has no valid API key.",
  403: "The key lacks the permission.",
  404: "There is no such record, or the key may not access it.",
  408: "The body arrived too slowly, so the server gave up before the operation.",
  409: "The request conflicts with existing records.",
  413: "The body is too large.",
  415: "The body has a content coding that is not decoded.",
  422: "The query or the body is not accepted.",
  426: "Plain HTTP, where HTTPS is required.",
  429: "The key is over its quota.",
  500: "Planned by a tester, or an internal error of the sandbox.",
};
