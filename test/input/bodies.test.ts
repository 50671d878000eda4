import { describe, expect, it } from "vitest";

import { replyOf, text } from "../support/reply.ts";
import { newSandbox } from "../support/sandbox.ts";
import type { Sent } from "./wire.ts";
import { expectRefusal, fixtureKey, leadBody, leadsPath, newServer, unrefused } from "./wire.ts";

type Row = Sent & { readonly name: string; readonly body: string | Uint8Array<ArrayBuffer> };

const json = (body: string): Pick<Row, "body"> => ({ body });
const typed = (type: string): Pick<Row, "body" | "headers"> => ({
  body: leadBody(),
  headers: { "content-type": type },
});
const withData = (clientData: unknown): Pick<Row, "body"> => ({ body: leadBody({ clientData }) });

const unreadable: readonly Row[] = [
  { name: "an empty body", ...json("") },
  { name: "white space", ...json(" \n\t ") },
  { name: "malformed JSON", ...json('{"email": nope}') },
  { name: "truncated JSON", ...json(leadBody().slice(0, -3)) },
  { name: "JSON with something behind it", ...json(`${leadBody()}{}`) },
  { name: "single quotes", ...json("{'email':'a@example.com'}") },
  { name: "a trailing comma", ...json('{"email":"a@example.com",}') },
  { name: "a raw control character in a text", ...json('{"email":"a\u0001@example.com"}') },
  { name: "a raw NUL behind the body", ...json(`${leadBody()}\0`) },
  { name: "NaN", ...json('{"email":NaN}') },
  { name: "an array", ...json(`[${leadBody()}]`) },
  { name: "an empty array", ...json("[]") },
  { name: "a text", ...json('"lead"') },
  { name: "a number", ...json("1e400") },
  { name: "true", ...json("true") },
  { name: "null", ...json("null") },
  { name: "UTF-16 with a charset", body: Buffer.from(leadBody(), "utf16le") },
  { name: "nested 10 000 deep", ...json(`{"clientData":${nested(10_000)}}`) },
  { name: "10 000 arrays", ...json("[".repeat(10_000) + "]".repeat(10_000)) },
  { name: "1 MiB of opening brackets", ...json("[".repeat(1_048_576)) },
  { name: "text/plain", ...typed("text/plain") },
  { name: "a form type", ...typed("application/x-www-form-urlencoded") },
  { name: "multipart", ...typed("multipart/form-data; boundary=x") },
  { name: "an empty content type", ...typed("") },
  { name: "a content type that only begins like JSON", ...typed("application/jsonp") },
  { name: "a content type that only ends like JSON", ...typed("text/json") },
  {
    name: "two content types",
    body: leadBody(),
    headers: { "Content-Type": ["application/json", "text/plain"] },
  },
];

const wrong: readonly Row[] = [
  { name: "no fields", ...json("{}") },
  { name: "an unknown field", ...json(leadBody({ nickname: "W" })) },
  { name: "a number as email", ...json(leadBody({ email: 7 })) },
  { name: "an array as firstName", ...json(leadBody({ firstName: ["Wanda"] })) },
  { name: "null as lastName", ...json(leadBody({ lastName: null })) },
  { name: "an email without a domain", ...json(leadBody({ email: "wire@" })) },
  { name: "an email of 1 MB", ...json(leadBody({ email: `${"a".repeat(1_000_000)}@b.example` })) },
  {
    name: "a line break in the email",
    ...json(leadBody({ email: "a@example.com\r\nBcc: b@c.de" })),
  },
  { name: "a control character in a name", ...json(leadBody({ firstName: "Wa\u0007nda" })) },
  { name: "a NUL in a name", ...json(leadBody({ firstName: "\0" })) },
  { name: "half a surrogate pair", ...json(leadBody({ firstName: "\ud800" })) },
  { name: "a boolean as phone", ...json(leadBody({ phone: true })) },
  { name: "a phone without its number", ...json(leadBody({ phone: { extension: "1" } })) },
  {
    name: "an unknown field of the phone",
    ...json(leadBody({ phone: { number: "1", fax: "2" } })),
  },
  { name: "an array as clientData", ...withData([]) },
  { name: "a string as clientData", ...withData("none") },
  { name: "an object as Plans", ...withData({ Plans: { type: "Buying" } }) },
  { name: "a text among the Plans", ...withData({ Plans: ["Buying"] }) },
  { name: "null among the Plans", ...withData({ Plans: [null] }) },
  { name: "a Plan without type", ...withData({ Plans: [{}] }) },
  { name: "a Plan of an unknown type", ...withData({ Plans: [{ type: "constructor" }] }) },
  { name: "30 February", ...withData({ dateOfBirth: "1990-02-30" }) },
  { name: "29 February of no leap year", ...withData({ dateOfBirth: "2023-02-29" }) },
  { name: "month 13", ...withData({ dateOfBirth: "1990-13-01" }) },
  { name: "31 April at noon", ...withData({ dateOfBirth: "1990-04-31T12:00:00Z" }) },
  { name: "hour 25", ...withData({ dateOfBirth: "1990-04-30T25:00:00Z" }) },
  { name: "a number as date", ...withData({ dateOfBirth: 631_152_000 }) },
  { name: "__proto__ as a field", ...json(`{"__proto__":{"a":1},${leadBody().slice(1)}`) },
  { name: "constructor as a field", ...json(leadBody({ constructor: { prototype: {} } })) },
  { name: "toString as a field", ...json(leadBody({ toString: "x" })) },
  { name: "20 000 unknown fields", ...json(JSON.stringify(manyFields(20_000))) },
  { name: "20 000 wrong Plans", ...withData({ Plans: Array.from({ length: 20_000 }, () => 1) }) },
];

describe.each([
  ["a body that cannot be read", unreadable],
  ["a body with wrong fields", wrong],
])("422 and no effect for %s", (_name, rows) => {
  it("on POST /firms/{firmId}/leads (7)", async () => {
    expect(await unrefused(rows, 422, { method: "POST" })).toEqual([]);
  });

  it("on PATCH /leads/{leadId} (7)", async () => {
    const some = rows.filter(({ name }) => name !== "no fields");
    expect(await unrefused(some, 422, { method: "PATCH", path: "/v1/leads/LeadHPa1" })).toEqual([]);
  });
});

// In process, a Request arrives as its sender made it, and not as Node's server read it.
describe("POST /firms/{firmId}/leads in process", () => {
  const rows = [...unreadable, ...wrong.slice(0, 5)];

  it("422 and no effect for a body that is refused (7)", async () => {
    const sandbox = newSandbox({ quota: null });
    for (const { body, headers = {} } of rows) {
      const pairs = Object.entries({ "content-type": "application/json", ...headers });
      const request = new Request(`http://partner.localhost${leadsPath}`, {
        method: "POST",
        body,
        headers: [...pairs.map(pairOf), ["x-api-key", fixtureKey]],
      });
      // oxlint-disable-next-line no-await-in-loop -- the answer to one row at a time
      expectRefusal(await replyOf(await sandbox.fetch(request)), 422);
    }
    const events = sandbox.workspace().events.after(0);
    expect(events.map(({ type }) => type)).toEqual(rows.map(() => "request"));
  });
});

describe("POST /firms/{firmId}/leads with an unusual body", () => {
  it.each([
    { name: "a byte order mark", body: `\ufeff${leadBody()}` },
    { name: "a charset in quotes", ...typed('application/json;charset="utf-8"') },
    { name: "a content type in capitals", ...typed("APPLICATION/JSON; CHARSET=UTF-8") },
    { name: "a JSON suffix", ...typed("application/vnd.api+json") },
    { name: "a key given twice", body: `{"email":"first@example.com",${leadBody().slice(1)}` },
    { name: "a body in pieces", body: leadBody(), chunked: true },
  ])("201 for $name (4.1)", async (sent) => {
    const server = await newServer();
    const reply = await server.send({ method: "POST", ...sent });
    expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    expect(text(reply, "data.email")).toBe("wire@example.com");
  });

  it("201 and returns hostile keys of clientData as sent (2.2)", async () => {
    const server = await newServer();
    const clientData = '{"__proto__":{"polluted":1},"constructor":{"a":1},"toString":"x"}';
    const body = `{"clientData":${clientData},${leadBody().slice(1)}`;
    const reply = await server.send({ body });
    expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    expect(reply.text).toContain(`"clientData":${clientData}`);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    const read = await server.send({ path: `/v1/leads/${text(reply, "data.id")}` });
    expect(read.text).toContain(`"clientData":${clientData}`);
  });
});

function pairOf([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)];
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
}

function manyFields(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}
