import { beforeAll, describe, expect, it } from "vitest";

import type { Json, JsonObject } from "../../src/base/values/json.ts";
import { isJsonObject } from "../../src/base/values/json.ts";
import type { Operation } from "../../src/network/http/operation.ts";
import { controlOperations } from "../../src/server/control/calls/operations.ts";
import { canSucceed, operations as served, readsBody } from "../conformance/cases.ts";
import type { Documented } from "./documents.ts";
import {
  answerOf,
  bodySchemaOf,
  judge,
  objectAt,
  operationsOf,
  pointerOf,
  servedDocuments,
  textAt,
  valueAt,
} from "./documents.ts";

/** The documented operations, without those that no key may call. */
const operations = served.filter(({ permission }) => permission !== null);

const planes = [
  { plane: "emulated", table: operations },
  { plane: "control", table: controlOperations },
] as const;

let documents: Awaited<ReturnType<typeof servedDocuments>>;

beforeAll(async () => {
  documents = await servedDocuments();
});

describe.each(planes)("the document of the $plane plane", ({ plane, table }) => {
  it("has every operation once, under its method and path, and no others", () => {
    const rows = table.map(({ id, method, path }) => `${id} ${method} ${path}`);
    const documented = operationsOf(documents[plane]);
    expect(documented.map(({ id, method, path }) => `${id} ${method} ${path}`).toSorted()).toEqual(
      rows.toSorted(),
    );
    expect(new Set(documented.map(({ id }) => id)).size).toBe(table.length);
  });

  it.runIf(plane === "emulated")(
    "states for each operation whether the interface documents it, as x-standing and in its description",
    () => {
      const standings = operationsOf(documents.emulated).map(({ id, description }) => {
        const standing = textAt(description, ["x-standing"]);
        expect(textAt(description, ["description"]).toLowerCase()).toContain(`${standing}: `);
        return `${standing} ${id}`;
      });
      expect(standings.filter((one) => one.startsWith("documented "))).toEqual([
        "documented post-leads-for-firm",
        "documented get-leads-for-firm",
        "documented post-leads-for-firm-member",
        "documented get-lead",
        "documented patch-Lead",
      ]);
      expect(standings).toContain("assumed get-leads");
      expect(standings).toContain("assumed get-plan");
      expect(standings).toContain("assumed post-workflow");
    },
  );

  it.runIf(plane === "emulated")("accepts an unknown owner type, and names the known ones", () => {
    const type = ["components", "schemas", "Lead", "properties", "resourceType"];
    expect(objectAt(documents.emulated, type)).toMatchObject({
      type: "string",
      "x-extensible-enum": ["Firm", "FirmMember", "ClientProfile"],
    });
    expect(valueAt(documents.emulated, [...type, "enum"])).toBeUndefined();
  });

  it("describes the parameters of each operation, those of its path required", () => {
    for (const { id, path, query } of table) {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => `path ${name}`);
      const wanted = [
        ...names,
        ...Object.keys((typeof query === "function" ? query({}) : query).shape).map(
          (name) => `query ${name}`,
        ),
      ];
      const parameters = parametersOf(operationOf(plane, id));
      expect(parameters.map((one) => `${textAt(one, ["in"])} ${textAt(one, ["name"])}`)).toEqual(
        wanted,
      );
      for (const parameter of parameters) {
        expect(parameter["required"]).toBe(parameter["in"] === "path");
        expect(textAt(parameter, ["description"])).toMatch(/\w{3}/);
        const schema = valueAt(parameter, ["schema"]) ?? bodySchemaOf(parameter);
        expect(Object.keys(Object(schema))).not.toEqual([]);
      }
    }
  });

  it("has a body with an example for each operation that reads one", () => {
    for (const operation of table) {
      const { id } = operation;
      const body = "body" in operation ? operation.body : undefined;
      const content = valueAt(operationOf(plane, id).description, ["requestBody", "content"]);
      expect([id, content !== undefined]).toEqual([id, body !== undefined]);
      const isJson = body !== undefined && !("bodyType" in operation);
      const reads = "permission" in operation ? readsBody(operation) : isJson;
      const example = content && valueAt(content, ["application/json", "example"]);
      expect([id, example !== undefined]).toEqual([id, reads]);
    }
  });

  it("has no broken reference", () => {
    const broken = referencesIn(documents[plane]).filter(
      (reference) => valueAt(documents[plane], pointerOf(reference)) === undefined,
    );
    expect(broken).toEqual([]);
  });

  it("has no component that contains itself, which the page of the documents could not show", () => {
    const document = documents[plane];
    const within = (value: Json, outer: readonly string[]): readonly string[] =>
      referencesIn(value).flatMap((one) =>
        outer.includes(one)
          ? [one]
          : within(valueAt(document, pointerOf(one)) ?? null, [...outer, one]),
      );
    expect(within(document["components"] ?? null, [])).toEqual([]);
  });

  it("has no example that its schema rejects", () => {
    const faultOf = judge(documents[plane]);
    const examples = examplesIn(documents[plane], []);
    const faults = examples.flatMap(({ at, schema, example }) => {
      const fault = faultOf(schema, example);
      return fault === null ? [] : [`${at}: ${fault}`];
    });
    expect(examples.length).toBeGreaterThan(table.length);
    expect(faults).toEqual([]);
  });
});

describe("the document of the emulated plane", () => {
  it("has an example of each success, and of each refusal with a golden body", () => {
    const without = operations.filter(canSucceed).flatMap((operation) => {
      const documented = operationOf("emulated", operation.id);
      const statuses = [
        operation.status,
        ...Object.keys(objectAt(documented.description, ["responses"])).map(Number),
      ];
      return statuses
        .filter((status) => status > 0 && status !== 204)
        .filter((status) => exampleOf(documented, status) === undefined)
        .map((status) => `${operation.id} ${status}`);
    });
    // The fixture describes only a workflow for POST.
    expect(without, "UPDATE_CONTRACTS=1 of checked-in.test.ts records examples").toEqual([]);
  });

  it("omits the headers that only the sandbox adds", () => {
    expect(/x-sandbox[-\w]*/i.exec(JSON.stringify(documents.emulated))).toBeNull();
  });

  it("requires the fields of rule lead.required in a create, and none in an update", () => {
    const { LeadCreate, LeadUpdate } = objectAt(documents.emulated, ["components", "schemas"]);
    expect(LeadCreate).toMatchObject({ required: ["email", "firstName", "lastName"] });
    expect(LeadUpdate).not.toHaveProperty("required");
  });

  it("names the schemas of a Lead in requests and in responses", () => {
    const names = Object.keys(objectAt(documents.emulated, ["components", "schemas"]));
    expect(names).toEqual(
      expect.arrayContaining([
        "ClientData",
        "ClientDataInput",
        "Error",
        "FieldError",
        "Lead",
        "LeadAnswer",
        "LeadCreate",
        "LeadPage",
        "LeadUpdate",
        "Phone",
        "PhoneInput",
      ]),
    );
  });

  it("has the headers of a 429 under every alternative of rule quota.headers", () => {
    const answer = answerOf(documents.emulated, operationOf("emulated", "get-lead"), 429) ?? {};
    expect(Object.keys(objectAt(answer, ["headers"]))).toEqual([
      "Retry-After",
      "RateLimit-Limit",
      "RateLimit-Remaining",
      "RateLimit-Reset",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "RateLimit-Policy",
      "RateLimit",
    ]);
  });
});

describe("the document of the control plane", () => {
  it("distinguishes a world in a request, where parts are optional, from one in a response", () => {
    const schemas = objectAt(documents.control, ["components", "schemas"]);
    const parts = Object.keys(objectAt(schemas, ["World", "properties"]));
    expect(Object.keys(objectAt(schemas, ["WorldInput", "properties"]))).toEqual(parts);
    expect(schemas["WorldInput"]).not.toHaveProperty("required");
    expect(schemas["World"]).toMatchObject({
      required: expect.arrayContaining(["firms", "leads"]),
    });
  });
});

function operationOf(plane: keyof typeof documents, id: Operation["id"]): Documented {
  const found = operationsOf(documents[plane]).find((one) => one.id === id);
  if (found === undefined) throw new Error(`The document has no operation ${id}.`);
  return found;
}

function parametersOf({ description }: Documented): readonly JsonObject[] {
  const parameters = description["parameters"];
  if (!Array.isArray(parameters)) throw new Error("There is no list of parameters.");
  return parameters.filter(isJsonObject);
}

function exampleOf(documented: Documented, status: number): Json | undefined {
  const answer = answerOf(documents.emulated, documented, status);
  return answer && valueAt(answer, ["content", "application/json", "example"]);
}

function referencesIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => referencesIn(item));
  if (!isJsonObject(value)) return [];
  const { $ref } = value;
  return [
    ...(typeof $ref === "string" ? [$ref] : []),
    ...Object.values(value).flatMap((part) => referencesIn(part)),
  ];
}

interface ExampleAt {
  readonly at: string;
  readonly schema: JsonObject;
  readonly example: Json;
}

/** Every example next to a schema, in parameters and in contents. */
function examplesIn(value: Json, at: readonly string[]): readonly ExampleAt[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => examplesIn(item, [...at, `${index}`]));
  if (!isJsonObject(value)) return [];
  const { schema, example } = value;
  const own =
    isJsonObject(schema) && example !== undefined ? [{ at: at.join("/"), schema, example }] : [];
  return [
    ...own,
    ...Object.entries(value)
      .filter(([key]) => key !== "example")
      .flatMap(([key, part]) => examplesIn(part, [...at, key])),
  ];
}
