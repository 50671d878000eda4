import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import {
  numbered,
  PactFileError,
  readPact,
  readNumbered,
} from "../../src/harness/pact/pact-file.ts";
import { findPacts } from "../../src/harness/pact/pact-sources.ts";
import { temporaryFolder } from "../apps/cli/program.ts";
import { pactOf } from "./pacts.ts";

const broker = {
  provider: "lead-api",
  headers: {},
  origin: null,
  selectors: [],
  enablePending: false,
};

function old(fields: object, version?: string) {
  return JSON.stringify({
    consumer: { name: "a" },
    provider: { name: "b" },
    ...fields,
    ...(version === undefined ? {} : { metadata: { pactSpecification: { version } } }),
  });
}

describe("readPact", () => {
  it("reads an interaction of specification 4, its headers as lists", () => {
    const text = JSON.stringify(
      pactOf([{ description: "reads", states: ["one", "two"], key: "k" }]),
    );
    expect(readPact(text, "a.json").interactions).toEqual([
      {
        description: "reads",
        states: ["one", "two"],
        method: "GET",
        path: "/v1/leads/LeadHPa1",
        status: 200,
        apiKey: "k",
      },
    ]);
  });

  it("reads an interaction of specification 2, with default values for missing members", () => {
    const request = { method: "post", headers: { "x-api-key": "k" } };
    const text = old({
      interactions: [{ description: "d", providerState: "one", request, response: {} }],
    });
    expect(readPact(text, "a.json")).toMatchObject({
      source: "a.json",
      consumer: "a",
      provider: "b",
      interactions: [
        { description: "d", states: ["one"], method: "POST", path: "/", status: 200, apiKey: "k" },
      ],
    });
  });

  it.each([
    ["null", { providerStates: null, providerState: null }],
    ["an empty name", { providerState: "" }],
    ["an empty list", { providerStates: [] }],
  ])("takes %s for no state", (_title, states) => {
    const interaction = { description: "d", ...states, request: {}, response: {} };
    expect(readPact(old({ interactions: [interaction] }), "a").interactions[0]?.states).toEqual([]);
  });

  it("reads a file that begins with a byte order mark", () => {
    expect(readPact(`\uFEFF${old({ interactions: [] })}`, "a.json").interactions).toEqual([]);
  });

  it.each([
    ["no JSON", "{", "a.json is not JSON"],
    ["nothing", "", "a.json is not JSON"],
    ["a list", "[]", "a.json is not a pact of HTTP interactions"],
    ["null", "null", "a.json is not a pact of HTTP interactions"],
    ["another document", '{"openapi":"3.1.0"}', "a.json is not a pact of HTTP interactions"],
    [
      "an interaction without a request",
      old({ interactions: [{ description: "d", response: {} }] }),
      "a.json is not a pact of HTTP interactions",
    ],
    [
      "messages of specification 3",
      old({ messages: [{ description: "m", contents: {} }] }, "3.0.0"),
      "a.json has messages; only HTTP interactions can be verified.",
    ],
    [
      "a message of specification 4",
      old(
        { interactions: [{ type: "Asynchronous/Messages", description: "m", contents: {} }] },
        "4.0",
      ),
      "a.json has an interaction of type Asynchronous/Messages; only HTTP interactions can be verified.",
    ],
    [
      "a synchronous message beside HTTP",
      JSON.stringify({
        ...pactOf([]),
        interactions: [
          ...pactOf([{ description: "reads" }]).interactions,
          { type: "Synchronous/Messages", description: "m", request: {}, response: [] },
        ],
      }),
      "a.json has an interaction of type Synchronous/Messages; only HTTP interactions can be verified.",
    ],
  ])("refuses %s in a sentence with the file's name", (_title, text, sentence) => {
    const read = () => readPact(text, "a.json");
    expect(read).toThrow(PactFileError);
    expect(read).toThrow(sentence);
  });
});

describe("numbered", () => {
  it("numbers descriptions, requests and states of specification 4 and changes nothing else", () => {
    const text = JSON.stringify(
      pactOf([{ description: "reads", states: [{ name: "one", params: { a: 1 } }], key: "k" }]),
    );
    const [before] = pactOf([{ description: "reads", key: "k" }]).interactions;
    expect(numbered(readPact(text, "a"), 7)).toEqual({
      ...pactOf([]),
      interactions: [
        {
          ...before,
          description: "7 reads",
          providerStates: [{ name: "7 one", params: { a: 1 } }],
          request: {
            ...before?.request,
            headers: { "X-API-Key": ["k"], "x-lead-sandbox-interaction": ["7"] },
          },
        },
      ],
    });
  });

  it("numbers descriptions, requests and states of specification 2", () => {
    const interaction = { description: "d", providerState: "one", request: {}, response: {} };
    const pact = readPact(
      old({ interactions: [interaction, { ...interaction, providerState: "" }] }),
      "a",
    );
    expect(numbered(pact, 0)["interactions"]).toEqual([
      {
        ...interaction,
        description: "0 d",
        providerState: "0 one",
        request: { headers: { "x-lead-sandbox-interaction": "0" } },
      },
      {
        ...interaction,
        description: "1 d",
        providerState: "",
        request: { headers: { "x-lead-sandbox-interaction": "1" } },
      },
    ]);
  });

  it.each([
    ["12 a lead exists", { number: 12, name: "a lead exists" }],
    ["3 2 leads\nexist", { number: 3, name: "2 leads\nexist" }],
    ["0 ", { number: 0, name: "" }],
    ["a lead exists", { number: null, name: "a lead exists" }],
    ["", { number: null, name: "" }],
  ])("gives names that are read back: %j", (text, read) => {
    expect(readNumbered(text)).toEqual(read);
  });
});

describe("findPacts", () => {
  it("lists files and folders in the given order, and the JSON files of a folder by name", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "pacts"));
    for (const name of ["pacts/b.json", "pacts/a.json", "first.json", "pacts/notes.md"]) {
      writeFileSync(join(folder, name), old({ interactions: [] }));
    }
    const sources = ["first.json", "pacts", "first.json"].map((name) => join(folder, name));
    const found = await findPacts(sources, broker);
    expect(found.map(({ source }) => source.slice(folder.length + 1))).toEqual([
      "first.json",
      "pacts/a.json",
      "pacts/b.json",
      "first.json",
    ]);
  });

  it("finds nothing in an empty folder", async () => {
    expect(await findPacts([temporaryFolder()], broker)).toEqual([]);
  });

  it("names a file in a folder that is not a pact", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "package.json"), "{}");
    const found = findPacts([folder], broker);
    await expect(found).rejects.toThrow(`${join(folder, "package.json")} is not a pact`);
  });

  it("names a missing file", async () => {
    await expect(findPacts(["no/such.json"], broker)).rejects.toThrow(
      new PactFileError("File or folder not found: no/such.json."),
    );
  });

  // The superuser can read every file.
  it.skipIf(process.getuid?.() === 0)("names an unreadable file", async () => {
    const file = join(temporaryFolder(), "a.json");
    writeFileSync(file, "{}");
    chmodSync(file, 0o000);
    await expect(findPacts([file], broker)).rejects.toThrow(`${file} cannot be read: `);
  });
});
