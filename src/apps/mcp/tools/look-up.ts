import * as z from "zod";

import type { JsonObject, Json } from "../../../base/values/json.ts";
import { isJsonObject, textOrEmpty } from "../../../base/values/json.ts";
import type { Catalogue, CataloguedOperation, Rule } from "../catalogue.ts";
import { member, resolved, statusesOf } from "../catalogue.ts";
import type { Answer } from "../tool.ts";
import { newTool } from "../tool.ts";
import type { Found } from "./found-rules.ts";
import { byStatus, byWords, statusIn } from "./found-rules.ts";

/** What the interface says, by rule, clause, operation, error code or words. */
export const lookUp = newTool({
  name: "look_up",
  kind: "read",
  description:
    "What the Lead API requires: a rule id, clause (4.1), operation (POST /firms/{id}/leads), error code (NOT_UNIQUE), status, or words. Ask first. An operation comes with fields and an example.",
  needsWorkspace: false,
  input: {
    query: z.string().min(1).max(200),
    limit: z.int().min(1).max(50).default(8),
  },
  example: { query: "POST /firms/{firmId}/leads" },
  async run({ surroundings }, { query, limit }) {
    const catalogue = await surroundings.catalogue();
    const found = foundIn(catalogue, query.trim());
    const { operation } = found;
    const rules = found.rules.slice(0, limit).map(shownRule);
    return {
      data: {
        ...(operation === null ? {} : { operation: shownOperation(catalogue, operation) }),
        rules,
        total: found.rules.length,
      },
      lists: ["rules"],
      next: nextAfterLookUp(catalogue, found),
    };
  },
});

/** An exact id first, then what is ever less exact. */
function foundIn(catalogue: Catalogue, query: string): Found {
  const { rules, operations } = catalogue;
  const exact = rules.find(({ id }) => id === query);
  if (exact !== undefined) return { operation: null, rules: [exact] };
  const ofClause = /^(?:interface |clause )?(\d+(?:\.\d+)*)$/i.exec(query)?.[1];
  if (ofClause !== undefined && statusIn(query) === null) {
    return { operation: null, rules: rules.filter(({ clause }) => isIn(clause, ofClause)) };
  }
  const named = operationNamed(operations, query);
  if (named !== null) return { operation: named, rules: rulesOf(catalogue, named) };
  if (/^[A-Z][A-Z_]+$/.test(query)) {
    const code = new RegExp(`\\b${query}\\b`);
    const withCode = rules.filter(({ statement }) => code.test(statement));
    if (withCode.length > 0) return { operation: null, rules: withCode };
  }
  const status = statusIn(query);
  return status === null ? byWords(catalogue, query) : byStatus(catalogue, status);
}

function isIn(clause: string, wanted: string): boolean {
  return clause === wanted || clause.startsWith(`${wanted}.`);
}

/** By operation id, or by method and path with or without the version, any ids in place of the parameters. */
function operationNamed(
  operations: readonly CataloguedOperation[],
  query: string,
): CataloguedOperation | null {
  const byId = operations.find(({ id }) => id.toLowerCase() === query.toLowerCase());
  if (byId !== undefined) return byId;
  const [, method = "", path = ""] = /^([A-Za-z]+)\s+(?:\/v\d+)?(\/[^\s?#]*)/.exec(query) ?? [];
  const asked = path.split("/");
  return (
    operations.find((one) => {
      const parts = one.path.split("/");
      return (
        one.method === method.toUpperCase() &&
        parts.length === asked.length &&
        parts.every((part, at) => part.startsWith("{") || part === asked[at])
      );
    }) ?? null
  );
}

/** Every rule that the operation's contract names, those of its success first. */
function rulesOf(catalogue: Catalogue, operation: CataloguedOperation): readonly Rule[] {
  const own = operation.description["x-rules"];
  const statuses = [...statusesOf(catalogue, operation).values()].flat();
  const ids = new Set([...(Array.isArray(own) ? own.map(String) : []), ...statuses]);
  const byId = new Map(catalogue.rules.map((rule) => [rule.id, rule]));
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

function shownRule({ id, clause, standing, statement, default: usual, alternatives }: Rule) {
  return {
    id,
    clause,
    standing,
    statement,
    ...(usual === undefined ? {} : { default: usual }),
    ...(alternatives === undefined ? {} : { alternatives }),
  };
}

function shownOperation(catalogue: Catalogue, operation: CataloguedOperation): JsonObject {
  const { document } = catalogue;
  const { description, id, method, path, summary } = operation;
  const content = member(
    member(resolved(document, description["requestBody"]), "content"),
    "application/json",
  );
  const parameters = description["parameters"];
  const query = (Array.isArray(parameters) ? parameters : [])
    .map((one: Json) => resolved(document, one))
    .filter((one) => one["in"] === "query")
    .map((one) => `${textOrEmpty(one["name"])}: ${typeOf(document, member(one, "schema"))}`);
  const fields = fieldsOf(document, content["schema"]);
  return {
    id,
    call: `${method} /v1${path}`,
    summary,
    ...(query.length === 0 ? {} : { query }),
    ...(content["example"] === undefined ? {} : { example: content["example"] }),
    ...(fields.length === 0 ? {} : { fields }),
    statuses: [...statusesOf(catalogue, operation).keys()],
  };
}

const levelsMax = 2;

/** Lines such as `email: string, required`, with the fields of nested objects. */
function fieldsOf(
  document: JsonObject,
  schema: Json | undefined,
  prefix = "",
  levels = levelsMax,
): readonly string[] {
  const object = objectIn(document, schema);
  const required = object["required"];
  return Object.entries(member(object, "properties")).flatMap(([name, one]) => {
    const property = resolved(document, one);
    if (property["readOnly"] === true) return [];
    const needed = Array.isArray(required) && required.includes(name) ? ", required" : "";
    const path = `${prefix}${name}`;
    const inner = levels === 0 ? [] : fieldsOf(document, property, `${path}.`, levels - 1);
    const items =
      levels === 0 ? [] : fieldsOf(document, property["items"], `${path}[].`, levels - 1);
    return [`${path}: ${typeOf(document, property)}${needed}`, ...inner, ...items];
  });
}

/** A schema, or the object among its alternatives. */
function objectIn(document: JsonObject, schema: Json | undefined): JsonObject {
  const found = resolved(document, schema);
  const { anyOf } = found;
  if (!Array.isArray(anyOf)) return found;
  const objects = anyOf.map((one: Json) => resolved(document, one));
  return objects.find((one) => isJsonObject(one["properties"])) ?? found;
}

function typeOf(document: JsonObject, schema: JsonObject): string {
  const { type, anyOf, enum: values, format } = schema;
  if (Array.isArray(values)) return values.map((value: Json) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(anyOf)) {
    const types = anyOf.map((one: Json) => typeOf(document, resolved(document, one)));
    return [...new Set(types)].join(" or ");
  }
  if (Array.isArray(type)) return type.map(String).join(" or ");
  if (typeof format === "string") return format;
  return typeof type === "string" ? type : "JSON";
}

function nextAfterLookUp({ operations }: Catalogue, { operation, rules }: Found): Answer["next"] {
  const [first] = rules;
  if (operation === null && first === undefined) {
    return [{ tool: "look_up", arguments: { query: "POST /firms/{firmId}/leads" } }];
  }
  if (operation !== null) return [];
  const id = first?.operations?.[0];
  const known = operations.find((one) => one.id === id);
  return known === undefined ? [] : [{ tool: "look_up", arguments: { query: known.id } }];
}
