/** Hides keys and personal data of a run, in bundles and reports. Equal values have equal replacements. */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { Anonymizer } from "../../../domain/hiding/anonymizer.ts";
import { newAnonymizer } from "../../../domain/hiding/anonymizer.ts";
import { newKeyPlaceholders } from "../../../domain/hiding/keys.ts";
import { newKnownValues } from "../../../domain/hiding/known-values.ts";
import { masked } from "../../../domain/hiding/masked.ts";
import { hiddenParameters, hiddenPath } from "../../../domain/hiding/request-target.ts";
import type { ObservedCall, ControlCall, Observation } from "../model.ts";

/** Functions that hide data in calls and records. */
export interface Hiding {
  readonly value: (value: Json) => Json;
  readonly apiCall: (call: ObservedCall) => ShownCall;
  readonly controlCall: (call: ControlCall) => ShownCall;
  readonly answer: (text: string) => string;
  readonly email: (email: string) => string;
  readonly subject: (subject: string) => string;
  /** The content of a record. Different numbers stay different. */
  readonly content: (content: Json) => Json;
  /** Any other text, in which values are known from before. */
  readonly text: (text: string) => string;
}

/** The parts of a call that may hold personal data. */
export interface ShownCall {
  /** Path and query. */
  readonly path: string;
  readonly body: string | null;
}

/** Hides keys and keeps personal data. */
export function hidingKeys(): Hiding {
  const withoutKeys = newKeyPlaceholders();
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
    answer: withoutKeys,
    email: (email) => email,
    subject: withoutKeys,
    content: (content) => content,
    text: withoutKeys,
  };
}

/** Hides everything except the words in `documented` and the ids in `calls`. */
export function hidingPersonalData(
  { calls }: Pick<Observation, "calls">,
  documented: ReadonlySet<string>,
): Hiding {
  const words = new Set([...documented, ...idsIn(calls)]);
  const anonymizer = remembering(newAnonymizer({ words, refused: new Set() }));
  const withoutKeys = newKeyPlaceholders();
  return {
    ...hidingTexts(anonymizer, withoutKeys),
    value: (value) => anonymizer.answer(value),
    apiCall: ({ path, query, body, serverStatus }) => ({
      path: withQuery(
        hasSucceeded(serverStatus) ? path : hiddenPath(path, anonymizer),
        hiddenQuery(query, anonymizer),
      ),
      body: body === null ? null : hiddenBody(body, (value) => anonymizer.body(value)),
    }),
    controlCall({ path, body }) {
      const [name = "", query = ""] = path.split("?", 2);
      const shown = hiddenPath(name, {
        id: (one) => (/^[\w-]+$/.test(one) ? one : anonymizer.id(one)),
      });
      const hidden = hiddenBody(body, (value) => controlValue(value, "", anonymizer));
      return {
        path: withQuery(shown, hiddenQuery(query, anonymizer)),
        body: body === "" ? null : withoutKeys(hidden),
      };
    },
  };
}

/** An anonymizer that remembers its replacements of values. */
function remembering(anonymizer: Anonymizer) {
  const known = newKnownValues();
  const noted = (value: Json, shown: Json): Json => {
    known.note(value, shown);
    return shown;
  };
  return {
    ...anonymizer,
    body: (value: Json) => noted(value, anonymizer.body(value)),
    answer: (value: Json) => noted(value, anonymizer.answer(value)),
    value: (value: Json, name: string, path: string) =>
      noted(value, anonymizer.value(value, name, path)),
    known: known.replaceIn,
  };
}

/** Hides data in the parts of a report that bundles lack. */
function hidingTexts(
  anonymizer: ReturnType<typeof remembering>,
  withoutKeys: (text: string) => string,
): Pick<Hiding, "answer" | "email" | "subject" | "content" | "text"> {
  const numbers = new Map<number, number>();
  const email = (one: string): string => hiddenText(one, "email", anonymizer);
  const text = (one: string): string =>
    anonymizer.known(withoutEmails(withoutKeys(one), anonymizer));
  const content = (value: Json, name = ""): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => content(item, name));
    if (isJsonObject(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([key, item]) => [key, content(item, key)]));
    }
    if (typeof value !== "number") return anonymizer.value(value, name, name);
    const shown = numbers.get(value) ?? 100 + numbers.size;
    numbers.set(value, shown);
    return shown;
  };
  return {
    email,
    text,
    content: (value) => content(value),
    subject: (one) => (one.includes("@") ? email(one) : text(one)),
    answer(one) {
      const value = parsedJson(one);
      return isJsonObject(value)
        ? JSON.stringify(withTimes(anonymizer.answer(value), value))
        : masked(one);
    },
  };
}

const timeName = /^(?:created|updated|deleted|converted)At$/;

/** The times that the sandbox sets reveal nothing about a person. */
function withTimes(shown: Json, value: Json | undefined, name = ""): Json {
  if (Array.isArray(shown)) {
    return shown.map((item: Json, at) => withTimes(item, Array.isArray(value) ? value[at] : null));
  }
  if (isJsonObject(shown)) {
    const own = isJsonObject(value) ? value : {};
    const entries = Object.entries(shown);
    return Object.fromEntries(entries.map(([key, item]) => [key, withTimes(item, own[key], key)]));
  }
  return timeName.test(name) && value !== undefined ? value : shown;
}

/** Whether the sandbox carried out a call; calls with another status change nothing. */
export function hasSucceeded(serverStatus: number): boolean {
  return serverStatus >= 200 && serverStatus < 400;
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

function hiddenBody(body: string, hidden: (value: Json) => Json): string {
  const value = parsedJson(body);
  return isJsonObject(value) ? JSON.stringify(hidden(value)) : body.replaceAll(/./g, "x");
}

function hiddenQuery(query: string, anonymizer: Anonymizer): string {
  return new URLSearchParams(
    hiddenParameters(query, anonymizer).map(([name, value]) => [name, value]),
  ).toString();
}

const personal = /^(?:email|firstName|lastName|phone|clientData)$/;
const anyWord = /[^\s"'<>,;:()[\]{}=&?|\\]+/g;

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
  return withoutEmails(value, anonymizer);
}

function withoutEmails(text: string, anonymizer: Anonymizer): string {
  return text.replaceAll(anyWord, (word) =>
    /[^@]@[^@]/.test(word) ? hiddenText(word, "email", anonymizer) : word,
  );
}

function hiddenText(text: string, name: string, anonymizer: Anonymizer): string {
  const shown = anonymizer.value(text, name, name);
  return typeof shown === "string" ? shown : "";
}

/** The ids of records. They stay because they reveal nothing about a person and paths need them. */
function* idsIn(calls: readonly ObservedCall[]): Generator<string> {
  for (const { answer } of calls) {
    for (const [, id = ""] of (answer ?? "").matchAll(/"(?:id|planId|resourceId)":"(\w+)"/g))
      yield id;
  }
}
