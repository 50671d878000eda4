import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { newProgram } from "../../src/apps/cli/program.ts";
import { leavesOf } from "../apps/cli/command-leaves.ts";
import { commandOutputs } from "./command-outputs.ts";
import { checkPrinted, publishedSchema, schemaFile } from "./output-schemas.ts";

const folder = "contracts/schemas";
const commands = Object.keys(commandOutputs);

if (process.env["UPDATE_CONTRACTS"] === "1") {
  for (const file of readdirSync(folder)) rmSync(`${folder}/${file}`);
  for (const command of commands) writeFileSync(`${folder}/${schemaFile(command)}`, text(command));
}

function text(command: string): string {
  return `${JSON.stringify(publishedSchema(command), null, 2)}\n`;
}

describe("the schemas of --json (UPDATE_CONTRACTS=1 rewrites them)", () => {
  it("exist for each command with --json, and for no other", async () => {
    const tree = await newProgram({ exit: () => {}, environment: {} });
    const taking = leavesOf(tree).filter(({ command }) =>
      command.options.some(({ long }) => long === "--json"),
    );
    const names = taking.map(({ name }) => name).toSorted();
    expect(commands.toSorted()).toEqual(names);
    expect(readdirSync(folder).toSorted()).toEqual(names.map(schemaFile).toSorted());
  });

  it.each(commands)("%s has its published file, which is a schema", (command) => {
    const published = readFileSync(`${folder}/${schemaFile(command)}`, "utf8");
    expect(published).toBe(text(command));
    expect(new Ajv2020({ validateFormats: false }).compile(JSON.parse(published))).toBeTruthy();
  });

  it("allow what a later version adds", () => {
    const validate = new Ajv2020().compile(publishedSchema("version"));
    expect(validate({ version: "0.2.0", node: "26.0.0", later: 1 })).toBe(true);
    expect(validate({ version: "0.2.0" })).toBe(false);
  });
});

describe("the check of each printed document", () => {
  it.each([
    ["a property that the schema does not name", '{ "version": "1", "node": "2", "more": 3 }'],
    ["a missing property", '{ "version": "1" }'],
    ["a value of another type", '{ "version": 1, "node": "2" }'],
  ])("rejects %s", (_name, printed) => {
    expect(() => checkPrinted(["version", "--json"], printed)).toThrow("version.schema.json");
  });

  it("finds commands of two words, and leaves alone those of a client", () => {
    expect(() => checkPrinted(["time", "show", "--json"], "{}")).toThrow("time-show.schema.json");
    expect(() => checkPrinted(["exec", "--", "version", "--json"], "{}")).not.toThrow();
  });
});
