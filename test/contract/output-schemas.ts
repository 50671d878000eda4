/** The published JSON Schemas of `--json`, and a check of what commands print against them. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";

import type { Json, JsonObject } from "../../src/base/values/json.ts";
import { isJsonObject } from "../../src/base/values/json.ts";
import { newSchemaWriter } from "../../src/server/openapi/json-schema.ts";
import { commandOutputs } from "./command-outputs.ts";

/** The name of a command's file in `contracts/schemas`. */
export function schemaFile(command: string): string {
  return `${command.replaceAll(" ", "-")}.schema.json`;
}

/** The published schema of a command. A later version may print more properties, so it allows them. */
export function publishedSchema(command: string): JsonObject {
  const open: JsonObject = JSON.parse(
    JSON.stringify(closedSchema(command), (_key, value: Json) => opened(value)),
  );
  return open;
}

function opened(value: Json): Json {
  if (!isJsonObject(value) || value["additionalProperties"] !== false) return value;
  const { additionalProperties: _closed, ...rest } = value;
  return rest;
}

/** The schema of what this version prints: without any property that the published one does not name. */
function closedSchema(command: string): JsonObject {
  const shape = commandOutputs[command];
  if (shape === undefined) throw new Error(`${command} has no shape in command-outputs.ts.`);
  const writer = newSchemaWriter();
  const schema = writer.write(shape, "output");
  const named = writer.components();
  const whole: JsonObject = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `lead-sandbox ${command} --json`,
    ...schema,
    ...(Object.keys(named).length === 0 ? {} : { $defs: named }),
  };
  const text = JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/');
  const made: JsonObject = JSON.parse(text);
  return made;
}

const validators = new Map<string, ValidateFunction>();

/** Throws if a document differs from the schema of its command, also by a property more. */
export function checkOutput(command: string, document: unknown): void {
  const validate =
    validators.get(command) ??
    new Ajv2020({ validateFormats: false }).compile(closedSchema(command));
  validators.set(command, validate);
  if (validate(document)) return;
  const errors = JSON.stringify(validate.errors, null, 2);
  throw new Error(
    `lead-sandbox ${command} --json prints what contracts/schemas/${schemaFile(command)} lacks: ${errors}`,
  );
}

/** Checks the document that a command line printed or wrote, if it has `--json` and came to a result. */
export function checkPrinted(args: readonly string[], printed: string, cwd = "."): void {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const command = [own.slice(0, 2).join(" "), own[0] ?? ""].find((name) => name in commandOutputs);
  const at = own.indexOf("--json");
  if (command === undefined || at === -1) return;
  const file = own[at + 1] ?? "-";
  const isFile = writingFiles.has(command) && !file.startsWith("-");
  const text = isFile ? writtenIn(resolve(cwd, file)) : printed;
  if (text.trim() !== "") checkOutput(command, JSON.parse(text));
}

/** The commands whose `--json` names a file. */
const writingFiles: ReadonlySet<string> = new Set(["exec", "verify"]);

function writtenIn(file: string): string {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : "";
}
