/** Served OpenAPI documents, and validators of their schemas. */
import { Ajv2020 } from "ajv/dist/2020.js";

import type { Json, JsonObject } from "../../src/base/values/json.ts";
import { isJsonObject } from "../../src/base/values/json.ts";
import type { SandboxOptions } from "../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../support/reply.ts";
import { replyOf } from "../support/reply.ts";
import { remoteTarget } from "../support/target.ts";
import { formats } from "./formats.ts";

interface Documents {
  readonly emulated: JsonObject;
  readonly control: JsonObject;
}

const served = new Map<string, Promise<Documents>>();

/** Both documents of a sandbox with `options`, asked for once. */
export function servedDocuments(options: SandboxOptions = {}): Promise<Documents> {
  const key = JSON.stringify(options);
  const documents = served.get(key) ?? askedFor(options);
  served.set(key, documents);
  return documents;
}

async function askedFor(options: SandboxOptions): Promise<Documents> {
  const target = remoteTarget() ?? openSandbox(options);
  const read = async (path: string): Promise<JsonObject> => {
    const reply: Reply = await replyOf(
      await target.fetch(new Request(`http://127.0.0.1/_sandbox${path}`)),
    );
    if (reply.status === 200) return objectAt(JSON.parse(reply.text), []);
    throw new Error(`No document: ${reply.status} ${reply.text}`);
  };
  try {
    return { emulated: await read("/spec/openapi.json"), control: await read("/openapi.json") };
  } finally {
    target.close();
  }
}

/** An operation of a document and its path and method there. */
export interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly description: JsonObject;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation of a document. */
export function operationsOf(document: JsonObject): readonly Documented[] {
  return Object.entries(objectAt(document, ["paths"])).flatMap(([path, item]) =>
    Object.entries(objectAt(item, []))
      .filter(([method]) => methods.includes(method))
      .map(([method, description]) => ({
        id: textAt(description, ["operationId"]),
        method: method.toUpperCase(),
        path,
        description: objectAt(description, []),
      })),
  );
}

/** The value at a place in a document; undefined when there is none. */
export function valueAt(document: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else value = isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** The text at a place in a document. */
export function textAt(document: Json, path: readonly string[]): string {
  const value = valueAt(document, path);
  if (typeof value === "string") return value;
  throw new Error(`There is no text at ${path.join("/")}.`);
}

/** The object at a place in a document. */
export function objectAt(document: Json, path: readonly string[]): JsonObject {
  const value = valueAt(document, path);
  if (isJsonObject(value)) return value;
  throw new Error(`There is no object at ${path.join("/")}.`);
}

/** The object that a `$ref` points to, or the object itself. */
export function resolved(document: JsonObject, value: JsonObject): JsonObject {
  const { $ref } = value;
  return typeof $ref === "string" ? objectAt(document, pointerOf($ref)) : value;
}

/** The path of a reference within the document. */
export function pointerOf(reference: string): readonly string[] {
  if (!reference.startsWith("#/")) throw new Error(`${reference} leads out of the document.`);
  return reference
    .slice(2)
    .split("/")
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The documented answer of an operation for a status; undefined if missing. */
export function answerOf(
  document: JsonObject,
  { description }: Pick<Documented, "description">,
  status: number | "default",
): JsonObject | undefined {
  const responses = objectAt(description, ["responses"]);
  const found = responses[String(status)] ?? responses[`${String(status).slice(0, 1)}XX`];
  return isJsonObject(found) ? resolved(document, found) : undefined;
}

/** The JSON Schema of a JSON body in a request or an answer. */
export function bodySchemaOf(message: JsonObject): JsonObject {
  return objectAt(message, ["content", "application/json", "schema"]);
}

/** Validates a value by a schema; returns null, or the errors of an invalid value. */
type Judge = (schema: JsonObject, value: unknown) => string | null;

const judges = new Map<string, Judge>();

/** Validates by the schemas of a document. Documents with the same components share compiled schemas. */
export function judge({ components }: JsonObject): Judge {
  const key = JSON.stringify(components);
  const known = judges.get(key) ?? newJudge(components);
  judges.set(key, known);
  return known;
}

function newJudge(components: Json | undefined): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, formats });
  ajv.addSchema({ $id: "document", components });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors, { separator: "\n" });
  };
}
