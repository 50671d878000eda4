import { describe, expect, it } from "vitest";

import { isJsonObject } from "../../src/base/values/json.ts";
import { newWorld } from "../support/world.ts";
import { judge, objectAt, operationsOf, resolved, valueAt } from "./documents.ts";

const before = { $lt: "2026-02-01T00:00:00.000Z", $ne: null };

/** Values of a parameter of GET `path` on which its schema and the server must agree. */
const rows: readonly {
  readonly path: string;
  readonly name: "filter" | "order";
  readonly value: unknown;
  readonly accepted: boolean;
  readonly assumptions?: Readonly<Record<string, string>>;
}[] = [
  { path: "/leads", name: "order", value: [], accepted: true },
  { path: "/leads", name: "order", value: [["email", "ASC"]], accepted: true },
  { path: "/leads", name: "order", value: [["email", "UP"]], accepted: false },
  { path: "/leads", name: "order", value: [["colour", "ASC"]], accepted: false },
  { path: "/leads", name: "order", value: [["phone", "ASC"]], accepted: false },
  { path: "/leads", name: "order", value: [["email"]], accepted: false },
  { path: "/leads", name: "order", value: [["email", "ASC", 1]], accepted: false },
  { path: "/leads", name: "order", value: ["email", "ASC"], accepted: false },
  { path: "/leads", name: "order", value: "email", accepted: false },
  { path: "/plans", name: "order", value: [["status", "DESC"]], accepted: true },
  { path: "/leads", name: "filter", value: {}, accepted: true },
  { path: "/leads", name: "filter", value: { email: "a@example.com", id: null }, accepted: true },
  { path: "/leads", name: "filter", value: { createdAt: before }, accepted: true },
  { path: "/leads", name: "filter", value: { id: { $in: ["a", null] } }, accepted: true },
  { path: "/leads", name: "filter", value: { id: { $in: "a" } }, accepted: false },
  { path: "/leads", name: "filter", value: { id: {} }, accepted: false },
  { path: "/leads", name: "filter", value: { id: { $like: "a" } }, accepted: false },
  { path: "/leads", name: "filter", value: { id: ["a"] }, accepted: false },
  { path: "/leads", name: "filter", value: { colour: "red" }, accepted: false },
  { path: "/leads", name: "filter", value: { phone: null }, accepted: false },
  { path: "/leads", name: "filter", value: [], accepted: false },
  { path: "/plans", name: "filter", value: { status: "New" }, accepted: true },
  { path: "/firmMembers", name: "filter", value: { isOwner: true }, accepted: true },
  {
    path: "/leads",
    name: "filter",
    value: { colour: "red" },
    accepted: true,
    assumptions: { "list.filter.unknown-field": "no-rows" },
  },
  {
    path: "/leads",
    name: "filter",
    value: { phone: { number: "1" } },
    accepted: true,
    assumptions: { "list.filter.object-field": "ignored" },
  },
  {
    path: "/leads",
    name: "filter",
    value: { id: { $like: "a" } },
    accepted: true,
    assumptions: { "list.filter.operators.unknown": "ignored" },
  },
  {
    path: "/leads",
    name: "filter",
    value: { id: { $gt: "a" } },
    accepted: false,
    assumptions: { "list.filter.operators.further": "unknown" },
  },
  {
    path: "/leads",
    name: "filter",
    value: ["oops"],
    accepted: true,
    assumptions: { "list.filter.invalid": "ignored" },
  },
  {
    path: "/leads",
    name: "order",
    value: "oops",
    accepted: true,
    assumptions: { "list.order": "ignored" },
  },
];

describe("the JSON of order and filter in the document", () => {
  it.each(rows.map((row) => ({ assumptions: {}, ...row, json: JSON.stringify(row.value) })))(
    "agrees with the server on $name=$json of $path under $assumptions: accepted is $accepted",
    async ({ path, name, value, json, accepted, assumptions }) => {
      const world = await newWorld({ assumptions });
      const reply = await world.api("GET", `/v1${path}?${name}=${encodeURIComponent(json)}`);
      expect(reply.status).toBe(accepted ? 200 : 422);
      const document = objectAt(
        JSON.parse((await world.control("GET", "/spec/openapi.json")).text),
        [],
      );
      const operation = operationsOf(document).find(
        (one) => one.method === "GET" && one.path === path,
      );
      const parameters = valueAt(operation?.description ?? {}, ["parameters"]);
      const parameter = (Array.isArray(parameters) ? parameters : [])
        .filter(isJsonObject)
        .find((one) => one["name"] === name);
      const schema = objectAt(resolved(document, parameter ?? {}), ["schema"]);
      // Generators of clients keep a string, whose content the contentSchema describes.
      expect(schema).toMatchObject({ type: "string", contentMediaType: "application/json" });
      expect(judge(document)(objectAt(schema, ["contentSchema"]), value) === null).toBe(accepted);
    },
  );
});
