import * as z from "zod";

import type { JsonObject, Json } from "../../../base/values/json.ts";
import { isJsonObject, textOrEmpty } from "../../../base/values/json.ts";
import type { Catalogue, CataloguedOperation, Rule } from "../catalogue.ts";
import { member, resolved, statusesOf } from "../catalogue.ts";
import type { Answer } from "../tool.ts";
import { newTool } from "../tool.ts";

/** What the interface says, by rule, clause, operation, error code or words. */
export const lookUp = newTool({
  name: "look_up",
  kind: "read",
  description:
    "What the Lead API requires: a rule id, clause (4.1), operation (POST /firms/{id}/leads), error code (NOT_UNIQUE) or words. Ask before you write a client. An operation comes with fields and an example.",
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

interface Found {
  readonly operation: CataloguedOperation | null;
  readonly rules: readonly Rule[];
}

/** An exact id first, then what is ever less exact. */
function foundIn(catalogue: Catalogue, query: string): Found {
  const { rules, operations } = catalogue;
  const exact = rules.find(({ id }) => id === query);
  if (exact !== undefined) return { operation: null, rules: [exact] };
  const ofClause = /^(?:interface |clause )?(\d+(?:\.\d+)*)$/i.exec(query)?.[1];
  if (ofClause !== undefined) {
    return { operation: null, rules: rules.filter(({ clause }) => isIn(clause, ofClause)) };
  }
  const named = operationNamed(operations, query);
  if (named !== null) return { operation: named, rules: rulesOf(catalogue, named) };
  if (/^[A-Z][A-Z_]+$/.test(query)) {
    const code = new RegExp(`\\b${query}\\b`);
    const withCode = rules.filter(({ statement }) => code.test(statement));
    if (withCode.length > 0) return { operation: null, rules: withCode };
  }
  return byWords(catalogue, wordsOf(query));
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

const stopWords = new Set(
  "and are but can does for from has have how into its may not that the then there this was what when where which who why will with you your".split(
    " ",
  ),
);

function wordsOf(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  return [...new Set(words.filter((word) => !stopWords.has(word)))];
}

/** The rules with the most of the words, and the operation whose summary has most of them. */
function byWords({ rules, operations }: Catalogue, words: readonly string[]): Found {
  const scored = rules
    .map((rule) => {
      const text = `${rule.id} ${rule.statement}`.toLowerCase();
      const inId = words.filter((word) => rule.id.includes(word)).length;
      return { rule, score: words.filter((word) => text.includes(word)).length + inId / 2 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const [best = null] = operations
    .map((operation) => {
      const text = `${operation.summary} ${operation.id}`.toLowerCase();
      return { operation, score: words.filter((word) => text.includes(word)).length };
    })
    .filter(({ score }) => score >= 2 && score >= words.length * 0.6)
    .toSorted((one, other) => other.score - one.score);
  return { operation: best?.operation ?? null, rules: scored.map(({ rule }) => rule) };
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
