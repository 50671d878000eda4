/** An unknown field of any object in a body: the refusal lists the fields that the object has. */
import { describe, expect, it } from "vitest";

import type { Json } from "../../../../src/base/values/json.ts";
import { isJsonObject } from "../../../../src/base/values/json.ts";
import {
  bodySchemaOf,
  operationsOf,
  resolved,
  servedDocuments,
} from "../../../contract/documents.ts";
import { at, text } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";

const { control } = await servedDocuments();

/** An object of a body that takes no other fields, with the names that lead to it. */
interface Place {
  readonly path: readonly string[];
  readonly fields: readonly string[];
}

function placesIn(schema: Json | undefined, path: readonly string[]): readonly Place[] {
  if (!isJsonObject(schema)) return [];
  const { properties, additionalProperties, items, anyOf } = resolved(control, schema);
  const known = isJsonObject(properties) ? properties : {};
  return [
    ...(additionalProperties === false ? [{ path, fields: Object.keys(known) }] : []),
    ...Object.entries(known).flatMap(([name, one]) => placesIn(one, [...path, name])),
    ...placesIn(items, [...path, "0"]),
    ...placesIn(additionalProperties, [...path, "anyName"]),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((one) => placesIn(one, path)) : []),
  ];
}

/** A body with an unknown field at that place; a list has one item. */
function bodyAt([name, ...deeper]: readonly string[]): unknown {
  if (name === undefined) return { noSuchField: 1 };
  return name === "0" ? [bodyAt(deeper)] : { [name]: bodyAt(deeper) };
}

const places = operationsOf(control).flatMap(({ method, path, description }) => {
  const { requestBody } = description;
  if (!isJsonObject(requestBody) || path.startsWith("/workspaces/")) return [];
  return placesIn(bodySchemaOf(requestBody), []).map((place) => ({
    ...place,
    call: `${method} ${path}`,
    object: place.path.join("."),
  }));
});

describe("an unknown field in a body", () => {
  it("is looked for in nested objects, lists and records", () => {
    const objects = places.map(({ call, object }) => `${call} ${object}`);
    expect(objects).toEqual(
      expect.arrayContaining([
        "POST /faults ",
        "POST /faults match",
        "POST /faults then.fields.anyName.0",
        "PUT /state leads.0",
      ]),
    );
  });

  it.each(places)("$call, $object: lists the fields that it has", async (place) => {
    const { call, path, fields } = place;
    const world = await newWorld();
    const [method = "", to = ""] = call.split(" ");
    const refused = await world.server(method, to, bodyAt(path));
    const found = at(refused, "fields");
    const problems = Object(found)[[...path, "noSuchField"].join(".")];
    expect({ status: refused.status, problems }).toEqual({
      status: 422,
      problems: expect.arrayContaining([
        { code: "UNSUPPORTED", message: `Unknown. Allowed: ${fields.join(", ")}` },
      ]),
    });
  });

  it("stands in the message with its place", async () => {
    const world = await newWorld();
    const match = { methd: "POST" };
    const refused = await world.control("POST", "/faults", { match, then: { status: 503 } });
    expect(text(refused, "message")).toBe(
      "Invalid body: match.methd: Unknown. Allowed: method, path, operationId, apiKeyId.",
    );
  });
});
