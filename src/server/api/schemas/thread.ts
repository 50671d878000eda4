/**
 * The thread that validates bodies. JSON Schemas come from outside, and compiling one, or matching one of its patterns,
 * can take forever: here neither holds the event loop of the server.
 */
import { parentPort, workerData } from "node:worker_threads";

import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

import { newLruCache } from "../../../base/values/lru-cache.ts";
import { setTimeout } from "../../../base/values/native-timers.ts";
import { within } from "../../../base/values/time-limit.ts";
import { fieldErrorsMax } from "../../../network/http/api-error.ts";
import type { SchemaBudget, SchemaError, SchemaTask, SchemaVerdict } from "./verdict.ts";
import { idleMessage } from "./verdict.ts";

const { compileMs, validateMs, idleMs }: SchemaBudget = workerData;

type Unusable = Extract<SchemaVerdict, { readonly kind: "unusable" }>;

type Compiled = ValidateFunction | Unusable;

/** Compiling takes longer than validating, so up to `validatorsMax` results of it are cached. */
const validatorsMax = 100;
const validators = newLruCache<string, Compiled>(validatorsMax);

function verdictOn({ schema, body }: SchemaTask): SchemaVerdict {
  const validate = validators.get(schema) ?? compiled(schema);
  if (typeof validate !== "function") return validate;
  const value: unknown = JSON.parse(body);
  try {
    const [isValid] = within(validateMs, () => validate(value));
    if (isValid === undefined) return tooSlow("validating this body", validateMs);
    return isValid ? { kind: "valid" } : { kind: "invalid", errors: shownErrors(validate) };
  } catch (error) {
    return invalid(error);
  }
}

function compiled(schema: string): Compiled {
  // Inlining copies a definition to each of its references, and the optimizer takes quadratic time.
  const limits = { inlineRefs: false, code: { optimize: false } } as const;
  const options = { allErrors: true, strict: false, validateFormats: false } as const;
  try {
    const ajv = new Ajv2020({ ...options, ...limits, meta: false, validateSchema: false });
    const [validate] = within(compileMs, () => ajv.compile(JSON.parse(schema)));
    // Not cached: on a less busy machine it may take less.
    if (validate === undefined) return tooSlow("compiling it", compileMs);
    if ("$async" in validate) throw new Error("$async is not supported");
    validators.set(schema, validate);
    return validate;
  } catch (error) {
    return invalid(error);
  }
}

function invalid(error: unknown): Unusable {
  const problem = error instanceof Error ? error.message : String(error);
  const reason = `The fixture has an invalid request schema for this workflow: ${problem}.`;
  return { kind: "unusable", reason };
}

function tooSlow(what: string, ms: number): Unusable {
  const reason =
    `The request schema of this workflow is too costly: ${what} takes more than ${ms} ms. ` +
    "Look for nested repetition in its patterns, uniqueItems of long lists, and references that branch.";
  return { kind: "unusable", reason };
}

/** Maximum characters in all errors of an answer: each one repeats the keys that lead to its place. */
const errorCharactersMax = 1_000_000;

/** The first errors, one more than an answer shows. */
function shownErrors({ errors }: ValidateFunction): readonly SchemaError[] {
  const shown: SchemaError[] = [];
  let characters = 0;
  for (const error of errors ?? []) {
    const made = schemaErrorFrom(error);
    characters += made.message.length + made.path.join("").length;
    if (shown.length > 0 && characters > errorCharactersMax) break;
    if (shown.push(made) > fieldErrorsMax) break;
  }
  return shown;
}

interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

function schemaErrorFrom({ keyword, instancePath, params, message = "" }: AjvError): SchemaError {
  const path = instancePath.split("/").slice(1).map(unescaped);
  switch (keyword) {
    case "required":
      return { path: [...path, String(params["missingProperty"])], code: "REQUIRED", message };
    case "additionalProperties":
      return {
        path: [...path, String(params["additionalProperty"])],
        code: "UNSUPPORTED",
        message,
      };
    case "type":
      return { path, code: "INCORRECT_TYPE", message };
    default:
      return { path, code: "INVALID", message };
  }
}

/** The two escapes of a JSON Pointer. */
function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Serves the tasks that the server sends, one at a time. */
function serve(port: NonNullable<typeof parentPort>): void {
  const send = (message: SchemaVerdict | typeof idleMessage): void =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    port.postMessage(message);
  const idle = setTimeout(() => send(idleMessage), idleMs);
  port.on("message", (task: SchemaTask) => {
    send(verdictOn(task));
    idle.refresh();
  });
}

if (parentPort !== null) serve(parentPort);
