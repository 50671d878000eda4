import { describe, expect, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";

/** A UUID version 4 that is no key. */
const stranger = "9f8e7d6c-5b4a-4938-8271-605f4e3d2c1b";

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "rea.redacted@example.com", firstName: "Rea", lastName: "Roe" };

/** Requests that carry a text in one place each. */
const places: readonly {
  readonly place: string;
  readonly send: (world: World, secret: string) => Promise<Reply>;
}[] = [
  { place: "the path", send: (world, secret) => world.api("GET", `/v1/leads/${secret}`) },
  {
    place: "a path that is none",
    send: (world, secret) => world.api("GET", `/nope/${secret}/x`),
  },
  {
    place: "the query",
    send: (world, secret) => world.api("GET", `/v1/leads?include=${secret}&x=${secret}`),
  },
  {
    place: "the request's and the answer's body",
    send: (world, secret) =>
      world.api("POST", ofFirm, { body: { ...person, clientData: { notes: `key ${secret}.` } } }),
  },
  {
    place: "a body that is no JSON",
    send: (world, secret) =>
      world.api("POST", ofFirm, {
        rawBody: `{"${secret}`,
        headers: { "content-type": "application/json" },
      }),
  },
  {
    place: "the name of a field that is refused",
    send: (world, secret) => world.api("POST", ofFirm, { body: { ...person, [secret]: 1 } }),
  },
  {
    place: "an email, which a mail is sent to",
    send: (world, secret) =>
      world.api("POST", ofFirm, { body: { ...person, email: `${secret}@example.com` } }),
  },
  {
    place: "some header",
    send: (world, secret) =>
      world.api("GET", "/v1/leads", { headers: { referer: `http://localhost/?key=${secret}` } }),
  },
];

/** Where the control API tells of traffic. */
const tellers: readonly string[] = [
  "/requests",
  "/requests.har",
  "/requests/wait?timeoutMs=0",
  "/requests/wait?count=9&timeoutMs=0",
  "/events",
];

/** The ways to write a key in a URL that a reader decodes to the same text. */
const encodings: readonly {
  readonly how: string;
  readonly encode: (key: string) => string;
}[] = [
  { how: "its dashes percent-encoded", encode: (key) => key.replaceAll("-", "%2D") },
  { how: "percent-encoded whole", encode: percentEncoded },
  {
    how: "percent-encoded in lower case",
    encode: (key) => percentEncoded(key).toLowerCase(),
  },
  {
    how: "in capitals, every other character percent-encoded",
    encode: (key) =>
      Array.from(key.toUpperCase(), (one, at) => (at % 2 === 0 ? one : percentEncoded(one))).join(
        "",
      ),
  },
  { how: "percent-encoded twice", encode: (key) => encodeURIComponent(percentEncoded(key)) },
];

function percentEncoded(text: string): string {
  return Array.from(text, (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase()}`).join("");
}

describe.each(encodings)("a key that is written $how", ({ encode }) => {
  const secretOf = (world: World): string => world.keys["partner-production"];

  it.each(places)(
    "is in nothing that the control API tells, decoded or not: $place (5.8)",
    async ({ send }) => {
      const world = await newWorld();
      const secret = secretOf(world);
      const told = await everyTelling(world, await send(world, encode(secret)));
      expect(traces(decoded(told), secret)).toEqual([]);
      expect(told.toLowerCase()).not.toContain(encode(secret).toLowerCase());
    },
  );

  it("is in no recorded pact", async () => {
    const world = await newWorld();
    const secret = secretOf(world);
    const sent = encode(secret);
    await world.api("GET", `/v1/leads/${sent}`);
    await world.api("GET", `/v1/leads?include=${sent}&${sent}=1&filter={"email":"${sent}"}`);
    await world.api("POST", ofFirm, { body: { ...person, clientData: { [sent]: sent } } });
    const { text: pact } = await world.control("GET", "/pact");
    expect(pact).toContain("get-lead answers 404");
    expect(traces(decoded(pact), secret)).toEqual([]);
  });

  it("is not in what a timed-out wait says was seen", async () => {
    const world = await newWorld();
    const secret = secretOf(world);
    await world.api("GET", `/nope/${encode(secret)}`);
    const { text: seen } = await world.control("GET", "/requests/wait?count=2&timeoutMs=0");
    expect(seen).toContain("GET /nope/");
    expect(traces(decoded(seen), secret)).toEqual([]);
  });

  it.each([1, 20, 60, 107])(
    "leaves no part of it where the journal cuts a body off, %i characters into it",
    async (characters) => {
      const world = await newWorld();
      const secret = secretOf(world);
      const sent = encode(secret);
      const rawBody = "x".repeat(16_384 - Math.min(characters, sent.length - 1)) + sent;
      const headers = { "content-type": "application/json" };
      const reply = await world.api("POST", ofFirm, { rawBody, headers });
      const told = await everyTelling(world, reply);
      expect(told).toMatch(/x…/);
      expect(decoded(told)).not.toMatch(new RegExp(`x${secret[0]}`, "i"));
    },
  );
});

it("redacts a key that JSON writes as code points", async () => {
  const world = await newWorld();
  const secret = world.keys["partner-production"];
  const written = Array.from(secret, (one) => `\\u00${one.codePointAt(0)?.toString(16)}`).join("");
  const rawBody = `{"email":"rea@example.com","firstName":"R","lastName":"${written}"}`;
  const headers = { "content-type": "application/json" };
  const told = await everyTelling(world, await world.api("POST", ofFirm, { rawBody, headers }));
  expect(told).not.toContain(written);
  expect(told).not.toContain(JSON.stringify(written).slice(1, -1));
});

describe("what the control API tells of a request", () => {
  it.each(places)("has no key of the workspace in it: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    const told = await everyTelling(world, await send(world, secret));
    expect(traces(told, secret)).toEqual([]);
    expect(told).toContain(`${secret.slice(0, 4)}…redacted`);
  });

  it.each(places)("has no key of another workspace in it: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", {});
    const secret = text(made, "data.firms.1.apiKeys.1.key");
    const told = await everyTelling(world, await send(world, secret));
    await world.server("DELETE", `/workspaces/${text(made, "data.id")}`);
    expect(traces(told, secret)).toEqual([]);
  });

  it.each(places)("has no key in other letters in it: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const secret = world.keys["partner-production"].toUpperCase();
    const told = await everyTelling(world, await send(world, secret));
    expect(traces(told, secret)).toEqual([]);
  });

  it.each(places)("has a UUID that is no key as it was sent: $place", async ({ send }) => {
    const world = await newWorld();
    const told = await everyTelling(world, await send(world, stranger));
    expect(told).toContain(stranger);
    expect(told).not.toContain(`${stranger.slice(0, 4)}…redacted`);
  });

  it.each([1, 18, 35])(
    "has no part of a key that the journal cuts a body off at, %i characters into it (5.8)",
    async (characters) => {
      const world = await newWorld();
      const secret = world.keys["partner-production"];
      const rawBody = "x".repeat(16_384 - characters) + secret;
      const headers = { "content-type": "application/json" };
      const reply = await world.api("POST", ofFirm, { rawBody, headers });
      const told = await everyTelling(world, reply);
      expect(told).toContain(`${"x".repeat(16_384 - characters)}…`);
    },
  );

  it("has no revoked key in it (5.8)", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    await world.control("DELETE", `/api-keys/${world.keyIds["partner-production"]}`);
    const told = await everyTelling(world, await world.api("GET", `/v1/leads/${secret}`));
    expect(traces(told, secret)).toEqual([]);
  });

  it("has keys that stand side by side each cut short", async () => {
    const world = await newWorld();
    const secrets = [world.keys.realtor, world.keys.partner];
    const told = await everyTelling(world, await world.api("GET", `/v1/${secrets.join("")}`));
    expect(secrets.flatMap((secret) => traces(told, secret))).toEqual([]);
  });
});

describe("the header of a request", () => {
  it.each([
    { name: "x-api-key", value: stranger, shown: "9f8e…redacted" },
    { name: "X-Api-Key", value: "short", shown: "…redacted" },
    { name: "Authorization", value: "Bearer abcdefgh", shown: "Bear…redacted" },
    { name: "Cookie", value: "session=secret", shown: "sess…redacted" },
    { name: "Proxy-Authorization", value: "Basic abcdefgh", shown: "Basi…redacted" },
    { name: "X-Other", value: "as it was", shown: "as it was" },
  ])("is told as $shown: $name", async ({ name, value, shown }) => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/leads", { key: null, headers: { [name]: value } });
    const id = reply.headers.get("x-sandbox-request-id") ?? "";
    const entry = await world.server("GET", `/requests/${id}`);
    expect(at(entry, `data.request.headers.${name.toLowerCase()}`)).toBe(shown);
  });

  it("is told without the key in the HAR, which has it in no form", async () => {
    const world = await newWorld();
    const secret = world.keys.partner;
    await world.api("GET", "/v1/leads", { headers: { authorization: `Bearer ${secret}` } });
    const har = await world.control("GET", "/requests.har");
    expect(traces(har.text, secret)).toEqual([]);
    expect(har.text).toContain(`{"name":"x-api-key","value":"${secret.slice(0, 4)}…redacted"}`);
  });
});

describe("a wait that timed out", () => {
  it("has no key in what it says was seen", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    await world.api("GET", `/nope/${secret}`);
    const reply = await world.control("GET", "/requests/wait?count=2&timeoutMs=0");
    expect(reply.status).toBe(404);
    expect(traces(reply.text, secret)).toEqual([]);
    expect(text(reply, "hint")).toContain(`GET /nope/${secret.slice(0, 4)}…redacted 404`);
  });
});

/** All that is told of one request, as one text. */
async function everyTelling(world: World, reply: Reply): Promise<string> {
  const id = reply.headers.get("x-sandbox-request-id") ?? "";
  const told = await Promise.all(
    [`/requests/${id}`, ...tellers].map((path) => world.control("GET", path)),
  );
  expect(told[0]?.status).toBe(200);
  return told.map((one) => one.text).join("\n");
}

/** A text as it reads after any number of decodings. */
function decoded(text: string): string {
  const once = text.replaceAll(/%([0-9a-f]{2})/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return once === text ? text : decoded(once);
}

/** The parts of a key that a text has in it: what is longer than the start that is shown. */
function traces(told: string, secret: string): readonly string[] {
  const lower = told.toLowerCase();
  return [secret, secret.slice(0, 35), secret.slice(1), secret.slice(0, 9)]
    .map((part) => part.toLowerCase())
    .filter((part) => lower.includes(part));
}
