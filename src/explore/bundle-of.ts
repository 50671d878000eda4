/** Makes bundles of runs; personal data and keys are replaced unless they are to be kept. */
import { randomBytes } from "node:crypto";

import type { Config } from "../config.ts";
import { newDisguise } from "../contract/record/disguise.ts";
import { writtenKeyPattern } from "../domain/api-key.ts";
import type { Json } from "../domain/json.ts";
import { asJson, isJsonObject } from "../domain/json.ts";
import type { BundleContent, BundledCall } from "./bundle.ts";
import { bundleFormat } from "./bundle.ts";
import { subjectHash } from "./identity.ts";
import type { Call, ControlCall, Judgement, Observation, PlannedVariation } from "./model.ts";
import { parsed } from "./subject.ts";
import { sentenceOf } from "./variations/catalogue.ts";
import { faultOf } from "./variations/faults.ts";

/** What a bundle says of the run beside what was seen. */
export interface BundleContext {
  readonly version: string;
  readonly command: readonly string[];
  readonly config: Config;
  /** The world of the fixture, where it is no built-in one. */
  readonly world: Readonly<Record<string, unknown>> | null;
  readonly startsAt: number;
  readonly settings: Pick<BundleContent["settings"], "rerun" | "results" | "timeoutMs" | "env">;
  readonly keepsData: boolean;
  /** Words that are the same for every client. */
  readonly words: ReadonlySet<string>;
}

/** What is bundled. */
export interface Bundled {
  /** Null for a plain run. */
  readonly planned: PlannedVariation | null;
  readonly judgement: Pick<Judgement, "verdict" | "records"> | null;
  readonly observation: Observation;
}

/** The bundle of a run. */
export function bundleOf(bundled: Bundled, context: BundleContext): BundleContent {
  const { planned, judgement, observation } = bundled;
  const { config, keepsData } = context;
  const salt = keepsData ? null : randomBytes(8).toString("hex");
  const hidden = keepsData ? kept : hiding(observation, context.words);
  return {
    format: bundleFormat,
    version: context.version,
    command: [...context.command],
    startsAt: context.startsAt,
    settings: {
      seed: config.seed,
      fixture: context.world === null ? config.fixture : objectOf(asJson(context.world)),
      ...(config.quota === undefined ? {} : { quota: config.quota }),
      assumptions: { ...config.assumptions },
      https: config.https,
      ...context.settings,
    },
    variation: planned === null ? null : bundledVariation(planned, salt),
    sentence: planned === null ? "The command failed." : sentenceOf(planned),
    salt,
    verdict: judgement?.verdict ?? null,
    exitCode: observation.exit.code,
    records: (judgement?.records ?? []).map((record) => objectOf(hidden.value(asJson(record)))),
    calls: callsOf(observation, planned, hidden),
  };
}

function bundledVariation(
  { call, choices, ...planned }: PlannedVariation,
  salt: string | null,
): NonNullable<BundleContent["variation"]> {
  const subject = call?.subject ?? null;
  const shown = subject === null || salt === null ? subject : subjectHash(salt, subject);
  return {
    ...planned,
    call: call === null ? null : { ...call, subject: shown },
    choices: choices === null ? null : { ...choices },
  };
}

/** How personal data is hidden; the same value is hidden the same way wherever it stands. */
interface Hiding {
  readonly value: (value: Json) => Json;
  readonly text: (body: string) => string;
  readonly query: (query: string) => string;
}

const kept: Hiding = { value: (value) => value, text: (text) => text, query: (query) => query };

function hiding({ calls }: Observation, documented: ReadonlySet<string>): Hiding {
  const words = new Set([...documented, ...idsIn(calls)]);
  const disguise = newDisguise({ words, refused: new Set() });
  const text = (body: string): string => {
    const value = parsed(body);
    return isJsonObject(value) ? JSON.stringify(disguise.body(value)) : body.replaceAll(/./g, "x");
  };
  const parameter = (name: string, value: string): string => {
    if (name === "filter") return text(value);
    if (words.has(value) || /^\d+$/.test(value) || name === "order") return value;
    const shown = disguise.value(value, name, name);
    return typeof shown === "string" ? shown : "";
  };
  return {
    value: (value) => disguise.answer(value),
    text,
    query: (query) =>
      new URLSearchParams(
        Array.from(new URLSearchParams(query), ([name, value]) => [name, parameter(name, value)]),
      ).toString(),
  };
}

/** Ids of records tell nothing of a person, and paths need them. */
function* idsIn(calls: readonly Call[]): Generator<string> {
  for (const { answer } of calls) {
    for (const [, id = ""] of (answer ?? "").matchAll(/"(?:id|planId|resourceId)":"(\w+)"/g))
      yield id;
  }
}

function callsOf(
  { calls, controlCalls }: Observation,
  planned: PlannedVariation | null,
  hidden: Hiding,
): BundledCall[] {
  const all = [
    ...calls.map((call) => apiCall(call, planned, hidden)),
    ...controlCalls.map((call) => controlCall(call, hidden)),
  ];
  return all.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
}

function apiCall(call: Call, planned: PlannedVariation | null, hidden: Hiding): BundledCall {
  const { id, method, body, status, sentAtMs, workspaceId, apiKeyId, variation } = call;
  const isLost =
    variation !== null && planned?.family === "faults" && !faultOf(variation).carriesOut;
  return {
    plane: "api",
    method,
    path: withQuery(call.path, hidden.query(call.query)),
    body: body === null ? null : hidden.text(body),
    sentAtMs,
    workspaceId,
    apiKeyId,
    operation: id.operation,
    status,
    variation,
    carriedOut: !isLost,
  };
}

function controlCall({ method, path, body, sentAtMs }: ControlCall, hidden: Hiding): BundledCall {
  const [name = "", query = ""] = path.split("?", 2);
  return {
    plane: "control",
    method,
    path: withQuery(name, hidden.query(query)),
    body:
      body === "" ? null : hidden.text(body).replaceAll(new RegExp(writtenKeyPattern, "gi"), "…"),
    sentAtMs,
    workspaceId: null,
    apiKeyId: null,
    operation: null,
    status: null,
    variation: null,
    carriedOut: true,
  };
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

function objectOf(value: Json): Record<string, Json> {
  return isJsonObject(value) ? { ...value } : {};
}
