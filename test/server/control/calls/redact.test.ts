import { describe, expect, it } from "vitest";

import { otherKeyHeaders } from "../../../../src/domain/hiding/secret-headers.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "rea.redacted@example.com", firstName: "Rea", lastName: "Roe" };

/** Requests with a text in one place each. */
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
    place: "a body that is not JSON",
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

/** The paths of the control API that report requests. */
const tellers: readonly string[] = [
  "/requests",
  "/requests.har",
  "/requests.http",
  "/requests/wait?timeoutMs=0",
  "/requests/wait?count=9&timeoutMs=0",
  "/events",
];

/** A version 4 UUID that is not a key. */
const stranger = "9f8e7d6c-5b4a-4938-8271-605f4e3d2c1b";

/** Forms of a key in a URL that decode to the same text. */
const forms: readonly {
  readonly how: string;
  readonly encode: (key: string) => string;
}[] = [
  { how: "as it is", encode: (key) => key },
  { how: "in capitals", encode: (key) => key.toUpperCase() },
  { how: "with its dashes percent-encoded", encode: (key) => key.replaceAll("-", "%2D") },
  { how: "percent-encoded whole", encode: percentEncoded },
  { how: "percent-encoded in lower case", encode: (key) => percentEncoded(key).toLowerCase() },
  {
    how: "in capitals, every other character percent-encoded",
    encode: (key) =>
      Array.from(key.toUpperCase(), (one, index) =>
        index % 2 === 0 ? one : percentEncoded(one),
      ).join(""),
  },
  { how: "percent-encoded twice", encode: (key) => encodeURIComponent(percentEncoded(key)) },
  {
    how: "with its dashes percent-encoded seven times",
    encode: (key) => key.replaceAll("-", `%${"25".repeat(6)}2D`),
  },
];

function percentEncoded(plain: string): string {
  return Array.from(plain, (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase()}`).join("");
}

/** The fully decoded text. */
function decoded(written: string): string {
  const once = written.replaceAll(/%([0-9a-f]{2})/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return once === written ? written : decoded(once);
}

describe.each(forms)("a key $how", ({ encode }) => {
  it.each(places)("is in no report of the control API: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    const expected = await everyTelling(world, await send(world, encode(secret)));
    expect(traces(decoded(expected), secret)).toEqual([]);
    expect(expected.toLowerCase()).not.toContain(encode(secret).toLowerCase());
    expect(expected).toContain("…redacted");
  });

  it("is in no recorded pact and not in the summary of a timed-out wait", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    const sent = encode(secret);
    await world.api("GET", `/v1/leads/${sent}`);
    await world.api("GET", `/v1/leads?include=${sent}&${sent}=1&filter={"email":"${sent}"}`);
    await world.api("POST", ofFirm, { body: { ...person, clientData: { [sent]: sent } } });
    const { text: pact } = await world.control("GET", "/pact");
    expect(pact).toContain("get-lead answers 404");
    expect(traces(decoded(pact), secret)).toEqual([]);
    const { text: seen } = await world.control("GET", "/requests/wait?count=9&timeoutMs=0");
    expect(seen).toContain("GET /v1/leads/");
    expect(traces(decoded(seen), secret)).toEqual([]);
  });

  it.each([1, 18, 35, 60, 107])(
    "leaves no part of it where the journal truncates a body, %i characters into it (5.8)",
    async (characters) => {
      const world = await newWorld();
      const secret = world.keys["partner-production"];
      const sent = encode(secret);
      const rawBody = "x".repeat(16_384 - Math.min(characters, sent.length - 1)) + sent;
      const headers = { "content-type": "application/json" };
      const reply = await world.api("POST", ofFirm, { rawBody, headers });
      const expected = await everyTelling(world, reply);
      expect(expected).toMatch(/x…/);
      expect(decoded(expected)).not.toMatch(new RegExp(`x${secret[0]}`, "i"));
    },
  );
});

describe("requests in the control API", () => {
  it.each(["another", "a dropped"])("contain no key of %s workspace (5.8)", async (which) => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", {});
    const secret = text(made, "data.firms.1.apiKeys.1.key");
    const drop = () => world.server("DELETE", `/workspaces/${text(made, "data.id")}`);
    if (which === "a dropped") await drop();
    for (const { place, send } of places) {
      // oxlint-disable-next-line no-await-in-loop -- one place at a time
      const expected = await everyTelling(world, await send(world, secret));
      expect({ place, found: traces(expected, secret) }).toEqual({ place, found: [] });
    }
    await drop();
  });

  it.each(["X-API-Key", ...otherKeyHeaders])(
    "contain no key of another service: the header %s",
    async (name) => {
      const world = await newWorld();
      await world.api("GET", "/v1/leads", { key: null, headers: { [name]: stranger } });
      const told = (await world.server("GET", "/requests")).text;
      expect(told).toContain(`${stranger.slice(0, 4)}…redacted`);
      expect(traces(told, stranger)).toEqual([]);
    },
  );

  it.each(places)("contain an unrelated UUID unchanged: $place", async ({ send }) => {
    const world = await newWorld();
    const expected = await everyTelling(world, await send(world, stranger));
    expect(expected).toContain(stranger);
    expect(expected).not.toContain(`${stranger.slice(0, 4)}…redacted`);
  });

  it("contain no revoked key (5.8)", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    await world.control("DELETE", `/api-keys/${world.keyIds["partner-production"]}`);
    const expected = await everyTelling(world, await world.api("GET", `/v1/leads/${secret}`));
    expect(traces(expected, secret)).toEqual([]);
  });

  it("contain only the start of each of two adjacent keys", async () => {
    const world = await newWorld();
    const secrets = [world.keys.realtor, world.keys.partner];
    const expected = await everyTelling(world, await world.api("GET", `/v1/${secrets.join("")}`));
    expect(secrets.flatMap((secret) => traces(expected, secret))).toEqual([]);
  });

  it("contain no key that JSON writes as code points", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    const written = Array.from(secret, (one) => `\\u00${one.codePointAt(0)?.toString(16)}`).join(
      "",
    );
    const rawBody = `{"email":"rea@example.com","firstName":"R","lastName":"${written}"}`;
    const headers = { "content-type": "application/json" };
    const expected = await everyTelling(
      world,
      await world.api("POST", ofFirm, { rawBody, headers }),
    );
    expect(expected).not.toContain(written);
    expect(expected).not.toContain(JSON.stringify(written).slice(1, -1));
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
  ])("is reported as $shown: $name", async ({ name, value, shown }) => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/leads", { key: null, headers: { [name]: value } });
    const id = reply.headers.get("x-sandbox-request-id") ?? "";
    const entry = await world.server("GET", `/requests/${id}`);
    expect(at(entry, `data.request.headers.${name.toLowerCase()}`)).toBe(shown);
  });

  it("is in the HAR without the key in any form", async () => {
    const world = await newWorld();
    const secret = world.keys.partner;
    await world.api("GET", "/v1/leads", { headers: { authorization: `Bearer ${secret}` } });
    const har = await world.control("GET", "/requests.har");
    expect(traces(har.text, secret)).toEqual([]);
    expect(har.text).toContain(`{"name":"x-api-key","value":"${secret.slice(0, 4)}…redacted"}`);
  });
});

/** Everything that is reported about one request, as one text. */
async function everyTelling(world: World, reply: Reply): Promise<string> {
  const id = reply.headers.get("x-sandbox-request-id") ?? "";
  const expected = await Promise.all(
    [`/requests/${id}`, ...tellers].map((path) => world.control("GET", path)),
  );
  expect(expected[0]?.status).toBe(200);
  return expected.map((one) => one.text).join("\n");
}

/** The parts of a key in a text that are longer than the visible prefix. */
function traces(expected: string, secret: string): readonly string[] {
  const lower = expected.toLowerCase();
  return [secret, secret.slice(0, 35), secret.slice(1), secret.slice(0, 9)]
    .map((part) => part.toLowerCase())
    .filter((part) => lower.includes(part));
}
