import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { numbered, readNumbered } from "../../src/harness/pact/numbered.ts";
import { PactFileError, readPact } from "../../src/harness/pact/pact-file.ts";
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
    expect(readPact(text, "a.json")).toMatchObject({
      specification: 4,
      skipped: [],
      interactions: [
        {
          index: 0,
          description: "reads",
          states: ["one", "two"],
          method: "GET",
          path: "/v1/leads/LeadHPa1",
          status: 200,
          hasStatusRule: false,
          apiKey: "k",
        },
      ],
    });
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
    ["a missing member", {}],
  ])("takes %s for no state", (_title, states) => {
    const interaction = { description: "d", ...states, request: {}, response: {} };
    expect(readPact(old({ interactions: [interaction] }), "a").interactions[0]?.states).toEqual([]);
  });

  it.each([
    ["the name of a number", { providerState: 7 }, ["7"]],
    ["the member of Ruby", { provider_state: "one" }, ["one"]],
    ["a list of names", { providerStates: ["one", "two"] }, ["one", "two"]],
    ["a state without parameters", { providerStates: [{ name: "one", params: null }] }, ["one"]],
    ["a list before a single one", { providerState: "a", providerStates: [{ name: "b" }] }, ["b"]],
  ])("takes %s for a state", (_title, states, names) => {
    const interaction = { description: "d", ...states, request: {}, response: {} };
    expect(readPact(old({ interactions: [interaction] }), "a").interactions[0]?.states).toEqual(
      names,
    );
  });

  it.each([
    ["nothing", {}, { description: "Interaction 0", method: "GET", path: "/", status: 200 }],
    ["null", { request: null, response: null }, { method: "GET", path: "/", status: 200 }],
    ["a number as description", { description: 7 }, { description: "7" }],
    ["a number as header", { request: { headers: { "X-API-KEY": 7 } } }, { apiKey: "7" }],
    ["headers as null", { request: { headers: null } }, { apiKey: null }],
    ["no object", "text", { description: "Interaction 0", path: "/" }],
  ])("reads an interaction with %s", (_title, interaction, read) => {
    const { interactions } = readPact(old({ interactions: [interaction] }), "a.json");
    expect(interactions).toMatchObject([read]);
  });

  it.each([
    ["of specification 4", { status: { $: { matchers: [{ match: "statusCode" }] } } }, true],
    ["of specification 3", { status: { matchers: [{ match: "type" }] } }, true],
    ["of specification 2", { "$.status": { match: "type" } }, true],
    ["without matchers", { status: { matchers: [] } }, false],
    ["of a body", { body: { $: { matchers: [{ match: "type" }] } } }, false],
    ["that are null", null, false],
  ])("knows whether rules %s decide about the status", (_title, matchingRules, has) => {
    const text = old({ interactions: [{ response: { status: 0, matchingRules } }] });
    expect(readPact(text, "a").interactions[0]?.hasStatusRule).toBe(has);
  });

  it.each([
    ["4.0", { pactSpecification: { version: "4.0" } }, 4],
    ["4", { pactSpecification: { version: "4" } }, 4],
    ["a number", { pactSpecification: { version: 4 } }, 4],
    ["the older key", { "pact-specification": { version: "4.0" } }, 4],
    ["1.1.0", { pactSpecification: { version: "1.1.0" } }, 1],
    ["a key that Pact ignores", { pactSpecificationVersion: "4.0" }, 3],
    ["an unknown version", { pactSpecification: { version: "5.0" } }, 3],
    ["no version", { pactSpecification: { version: "latest" } }, 3],
    ["null", null, 3],
  ])("takes the specification from metadata with %s", (_title, metadata, specification) => {
    const text = JSON.stringify({ consumer: { name: "a" }, metadata, interactions: [] });
    expect(readPact(text, "a.json")).toMatchObject({ specification, provider: "unknown provider" });
  });

  it.each([
    ["no interactions", {}],
    ["interactions that are null", { interactions: null }],
    ["an empty list", { interactions: [], messages: [] }],
  ])("reads a pact with %s", (_title, fields) => {
    expect(readPact(old(fields), "a.json")).toMatchObject({ interactions: [], skipped: [] });
  });

  it.each([
    ["no JSON", "{", "a.json is not JSON"],
    ["nothing", "", "a.json is not JSON"],
    ["a list", "[]", "a.json is not a pact of HTTP interactions: it has none of"],
    ["null", "null", "a.json is not a pact of HTTP interactions"],
    ["another document", '{"openapi":"3.1.0"}', "a.json is not a pact of HTTP interactions"],
  ])("refuses %s in a sentence with the file's name", (_title, text, sentence) => {
    const read = () => readPact(text, "a.json");
    expect(read).toThrow(PactFileError);
    expect(read).toThrow(sentence);
  });
});

function numberedAs(text: string, number: number) {
  const pact = readPact(text, "a");
  return pact.interactions.map((interaction) => numbered(pact, interaction, number));
}

describe("numbered", () => {
  it("numbers descriptions, requests and states of specification 4 and changes nothing else", () => {
    const text = JSON.stringify(
      pactOf([{ description: "reads", states: [{ name: "one", params: { a: 1 } }], key: "k" }]),
    );
    const [before] = pactOf([{ description: "reads", key: "k" }]).interactions;
    expect(numberedAs(text, 7)).toEqual([
      {
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
      },
    ]);
  });

  it("numbers descriptions, requests and states of specification 2, and leaves messages out", () => {
    const interaction = { description: "d", providerState: "one", request: {}, response: {} };
    const text = old({
      interactions: [interaction, { ...interaction, providerState: "" }],
      messages: null,
    });
    const request = { headers: { "x-lead-sandbox-interaction": "3" } };
    const common = { description: "3 d", request, response: {} };
    const names = { consumer: { name: "a" }, provider: { name: "b" } };
    expect(numberedAs(text, 3)).toEqual([
      { ...names, interactions: [{ ...common, providerStates: [{ name: "3 one" }] }] },
      { ...names, interactions: [{ ...common, providerStates: [] }] },
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

  it("reads a file with a byte order mark, and one in UTF-16", async () => {
    const folder = temporaryFolder();
    const text = `\uFEFF${old({ interactions: [] })}`;
    writeFileSync(join(folder, "a.json"), text);
    writeFileSync(join(folder, "b.json"), text, "utf16le");
    expect(await findPacts([folder], broker)).toMatchObject([{ consumer: "a" }, { consumer: "a" }]);
  });

  it("refuses a file in Latin-1, with the place of the byte", async () => {
    const file = join(temporaryFolder(), "a.json");
    writeFileSync(file, '{"consumer":{"name":"Zo\u00eb"}}', "latin1");
    await expect(findPacts([file], broker)).rejects.toThrow(
      `${file} cannot be read: it is not UTF-8: the byte 0xEB at offset 23`,
    );
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
