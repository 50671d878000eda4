/** What two answers to the same call agree in, as far as the recording can tell. */
import { describe, expect, it } from "vitest";

import type { Json } from "../../../../src/base/values/json.ts";
import { signatureOf } from "../../../../src/harness/check-har/read/features.ts";
import type { Knowledge } from "../../../../src/harness/check-har/replay/compare.ts";
import { compared } from "../../../../src/harness/check-har/replay/compare.ts";
import { wireLead } from "../made-up.ts";

const everything: Knowledge = {
  isKnown: () => true,
  orderOf: (id) => id,
  hasBody: true,
  hasHeaders: true,
};

interface Answer {
  readonly status?: number;
  readonly headers?: string | null;
  readonly json?: Json;
  readonly template?: string;
}

function signature({ status = 200, headers = null, json, template = "/leads" }: Answer) {
  return signatureOf(template, { status, rateLimitHeaders: headers, json });
}

/** The features that differ; with `all`, those that agree, too, after a plus. */
function differing(one: Answer, other: Answer, knowledge: Partial<Knowledge> = {}) {
  const found = compared(signature(one), signature(other), { ...everything, ...knowledge });
  return [...found].flatMap(([feature, agrees]) => (agrees ? [] : [feature]));
}

const lead = (id: string, changes = {}) => wireLead({ id, email: `${id}@example.com`, ...changes });
const page = (ids: readonly string[], meta: object = {}): Answer => ({
  json: {
    data: ids.map((id) => lead(id)),
    meta: { total: ids.length, count: ids.length, offset: 0, limit: 20, ...meta },
  },
});
const refused = (codes: Readonly<Record<string, readonly string[]>>, status = 422): Answer => ({
  status,
  json: {
    fields: Object.fromEntries(
      Object.entries(codes).map(([field, all]) => [field, all.map((code) => ({ code }))]),
    ),
  },
});

const withPlans = (...plans: readonly string[]): Answer => ({
  json: {
    data: [{ ...lead("A"), Plans: plans.map((name, at) => ({ id: `${name}${at}`, name })) }],
  },
});

const isKnown = (_kind: string, id: string) => id !== "A";

describe("two answers", () => {
  it.each<readonly [string, Answer, Answer, readonly string[]]>([
    ["agree if they are equal", page(["A", "B"]), page(["A", "B"]), []],
    ["differ in their status", { status: 200 }, { status: 404 }, ["status"]],
    ["differ in the limit of a page", page([], { limit: 20 }), page([], { limit: 50 }), ["limit"]],
    [
      "differ in a field with an error",
      refused({ email: ["INVALID"] }),
      refused({}),
      ["error email"],
    ],
    [
      "differ in the codes of a field",
      refused({ email: ["INVALID"] }),
      refused({ email: ["REQUIRED"] }),
      ["error email"],
    ],
    [
      "agree in codes of another order",
      refused({ email: ["INVALID", "REQUIRED"] }),
      refused({ email: ["REQUIRED", "INVALID"] }),
      [],
    ],
    [
      "differ in a person's name",
      { json: { data: [lead("A")] } },
      { json: { data: [lead("A", { firstName: "Ada" })] } },
      ["Lead A names"],
    ],
    [
      "differ in whether a Lead is deleted",
      { json: { data: [lead("A")] } },
      { json: { data: [lead("A", { deletedAt: "2027-02-02T09:00:00.000Z" })] } },
      ["Lead A deleted"],
    ],
    [
      "differ in the time between conversion and deletion",
      { json: { data: [lead("A", conversion("00.000", "00.000"))] } },
      { json: { data: [lead("A", conversion("00.000", "01.000"))] } },
      ["Lead A deletedAt - convertedAt"],
    ],
    ["differ in the order of their records", page(["A", "B"]), page(["B", "A"]), ["order"]],
    [
      "differ in the order where the other answer is a refusal",
      page(["A", "B"]),
      { status: 500 },
      ["status", "limit", ...featuresOf("A"), ...featuresOf("B"), "order"],
    ],
    ["differ in a record that only the recording shows", page(["A"]), page([]), featuresOf("A")],
    ["differ in a record that only the replay shows", page([]), page(["A"]), featuresOf("A")],
    [
      "say nothing of a record on another page",
      page(["A"], { total: 5, offset: 1 }),
      page(["B"], { total: 4, offset: 1 }),
      [],
    ],
    [
      "differ in records of pages with the same total",
      page(["A"], { total: 5, offset: 1 }),
      page(["B"], { total: 5, offset: 1 }),
      [...featuresOf("A"), ...featuresOf("B")],
    ],
    [
      "say nothing of a record that an incomplete page lacks",
      page(["A"]),
      page(["B"], { total: 4 }),
      featuresOf("B"),
    ],
  ])("%s", (_name, recorded, replayed, expected) => {
    expect(differing(recorded, replayed)).toEqual(expected);
  });

  it("say nothing of a record whose state the recording does not tell", () => {
    expect(differing(page(["A"]), page([]), { isKnown })).toEqual([]);
    expect(differing(page([]), page(["A"]), { isKnown })).toEqual([]);
    // The total of a page proves nothing where the replay shows an unknown record.
    const [one, other] = [
      page(["B"], { total: 5, offset: 1 }),
      page(["A"], { total: 5, offset: 1 }),
    ];
    expect(differing(one, other, { isKnown })).toEqual([]);
  });

  it("compare the status only without a recorded body", () => {
    expect(differing(page(["A", "B"]), page(["B"]), { hasBody: false })).toEqual([]);
    expect(differing({ status: 201 }, { status: 409 }, { hasBody: false })).toEqual(["status"]);
  });

  it("compare rate-limit headers if headers were recorded", () => {
    const [one, other] = [{ headers: "retry-after" }, { headers: "" }];
    expect(differing(one, other)).toEqual(["rate-limit headers"]);
    expect(differing(one, other, { hasBody: false })).toEqual(["rate-limit headers"]);
    expect(differing(one, other, { hasHeaders: false })).toEqual([]);
  });

  it("agree in the order of records that were created in an unknown order", () => {
    const [one, other] = [page(["A", "B"]), page(["B", "A"])];
    expect(differing(one, other, { orderOf: () => "then" })).toEqual([]);
  });

  it("say nothing of the order of fewer than two common records", () => {
    const found = compared(signature(page(["A", "B"])), signature(page(["B", "C"])), everything);
    expect(found.has("order")).toBe(false);
    expect(found.get("Lead B email")).toBe(true);
  });

  it("agree in Plans whatever their ids and order", () => {
    expect(differing(withPlans("House", "Condo"), withPlans("Condo", "House"))).toEqual([]);
    expect(differing(withPlans("House"), withPlans("Condo"))).toEqual(["Lead A Plans"]);
    expect(differing(withPlans("House"), page(["A"]))).toEqual(["Lead A Plans", "limit"]);
  });
});

function conversion(converted: string, deleted: string): object {
  const minute = "2027-02-02T09:00:";
  const [convertedAt, deletedAt] = [`${minute}${converted}Z`, `${minute}${deleted}Z`];
  return { convertedAt, deletedAt, updatedAt: convertedAt };
}

function featuresOf(id: string): readonly string[] {
  return ["", " email", " names", " phone", " clientData", " deleted"].map(
    (feature) => `Lead ${id}${feature}`,
  );
}
