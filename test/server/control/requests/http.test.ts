/** A file of requests runs in a developer's editor, and other people's clients sent what is in it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { httpFile } from "../../../../src/server/control/requests/http.ts";
import type { ShownRequest } from "../../../../src/server/control/requests/shown-request.ts";
import { anyCharacter } from "../../../support/any-text.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { readHttpFile } from "./http-file-reader.ts";

const about = { origin: "http://127.0.0.1:4610", workspace: "default" };

function request(change: Partial<ShownRequest> & { readonly body?: string | null } = {}) {
  const { body = null, ...more } = change;
  return {
    id: "req1",
    at: "2026-03-02T09:00:00.000Z",
    method: "POST",
    path: "/v1/leads",
    query: "",
    status: 201,
    operationId: null,
    durationMs: 1,
    apiKeyId: "HPkeySbx",
    surface: "partner-sandbox",
    rules: ["lead.create"],
    request: { headers: { host: "evil.example", "x-api-key": "1111…redacted" }, body },
    response: { headers: {}, body: null },
    ...more,
  } satisfies ShownRequest;
}

/** The value of a JSON text; `left out` for other bodies, which the file does not have. */
function jsonIn(body: string | null): unknown {
  try {
    return body === null ? "left out" : JSON.parse(body);
  } catch {
    return "left out";
  }
}

/** The only request of a file with this one. */
function readOne(one: ShownRequest) {
  const { requests } = readHttpFile(httpFile([one], about));
  expect(requests).toHaveLength(1);
  return requests[0];
}

describe("a body in the file of requests", () => {
  it("is one line of ASCII with the same values: numbers that a parser would change, half a character", () => {
    for (const body of [
      '{"a":1.0,\n"a":12345678901234567890}',
      '"\ud83d"',
      '\t{\t"a":\t"{{x}}"\t}',
    ]) {
      const read = readOne(request({ body }))?.body ?? "";
      expect(JSON.parse(read)).toEqual(JSON.parse(body));
      expect(read).toMatch(/^[\x20-\x7E]+$/);
    }
  });

  it("is only quoted in a comment if it is not JSON", () => {
    const body = "x\n###\nGET http://evil.example";
    expect(readOne(request({ body }))?.body).toBeNull();
    expect(httpFile([request({ body })], about)).toContain("\n# Left out: the body, which is not");
  });

  it("is left out if the journal has only its start", () => {
    const headers = {};
    const cut = request({ request: { headers, body: '{"a":"…', cutFromBytes: 99_999 } });
    expect(readOne(cut)?.body).toBeNull();
    expect(httpFile([cut], about)).toContain("cut from 99999 bytes");
  });
});

describe("a target in the file of requests", () => {
  it.each([
    ["@evil.example/", "POST"],
    ["/v1/leads", "POST http://evil.example\n"],
  ])("leads to no other host, and is the only one of its line: %s by %s", (path, method) => {
    const file = httpFile([request({ path, method })], about);
    expect(readHttpFile(file).requests).toEqual([]);
    expect(file).toContain("\n# Left out: the request line");
  });

  it("is encoded where it could mean something else", () => {
    const read = readOne(request({ path: "/v1/{{x}}/a b\n###", query: "filter={{y}}&é=\r#" }));
    expect(read?.target).toBe(
      "/v1/%7B%7Bx%7D%7D/a%20b%0A%23%23%23?filter=%7B%7By%7D%7D&%C3%A9=%0D%23",
    );
  });
});

describe("a header in the file of requests", () => {
  it("is left out if it is a secret, of the connection, or could mean something else", () => {
    const headers = {
      host: "evil.example",
      "content-length": "9",
      authorization: "Bearer secret",
      cookie: "session=secret",
      "x-evil": "{{$env.TOKEN}}",
      "x-other": "a\u0085### b",
      "x\n###": "b",
      accept: "*/*",
    };
    const file = httpFile([request({ request: { headers, body: null } })], about);
    expect(readHttpFile(file).requests[0]?.headers).toEqual({ accept: "*/*" });
    expect(file).not.toContain("secret");
    expect(file).toContain('\n# Left out: the header "cookie"\n');
  });

  it("keeps the host of another surface, which is no address", () => {
    const [host, surface] = ["realtor.localhost", "realtor-sandbox"];
    const read = readOne(request({ surface, request: { headers: { host }, body: null } }));
    expect(read?.headers).toEqual({ host });
  });
});

describe("the file of requests", () => {
  const foreign = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(
        fc.constantFrom(
          ...'### |\n|\r|\u2028|\u0085|{{|}}|{%|< /etc/passwd|> |@x = y|//|GET /|$env|\\|"|{|}|[|:|é'.split(
            "|",
          ),
        ),
      )
      .map((parts) => parts.join("")),
  );
  const body = fc.oneof(
    fc.constant(null),
    foreign,
    fc.json(),
    foreign.map((text) => JSON.stringify({ [text]: [text] }, null, 2)),
  );
  const anything = fc.record({
    method: fc.oneof(fc.constantFrom("GET", "POST"), foreign),
    path: fc.oneof(
      foreign.map((text) => `/${text}`),
      foreign,
    ),
    query: foreign,
    apiKeyId: fc.option(foreign),
    rules: fc.array(foreign),
    request: fc.record({ headers: fc.dictionary(foreign, foreign), body }),
  });

  it("has no line of another, whatever clients sent", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 4 }), (sent) => {
        const shown = sent.map((one) => request(one));
        const { requests, variables } = readHttpFile(httpFile(shown, about));
        const possible = shown.filter(
          ({ method, path }) => /^[A-Z]{1,20}$/.test(method) && path.startsWith("/"),
        );
        expect(requests.map(({ method }) => method)).toEqual(possible.map(({ method }) => method));
        expect(requests.map((read) => jsonIn(read.body))).toEqual(
          possible.map((one) => jsonIn(one.request.body)),
        );
        const keys = new Set(shown.flatMap(({ apiKeyId }) => apiKeyId ?? []));
        expect(Object.keys(variables)).toHaveLength(1 + keys.size);
      }),
      { numRuns: 300 },
    );
  });

  it("gets the same answers when it runs again", async () => {
    const seed = 7;
    const first = await newWorld({ seed });
    const person = { email: "ida@example.com", firstName: "{{ida}}", lastName: "Ås\u2028###" };
    const written = JSON.stringify(person, null, 2);
    const headers = { "content-type": "application/json" };
    await first.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { rawBody: written, headers });
    await first.api("GET", `/v1/firms/${ids.partnerFirm}/leads?limit=1`);
    await first.api("GET", "/v1/leads/{{x}}");
    const { text } = await first.control("GET", "/requests.http");
    const { variables, requests } = readHttpFile(text);
    const again = await newWorld({ seed: seed + 1 });
    expect(Object.keys(variables)).toEqual(["baseUrl", "key1"]);
    const statuses: number[] = [];
    for (const { method, target, headers: sent, body: rawBody } of requests) {
      const { "x-api-key": key = null, ...others } = sent;
      // oxlint-disable-next-line no-await-in-loop -- one request after another
      const { status } = await again.api(method, target, {
        key: key === "{{key1}}" ? again.keys.partner : key,
        headers: others,
        ...(rawBody === null ? {} : { rawBody }),
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([201, 200, 404]);
    const leads = await again.control("GET", "/leads?search=ida@example.com");
    expect(JSON.parse(leads.text).data[0]).toMatchObject(person);
  });
});
