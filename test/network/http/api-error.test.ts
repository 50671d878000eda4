import { describe, expect, it } from "vitest";

import { errorBody, unprocessable } from "../../../src/network/http/api-error.ts";

const rule = "lead.fields";
const fields = [
  { path: ["email"], code: "REQUIRED", message: "Missing", rule },
  { path: ["clientData", "Plans", 0, "type"], code: "INVALID", message: "Wrong", rule },
  { path: ["clientData", "Plans", 1, "type"], code: "INVALID", message: "Wrong too", rule },
  { path: ["email"], code: "INVALID", message: "Odd", rule },
] as const;
const form = { fieldNames: "dotted-path", allFields: "all" } as const;

describe("errorBody", () => {
  it("keys every field by its dotted path and collects the problems of each field (7)", () => {
    expect(errorBody(unprocessable(fields), form)).toEqual({
      message: "Validation failed",
      fields: {
        email: [
          { code: "REQUIRED", message: "Missing" },
          { code: "INVALID", message: "Odd" },
        ],
        "clientData.Plans.0.type": [{ code: "INVALID", message: "Wrong" }],
        "clientData.Plans.1.type": [{ code: "INVALID", message: "Wrong too" }],
      },
    });
  });

  it("keys by the leaf under leaf-name: the last name that is not an index (7)", () => {
    const body = errorBody(unprocessable(fields), { ...form, fieldNames: "leaf-name" });
    expect(Object.keys(body.fields ?? {})).toEqual(["email", "type"]);
    const item = { path: ["clientData", "Plans", 0], code: "INVALID", message: "", rule } as const;
    const named = errorBody(unprocessable([item]), { ...form, fieldNames: "leaf-name" });
    expect(Object.keys(named.fields ?? {})).toEqual(["Plans"]);
  });

  it("treats __proto__ like any other key", () => {
    const hostile = { path: ["__proto__"], code: "UNSUPPORTED", message: "No", rule } as const;
    expect(JSON.stringify(errorBody(unprocessable([hostile]), form))).toBe(
      '{"message":"Validation failed","fields":{"__proto__":[{"code":"UNSUPPORTED","message":"No"}]}}',
    );
  });
});

describe("unprocessable", () => {
  it("is a 422 whose reason names the first field and the number of further ones", () => {
    const error = unprocessable(fields);
    expect(error.status).toBe(422);
    expect(error.reason).toBe("email: Missing (and 3 more)");
    expect(unprocessable(fields.slice(1, 2)).reason).toBe("clientData.Plans.0.type: Wrong");
  });
});
