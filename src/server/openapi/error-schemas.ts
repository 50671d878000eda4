import type { JsonObject } from "../../base/values/json.ts";
import { ruleOf } from "../../domain/rules/catalogue.ts";
import { fieldCodes } from "../../network/http/api-error.ts";

/** The error envelope, with or without `fields` (interface 2.5, 7; rules error.envelope, error.codes). */
export function errorSchema(hasFields: boolean): JsonObject {
  return {
    type: "object",
    description: ruleOf("error.envelope").statement,
    required: hasFields ? ["message", "fields"] : ["message"],
    properties: { message, ...(hasFields ? { fields } : {}) },
    additionalProperties: false,
  };
}

const message = { type: "string", description: ruleOf("error.messages").statement };

const problem = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: {
      type: "string",
      description: ruleOf("error.codes").statement,
      enum: [...fieldCodes],
    },
    message: { type: "string" },
  },
  additionalProperties: false,
};

const fields = {
  type: "object",
  description: "What is wrong, by the name of the field",
  minProperties: 1,
  additionalProperties: { type: "array", minItems: 1, items: problem },
};

export const controlErrorSchema: JsonObject = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string", description: "What was wrong" },
    fields: {
      type: "object",
      description: "What is wrong with each key of the query or the body",
      additionalProperties: {
        type: "array",
        items: {
          type: "object",
          required: ["code", "message"],
          properties: { code: { type: "string" }, message: { type: "string" } },
          additionalProperties: false,
        },
      },
    },
    hint: { type: "string", description: "What to do about it" },
  },
  additionalProperties: false,
};
