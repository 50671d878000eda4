import { describe, expect, it } from "vitest";

import { ApiError, errorBody, leadNotCreated, unprocessable } from "../../src/http/api-error.ts";

const rule = "lead.fields";
const fields = [
  { path: ["email"], code: "REQUIRED", message: "Missing", rule },
  { path: ["clientData", "Plans", 0, "type"], code: "INVALID", message: "Wrong", rule },
  { path: ["clientData", "Plans", 1, "type"], code: "INVALID", message: "Wrong too", rule },
  { path: ["email"], code: "INVALID", message: "Odd", rule },
] as const;
const form = { fieldNames: "dotted-path", allFields: "all" } as const;

describe("ApiError", () => {
  it.each([
    [400, "Bad request"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "Not found"],
    [409, "Conflict"],
    [413, "Payload too large"],
    [422, "Validation failed"],
    [429, "Too many requests"],
    [500, "Internal server error"],
  ] as const)(
    "with status %i has the message %s if no text is documented (7)",
    (status, message) => {
      const error = new ApiError({ status, rules: [], reason: "why" });
      expect(errorBody(error, form)).toEqual({ message });
    },
  );

  it("keeps its reason out of the body (2.5)", () => {
    const error = new ApiError({ status: 404, rules: [], reason: "it is another Firm's" });
    expect(JSON.stringify(errorBody(error, form))).not.toContain("Firm");
  });

  it("has the documented text if there is one (7)", () => {
    const error = new ApiError({ status: 409, message: leadNotCreated, rules: [], reason: "" });
    expect(errorBody(error, form)).toEqual({ message: "Failed to create the Lead" });
  });
});

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

  it("reports only the first problem under first-only (7)", () => {
    const body = errorBody(unprocessable(fields), { ...form, allFields: "first-only" });
    expect(body.fields).toEqual({ email: [{ code: "REQUIRED", message: "Missing" }] });
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
