/** The examples of both documents, recorded from answers of the sandbox and from golden bodies. */
import { existsSync, readFileSync } from "node:fs";

import type { Json } from "../../src/base/values/json.ts";
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import type { ControlOperation } from "../../src/server/control/calls/operation.ts";
import { controlOperations } from "../../src/server/control/calls/operations.ts";
import type { Example, Examples } from "../../src/server/openapi/examples.ts";
import {
  bodyOf,
  canSucceed,
  choicesOf,
  parentIn,
  operations,
  pathOf,
  permittedKey,
  readsBody,
  sendTo,
} from "../conformance/cases.ts";
import { newFilledWorld, sendRaw } from "../server/control/paths.ts";
import { samples } from "../server/control/samples.ts";
import type { Reply } from "../support/reply.ts";
import { ids, monday, newWorld } from "../support/world.ts";

/** A Lead with all documented fields (interface 2.1, 2.2). */
export const wholeLead = {
  email: "nora.north@example.com",
  firstName: "Nora",
  lastName: "North",
  phone: { number: "4165550142", extension: "12" },
  clientData: {
    prefix: "Ms.",
    citizenship: "Canadian Citizen",
    dateOfBirth: "1988-02-29",
    maritalStatus: "Single",
    isFirstTimeHomeBuyer: true,
    notes: "Prefers to be called in the evening.",
    Plans: [{ type: "Buying" }],
  },
  referredByReferralCodeId: ids.partnerCode,
} as const;

/** The examples of the emulated API. */
export async function emulatedExamples(): Promise<Examples> {
  const found: Record<string, Example> = {};
  for (const operation of operations) {
    // oxlint-disable-next-line no-await-in-loop -- each has a world of its own
    const success = await succeeded(operation);
    found[operation.id] = {
      ...pathExample(operation.path, pathOf(operation).replace("/v1", "")),
      ...(readsBody(operation) ? { body: exampleBody(operation) } : {}),
      answers: { ...success, ...mostTelling(goldensOf(operation.id)) },
    };
  }
  return found;
}

async function succeeded(operation: ApiOperation): Promise<Example["answers"]> {
  if (!canSucceed(operation)) return {};
  const world = await newWorld({ assumptions: choicesOf(operation) });
  const key = await permittedKey(world, operation);
  const body = operation.body === undefined ? {} : { body: exampleBody(operation) };
  const reply = await sendTo(world, operation, { key, ...body });
  return { [operation.status]: succeededJson(reply, operation.status) };
}

function exampleBody(operation: ApiOperation): Json {
  const body = bodyOf(operation);
  return operation.permission === "leads:create"
    ? { ...wholeLead, ...JSON.parse(JSON.stringify(parentIn(operation))) }
    : JSON.parse(JSON.stringify(body));
}

interface Golden {
  readonly status: number;
  readonly body: Json;
}

/** The golden bodies of an operation's errors, by their cause. */
export function goldensOf(operationId: string): Readonly<Record<string, Golden>> {
  const file = new URL(`../../contracts/golden/${operationId}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** The most informative error for each status: the one with the most codes, then the longest. */
function mostTelling(goldens: Readonly<Record<string, Golden>>): Example["answers"] {
  const found: Record<number, Json> = {};
  for (const { status, body } of Object.values(goldens)) {
    const known = found[status];
    if (known === undefined || tells(body) > tells(known)) found[status] = body;
  }
  return found;
}

function tells(body: Json): number {
  const text = JSON.stringify(body);
  const codes = new Set(Array.from(text.matchAll(/"code":"\w+"/g), ([code]) => code));
  return codes.size * 1_000_000 + text.length;
}

/** The examples of the control plane: the sample of each call and its answer. */
export async function controlExamples(): Promise<Examples> {
  const found: Record<string, Example> = {};
  for (const operation of controlOperations) {
    // oxlint-disable-next-line no-await-in-loop -- two at a time, each with its own sandbox
    const { reply, path } = await sampled(operation);
    const { body } = samples[operation.id] ?? {};
    const answer = reply.json === null ? null : steady(succeededJson(reply, operation.status));
    const isShort = answer !== null && JSON.stringify(answer).length <= answerCharactersMax;
    found[operation.id] = {
      ...pathExample(operation.path, path),
      ...(body === undefined ? {} : { body: JSON.parse(JSON.stringify(body)) }),
      answers: isShort ? { [operation.status]: answer } : {},
    };
  }
  return found;
}

/** The largest answer shown as an example: longer ones, such as all rules, would clutter the document. */
const answerCharactersMax = 3_200;

/** The answer of a call to its sample, and the called path relative to the workspace. */
export async function sampled(
  operation: ControlOperation,
): Promise<{ readonly reply: Reply; readonly path: string }> {
  const { query = "", body, sandbox = {}, send } = samples[operation.id] ?? {};
  if (send !== undefined) return send();
  const { world, pathOf: filledPathOf } = await newFilledWorld({ sandbox });
  const path = filledPathOf(operation);
  const reply =
    body === undefined
      ? await world.api(operation.method, path + query, { key: null })
      : await sendRaw(world, operation.method, path + query, JSON.stringify(body));
  const prefix = operation.level === "server" ? "" : `/workspaces/${world.id}`;
  return { reply, path: path.slice(`/_sandbox${prefix}`.length) };
}

function succeededJson({ status, json, text }: Reply, wanted: number): Json {
  if (status !== wanted) throw new Error(`No example: ${status} ${text}`);
  return JSON.parse(JSON.stringify(json));
}

/** The answer without real times, which differ from run to run. */
function steady(answer: Json): Json {
  const text = JSON.stringify(answer)
    .replaceAll(/"(offsetMs|uptimeMs|durationMs|time|wait)":-?[\d.]+/g, '"$1":0')
    .replaceAll(/(workspace\.\w+)\.[\w-]+\.[\w-]{43}/g, "$1.salt.signature")
    .replaceAll(/"now":"[^"]+","mode":"system"/g, `"now":"${monday}","mode":"system"`);
  return JSON.parse(text);
}

/** The path parameters of a called path. */
function pathExample(template: string, called: string): Pick<Example, "path"> {
  const parts = called.split("/");
  const values = template.split("/").flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? [] : [[name, parts[index] ?? ""]];
  });
  return values.length === 0 ? {} : { path: Object.fromEntries(values) };
}
