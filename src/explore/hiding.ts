/** Hides keys and personal data in the calls of a bundle. Equal values have equal replacements. */
import type { Anonymizer } from "../contract/record/anonymizer.ts";
import { newAnonymizer } from "../contract/record/anonymizer.ts";
import type { Json } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";
import { replaceKeys } from "../domain/written-keys.ts";
import type { Call, ControlCall, Observation } from "./model.ts";
import { parsed } from "./subject.ts";

/** Functions that hide data in calls and records. */
export interface Hiding {
  readonly value: (value: Json) => Json;
  readonly apiCall: (call: Call) => ShownCall;
  readonly controlCall: (call: ControlCall) => ShownCall;
}

/** The parts of a call that may hold personal data. */
export interface ShownCall {
  /** Path and query. */
  readonly path: string;
  readonly body: string | null;
}

/** Hides keys and keeps personal data. */
export function hidingKeys(): Hiding {
  const withoutKeys = newKeyReplacements();
  return {
    value: (value) => value,
    apiCall: ({ path, query, body }) => ({
      path: withoutKeys(withQuery(path, query)),
      body: body === null ? null : withoutKeys(body),
    }),
    controlCall: ({ path, body }) => ({
      path: withoutKeys(path),
      body: body === "" ? null : withoutKeys(body),
    }),
  };
}

/** Hides everything except the words in `documented` and the ids in `calls`. */
export function hidingPersonalData(
  { calls }: Pick<Observation, "calls">,
  documented: ReadonlySet<string>,
): Hiding {
  const words = new Set([...documented, ...idsIn(calls)]);
  const anonymizer = newAnonymizer({ words, refused: new Set() });
  const withoutKeys = newKeyReplacements();
  return {
    value: (value) => anonymizer.answer(value),
    apiCall: ({ path, query, body, serverStatus }) => ({
      path: withQuery(
        hasSucceeded(serverStatus) ? path : segments(path, (one) => anonymizer.id(one)),
        hiddenQuery(query, anonymizer),
      ),
      body: body === null ? null : hiddenBody(body, (value) => anonymizer.body(value)),
    }),
    controlCall({ path, body }) {
      const [name = "", query = ""] = path.split("?", 2);
      const shown = segments(name, (one) => (/^[\w-]+$/.test(one) ? one : anonymizer.id(one)));
      const hidden = hiddenBody(body, (value) => controlValue(value, "", anonymizer));
      return {
        path: withQuery(shown, hiddenQuery(query, anonymizer)),
        body: body === "" ? null : withoutKeys(hidden),
      };
    },
  };
}

/** Whether the sandbox carried out a call; calls with another status change nothing. */
export function hasSucceeded(serverStatus: number): boolean {
  return serverStatus >= 200 && serverStatus < 400;
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

function segments(path: string, shown: (segment: string) => string): string {
  return path
    .split("/")
    .map((segment) => (segment === "" || segment === "v1" ? segment : shown(segment)))
    .join("/");
}

function hiddenBody(body: string, hidden: (value: Json) => Json): string {
  const value = parsed(body);
  return isJsonObject(value) ? JSON.stringify(hidden(value)) : body.replaceAll(/./g, "x");
}

function hiddenQuery(query: string, anonymizer: Anonymizer): string {
  const parameter = (name: string, value: string): string => {
    if (name === "filter") return hiddenBody(value, (filter) => anonymizer.body(filter));
    if (anonymizer.isWord(value) || /^\d+$/.test(value) || name === "order") return value;
    return hiddenText(value, name, anonymizer);
  };
  return new URLSearchParams(
    Array.from(new URLSearchParams(query), ([name, value]) => [name, parameter(name, value)]),
  ).toString();
}

const personal = /^(?:email|firstName|lastName|phone|clientData)$/;
const anyWord = /[^\s"'<>,;:]+/g;

/** Hides only personal data in control calls, because a replay sends them again to set up the world. */
function controlValue(value: Json, name: string, anonymizer: Anonymizer): Json {
  if (personal.test(name)) return anonymizer.value(value, name, name);
  if (Array.isArray(value)) return value.map((item: Json) => controlValue(item, name, anonymizer));
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, controlValue(item, key, anonymizer)]),
    );
  }
  if (typeof value !== "string") return value;
  return value.replaceAll(anyWord, (word) =>
    /[^@]@[^@]/.test(word) ? hiddenText(word, "email", anonymizer) : word,
  );
}

function hiddenText(text: string, name: string, anonymizer: Anonymizer): string {
  const shown = anonymizer.value(text, name, name);
  return typeof shown === "string" ? shown : "";
}

/** Replaces each key with a placeholder key. */
function newKeyReplacements(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) =>
    replaceKeys(text, (key) => {
      const other =
        known.get(key) ?? `00000000-0000-4000-8000-${String(known.size + 1).padStart(12, "0")}`;
      known.set(key, other);
      return other;
    });
}

/** The ids of records. They stay because they reveal nothing about a person and paths need them. */
function* idsIn(calls: readonly Call[]): Generator<string> {
  for (const { answer } of calls) {
    for (const [, id = ""] of (answer ?? "").matchAll(/"(?:id|planId|resourceId)":"(\w+)"/g))
      yield id;
  }
}
