import { describe, expect, it } from "vitest";

import { readPact } from "../../src/harness/pact/pact-file.ts";
import { pactOf } from "./pacts.ts";

function old(fields: object, version: string) {
  return JSON.stringify({
    consumer: { name: "a" },
    provider: { name: "b" },
    ...fields,
    metadata: { pactSpecification: { version } },
  });
}

describe("what readPact skips", () => {
  const http = pactOf([{ description: "reads" }]).interactions;
  const message = { description: "m", contents: {} };
  const messages = "Only interactions over HTTP are verified.";
  const plugin = { name: "csv", version: "0.0.6" };

  it.each([
    ["messages of specification 3", { messages: [message, message] }, "3.0.0", 0, [2, messages]],
    [
      "messages next to interactions",
      { messages: [message], interactions: [{ description: "d" }] },
      "3.0.0",
      1,
      [1, messages],
    ],
    [
      "both types of messages of specification 4",
      {
        interactions: [
          { type: "Asynchronous/Messages", ...message },
          ...http,
          { type: "Synchronous/Messages", description: "m", request: {}, response: [] },
        ],
      },
      "4.0",
      1,
      [2, messages],
    ],
    [
      "an unknown type",
      { interactions: [...http, { type: "Weird/Thing" }] },
      "4.0",
      1,
      [1, 'The type "weird/thing" is unknown. Expected "Synchronous/HTTP".'],
    ],
  ] as const)("are %s", (_title, fields, version, verified, [count, reason]) => {
    const { interactions, skipped } = readPact(old(fields, version), "a.json");
    expect(interactions).toHaveLength(verified);
    const kind = reason === messages ? "message" : "interaction";
    expect(skipped).toEqual([{ kind, count, reason }]);
  });

  it.each([undefined, null, "Synchronous/HTTP", "synchronous/http"])(
    "is no interaction of specification 4 whose type is %j",
    (type) => {
      const text = old({ interactions: http.map((one) => ({ ...one, type })) }, "4.0");
      expect(readPact(text, "a.json")).toMatchObject({ interactions: [{}], skipped: [] });
    },
  );

  it("are all interactions of a pact that needs a plugin, and its messages", () => {
    const document = {
      ...pactOf([{ description: "reads" }]),
      interactions: [...http, { type: "Synchronous/Messages" }],
      metadata: {
        pactSpecification: { version: "4.0" },
        plugins: [plugin, { name: "avro", version: "1" }],
      },
    };
    expect(readPact(JSON.stringify(document), "a.json")).toMatchObject({
      interactions: [],
      skipped: [
        { kind: "message", count: 1, reason: messages },
        {
          kind: "interaction",
          count: 1,
          reason: "The pact needs the plugins csv 0.0.6, avro 1, which verify does not run.",
        },
      ],
    });
  });

  it.each([
    ["an empty list", [], "4.0"],
    ["null", null, "4.0"],
    ["entries that name none", [null, "csv", { name: "csv" }], "4.0"],
    ["an older specification, which has none", [plugin], "3.0.0"],
  ])(
    "is nothing for plugins with %s, which the verifier does not load",
    (_title, plugins, version) => {
      const metadata = { pactSpecification: { version }, plugins };
      const text = JSON.stringify({ ...pactOf([{ description: "reads" }]), metadata });
      expect(readPact(text, "a.json")).toMatchObject({ interactions: [{}], skipped: [] });
    },
  );
});
