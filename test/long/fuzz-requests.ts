/** Requests made from the OpenAPI documents: valid, nearly valid and wild ones. */
import fc from "fast-check";

import type { Json, JsonObject } from "../../src/base/values/json.ts";
import { isJsonObject } from "../../src/base/values/json.ts";
import type { Documented } from "../contract/documents.ts";
import { operationsOf, valueAt } from "../contract/documents.ts";
import { anyBody, unmarked } from "../property/hostile-json.ts";
import { oddPairs, queryFor, seldom } from "./fuzz-queries.ts";
import type { SlotKind, Values } from "./fuzz-values.ts";
import { jsonValues, oddNames, slot, valuesOf } from "./fuzz-values.ts";

/** A request whose texts may contain placeholders. */
export interface FuzzRequest {
  readonly plane: "emulated" | "workspace" | "server";
  /** The intended operation. The generated path may still match another one. */
  readonly operationId: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly surface: number;
  readonly key: KeyKind;
}

/** Which key a request carries. */
export type KeyKind = "of the surface" | "of another surface" | "issued" | "unknown" | "none";

/** Requests for any operation of both documents, and for unknown paths. */
export function requestsFrom(emulated: JsonObject, control: JsonObject): fc.Arbitrary<FuzzRequest> {
  const ofEmulated = operationsOf(emulated).map((one) => requestFor(emulated, one, "emulated"));
  const ofControl = operationsOf(control)
    .filter(({ id }) => !leftOut.has(id))
    .map((one) => requestFor(control, one, serverLevel.has(one.path) ? "server" : "workspace"));
  return fc.oneof(
    { weight: 60, arbitrary: fc.oneof(...ofEmulated) },
    { weight: 25, arbitrary: fc.oneof(...leadCallsOf(emulated)) },
    { weight: 35, arbitrary: fc.oneof(...ofControl) },
    { weight: 5, arbitrary: wildRequest },
  );
}

/** Documents and the page that shows them: a megabyte each, and independent of the request. */
const leftOut = new Set([
  "get-docs-asset",
  "get-docs",
  "get-emulated-document",
  "get-control-document",
]);

const serverLevel = new Set(["/health", "/public-url", "/rules", "/openapi.json", "/workspaces"]);

/** The calls that create and delete Leads, which the other calls depend on. */
function leadCallsOf(emulated: JsonObject): readonly fc.Arbitrary<FuzzRequest>[] {
  return operationsOf(emulated)
    .filter(({ id }) => /^(?:post|get|patch|delete)-leads?(?:-for-firm)?$/.test(id))
    .map((one) => requestFor(emulated, one, "emulated"));
}

function requestFor(
  document: JsonObject,
  { id, method, path, description }: Documented,
  plane: FuzzRequest["plane"],
): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    plane: fc.constant(plane),
    operationId: fc.constant(id),
    method: fc.constant(method),
    path: filledPath(plane === "emulated" ? `/v1${path}` : path),
    query: queryFor(document, description, id),
    headers: oddHeaders,
    body: bodyFor(document, description),
    surface: surfaces,
    key: keys,
  });
}

const surfaces = fc.constantFrom(0, 0, 0, 0, 1, 2, 2, 3);

const keys: fc.Arbitrary<KeyKind> = fc.oneof(
  { weight: 24, arbitrary: fc.constant<KeyKind>("of the surface") },
  { weight: 4, arbitrary: fc.constant<KeyKind>("issued") },
  {
    weight: 2,
    arbitrary: fc.constantFrom<KeyKind>("of another surface", "unknown", "none"),
  },
);

const oddHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
      { accept: "application/xml" },
      { "content-type": "text/plain" },
      { "content-type": "application/json; charset=utf-16" },
      { "content-encoding": "gzip" },
      { "x-http-method-override": "DELETE" },
      { "x-forwarded-host": "partner-production.localhost" },
      { "x-forwarded-proto": "https" },
      { origin: "https://elsewhere.example" },
      { authorization: "Bearer ⟦mark⟧" },
      { "x-sandbox-rules": "lead.delete" },
      { "x-padding": "a".repeat(4_000) },
    ),
  },
);

function filledPath(path: string): fc.Arbitrary<string> {
  const parts = path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? inPath(part.slice(1, -1), path) : fc.constant(part)));
  return fc.tuple(...parts).map((filled) => filled.join(""));
}

function inPath(name: string, path: string): fc.Arbitrary<string> {
  const kind = kindsInPaths[name] ?? kindsOfIds[path.split("/")[2] ?? ""];
  return fc.oneof(
    { weight: 12, arbitrary: kind === undefined ? fc.constant("nowhere") : slot(kind) },
    { weight: 1, arbitrary: oddSegments },
  );
}

const oddSegments = fc.constantFrom(
  "%zz",
  "%00",
  "..",
  "%2e%2e",
  "a%2fb",
  "%e2%82",
  "a;b",
  "%0d%0ax:y",
  "a".repeat(300),
  "*",
);

const kindsInPaths: Readonly<Record<string, SlotKind>> = {
  firmId: "firm",
  firmMemberId: "member",
  leadId: "lead",
  planId: "plan",
  clientProfileId: "profile",
  workflowId: "workflow",
  keyId: "keyId",
  faultId: "fault",
  emailId: "mail",
  requestId: "request",
  name: "snapshot",
};

const kindsOfIds: Readonly<Record<string, SlotKind>> = {
  firms: "firm",
  firmMembers: "member",
  referralCodes: "code",
  plans: "plan",
  clientProfiles: "profile",
};

function bodyFor(document: JsonObject, description: JsonObject): fc.Arbitrary<string | null> {
  const schema = valueAt(description, ["requestBody", "content", "application/json", "schema"]);
  if (!isJsonObject(schema)) return seldom(fc.constantFrom("{}", "[]", '{"nonsense":1}'), null);
  const example = valueAt(description, ["requestBody", "content", "application/json", "example"]);
  const valid = valuesOf(document)(schema);
  const known = example === undefined ? valid : fc.oneof(valid, fc.constant(example));
  return fc.oneof(
    { weight: 240, arbitrary: known.map((value) => JSON.stringify(value)) },
    { weight: 120, arbitrary: nearly(known).map((value) => JSON.stringify(value)) },
    {
      weight: 20,
      arbitrary: fc.constantFrom(null, "", "{", "[]", "null", '{"__proto__":{"a":1}}'),
    },
    { weight: 20, arbitrary: jsonValues.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: anyBody.map(unmarked) },
  );
}

/** A value with one part changed, missing or added. */
function nearly(values: Values): Values {
  return fc
    .tuple(values, fc.nat(), fc.nat(2), oddNames, jsonValues)
    .map(([value, place, kind, name, odd]): Json => {
      if (!isJsonObject(value)) return odd;
      const names = Object.keys(value);
      const chosen = names[place % Math.max(1, names.length)];
      if (kind === 0 || chosen === undefined) return { ...value, [name]: odd };
      const { [chosen]: _left, ...others } = value;
      return kind === 1 ? others : { ...others, [chosen]: odd };
    });
}

const wildRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  plane: fc.constantFrom<FuzzRequest["plane"][]>("emulated", "workspace"),
  operationId: fc.constant(null),
  method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"),
  path: fc
    .array(fc.oneof(slot("lead"), oddSegments, fc.constantFrom("v1", "leads", "firms", "pages")), {
      maxLength: 5,
    })
    .map((segments) => `/${segments.join("/")}`),
  query: fc.oneof(fc.constant(""), oddPairs),
  headers: oddHeaders,
  body: fc.constant(null),
  surface: fc.nat(3),
  key: keys,
});
