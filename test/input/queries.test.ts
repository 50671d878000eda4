import { describe, expect, it } from "vitest";

import { at } from "../support/reply.ts";
import { leadBody, leadsPath, newServer, unrefused } from "./wire.ts";

const json = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`;

/** Queries that are hostile or unusual; `test/domain/rules` has the plainly wrong ones. */
const refused = [
  { name: "limit=0x10", query: "limit=0x10" },
  { name: "limit=20.0", query: "limit=20.0" },
  { name: "limit with a plus for a space", query: "limit=+20" },
  { name: "a limit in Arabic digits", query: "limit=%D9%A2%D9%A0" },
  { name: "a NUL as limit", query: "limit=%00" },
  { name: "limit=Infinity", query: "limit=Infinity" },
  { name: "offset=99999999999999999999", query: "offset=99999999999999999999" },
  { name: "filter given twice", query: "filter={}&filter={}" },
  { name: "an unknown scope", query: "scope=constructor" },
  { name: "an unknown include", query: "include=__proto__" },
  { name: "a broken escape as filter", query: "filter=%zz" },
  { name: "overlong UTF-8 as filter", query: "filter=%c0%af" },
  { name: "a truncated filter", query: json("filter", '{"email":"a') },
  { name: "__proto__ as field of a filter", query: json("filter", '{"__proto__":{"a":1}}') },
  { name: "constructor as field of a filter", query: json("filter", '{"constructor":1}') },
  { name: "toString as field of a filter", query: json("filter", '{"toString":"x"}') },
  { name: "SQL as field of a filter", query: json("filter", '{"email\\" or 1=1 --":"x"}') },
  { name: "__proto__ as operator", query: json("filter", '{"email":{"__proto__":"x"}}') },
  { name: "constructor as operator", query: json("filter", '{"email":{"constructor":1}}') },
  { name: "$where as field", query: json("filter", '{"$where":"1"}') },
  { name: "an object within $in", query: json("filter", '{"email":{"$in":[{}]}}') },
  { name: "a month 13 in a filter", query: json("filter", '{"createdAt":"2026-13-01"}') },
  { name: "a deep filter", query: `filter=${"[".repeat(6_000)}${"]".repeat(6_000)}` },
  { name: "__proto__ as field of an order", query: json("order", '[["__proto__","ASC"]]') },
  { name: "constructor as field of an order", query: json("order", '[["constructor","ASC"]]') },
  { name: "an array as field of an order", query: json("order", '[[["email"],"ASC"]]') },
  { name: "SQL as direction", query: json("order", '[["email","ASC; drop table leads"]]') },
  { name: "a third entry in an order", query: json("order", '[["email","ASC","x"]]') },
] as const;

const accepted = [
  { name: "__proto__ as parameter", query: "__proto__=1", count: 3 },
  { name: "constructor and toString as parameters", query: "constructor=1&toString=2", count: 3 },
  { name: "a broken escape as the name of a parameter", query: "%zz=1&%00=2", count: 3 },
  { name: "empty pairs", query: "&&=&=1&", count: 3 },
  { name: "a second question mark", query: "?limit=1", count: 3 },
  { name: "500 unknown parameters", query: "a=1&".repeat(500), count: 3 },
  { name: "the largest offset", query: "offset=9007199254740991", count: 0 },
  { name: "a NUL in a filter", query: json("filter", '{"email":"\\u0000"}'), count: 0 },
  { name: "half a surrogate in a filter", query: json("filter", '{"email":"\\ud800"}'), count: 0 },
  { name: "SQL in a filter", query: json("filter", `{"email":"' or 1=1 --"}`), count: 0 },
  { name: "a wildcard in a filter", query: json("filter", '{"email":"%"}'), count: 0 },
  { name: "a number for a text", query: json("filter", '{"email":1e999}'), count: 0 },
  { name: "an $in of 1 000", query: json("filter", inFilter(1_000)), count: 0 },
  { name: "a field ordered by twice", query: json("order", repeatedOrder(300)), count: 3 },
] as const;

describe("GET /firms/{firmId}/leads", () => {
  it("422 and no effect for a query that is refused (4.3)", async () => {
    const rows = refused.map(({ name, query }) => ({ name, path: `${leadsPath}?${query}` }));
    expect(await unrefused(rows, 422)).toEqual([]);
  });

  it.each(accepted)("200 and $count Leads for $name (4.3)", async ({ query, count }) => {
    const server = await newServer();
    await server.send({ body: leadBody() });
    const reply = await server.send({ path: `${leadsPath}?${query}` });
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
    expect(at(reply, "meta.count")).toBe(count);
  });

  it("200 for a GET with a body, which is ignored (4.1)", async () => {
    const server = await newServer();
    const reply = await server.send({ method: "GET", body: '{"limit":' });
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
  });
});

describe("POST /firms/{firmId}/leads", () => {
  it.each(["true%00", "%zz", "__proto__"])(
    "201 and a welcome mail for disableClientOutreach=%s (4.1)",
    async (value) => {
      const server = await newServer();
      const path = `${leadsPath}?disableClientOutreach=${value}`;
      expect((await server.send({ path, body: leadBody() })).status).toBe(201);
      expect(await server.effects()).toContain('"kind":"welcome"');
    },
  );
});

function inFilter(count: number): string {
  return JSON.stringify({ email: { $in: Array.from({ length: count }, () => "x") } });
}

function repeatedOrder(count: number): string {
  return JSON.stringify(Array.from({ length: count }, () => ["email", "ASC"]));
}
