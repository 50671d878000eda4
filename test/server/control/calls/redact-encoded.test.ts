import { describe, expect, it } from "vitest";

import { newWorld } from "../../../support/world.ts";
import { everyTelling, ofFirm, person, places, traces } from "./redaction.ts";

/** Encodings of a key in a URL that decode to the same text. */
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
      Array.from(key.toUpperCase(), (one, index) =>
        index % 2 === 0 ? one : percentEncoded(one),
      ).join(""),
  },
  { how: "percent-encoded twice", encode: (key) => encodeURIComponent(percentEncoded(key)) },
  {
    how: "its dashes percent-encoded seven times",
    encode: (key) => key.replaceAll("-", `%${"25".repeat(6)}2D`),
  },
];

function percentEncoded(plain: string): string {
  return Array.from(plain, (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase()}`).join("");
}

describe.each(encodings)("a key in the encoding $how", ({ encode }) => {
  it.each(places)(
    "is in no report of the control API, decoded or not: $place (5.8)",
    async ({ send }) => {
      const world = await newWorld();
      const secret = world.keys["partner-production"];
      const expected = await everyTelling(world, await send(world, encode(secret)));
      expect(traces(decoded(expected), secret)).toEqual([]);
      expect(expected.toLowerCase()).not.toContain(encode(secret).toLowerCase());
    },
  );

  it("is in no recorded pact", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    const sent = encode(secret);
    await world.api("GET", `/v1/leads/${sent}`);
    await world.api("GET", `/v1/leads?include=${sent}&${sent}=1&filter={"email":"${sent}"}`);
    await world.api("POST", ofFirm, { body: { ...person, clientData: { [sent]: sent } } });
    const { text: pact } = await world.control("GET", "/pact");
    expect(pact).toContain("get-lead answers 404");
    expect(traces(decoded(pact), secret)).toEqual([]);
  });

  it("is not in the summary of a timed-out wait", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    await world.api("GET", `/nope/${encode(secret)}`);
    const { text: seen } = await world.control("GET", "/requests/wait?count=2&timeoutMs=0");
    expect(seen).toContain("GET /nope/");
    expect(traces(decoded(seen), secret)).toEqual([]);
  });

  it.each([1, 20, 60, 107])(
    "leaves no part of it where the journal truncates a body, %i characters into it",
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

it("is redacted when JSON writes it as code points", async () => {
  const world = await newWorld();
  const secret = world.keys["partner-production"];
  const written = Array.from(secret, (one) => `\\u00${one.codePointAt(0)?.toString(16)}`).join("");
  const rawBody = `{"email":"rea@example.com","firstName":"R","lastName":"${written}"}`;
  const headers = { "content-type": "application/json" };
  const expected = await everyTelling(world, await world.api("POST", ofFirm, { rawBody, headers }));
  expect(expected).not.toContain(written);
  expect(expected).not.toContain(JSON.stringify(written).slice(1, -1));
});

/** The fully decoded text. */
function decoded(written: string): string {
  const once = written.replaceAll(/%([0-9a-f]{2})/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return once === written ? written : decoded(once);
}
