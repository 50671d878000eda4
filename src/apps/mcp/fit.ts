/** Answers that fit: lists lose items, long texts their ends. What remains is whole JSON. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { asJson, isJsonObject, objectOrEmpty } from "../../base/values/json.ts";
import type { NextCall } from "./tool-names.ts";
import type { Answer } from "./tool.ts";

/** The maximum length of an answer in UTF-16 code units, its `next` included. */
export const charsMax = { byDefault: 4_000, least: 1_000, most: 40_000 } as const;

/** Texts keep their first characters: tried in this order until the answer fits. */
const textBounds = [700, 300, 120, 40] as const;

/** The answer as one line of JSON of at most `max` characters. `again` is the call that asks for a longer one. */
export function fitted(answer: Answer, max: number, again: NextCall | null): string {
  const { data, lists = [], next } = answer;
  const whole = asJson(data);
  if (!isJsonObject(whole)) throw new Error("An answer is an object.");
  for (const bound of textBounds) {
    const text = withFewer(shortened(whole, bound), { lists, max, next, answer, again });
    if (text !== null) return text;
  }
  return smallest(whole, { max, next, again });
}

interface Fitting {
  readonly lists: readonly string[];
  readonly max: number;
  readonly next: readonly NextCall[];
  readonly answer: Answer;
  readonly again: NextCall | null;
}

/** The text with as many items of its lists as fit; null if not even one of a list does. */
function withFewer(data: JsonObject, { lists, max, next, answer, again }: Fitting): string | null {
  const whole = JSON.stringify({ ...data, next });
  if (whole.length <= max) return whole;
  const items = lists.map((name) => ({ name, all: listIn(data[name]) }));
  const total = items.reduce((sum, { all }) => sum + all.length, 0);
  const first = items[0]?.all.length ?? 0;
  const cutText = (kept: number): string => {
    let room = kept;
    const cut = items.map(({ name, all }) => {
      const some = all.slice(0, room);
      room -= some.length;
      return [name, some] as const;
    });
    const rest = answer.cut?.(Math.min(kept, first)) ?? (again === null ? {} : { more: again });
    return JSON.stringify({
      ...data,
      ...Object.fromEntries(cut),
      leftOut: total - kept,
      ...rest,
      next,
    });
  };
  let [least, most] = [0, total];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (cutText(middle).length <= max) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? null : cutText(least);
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** For records without lists: objects and arrays keep their first members, ever fewer. */
function smallest(
  data: JsonObject,
  { max, next, again }: Pick<Fitting, "max" | "next" | "again">,
): string {
  const more = again === null ? {} : { more: again };
  for (let members = 64; members >= 1; members = Math.floor(members / 2)) {
    const cut = fewerMembers(shortened(data, 40), members, 6);
    const text = JSON.stringify({ ...objectOrEmpty(cut), ...more, next });
    if (text.length <= max) return text;
  }
  return JSON.stringify({ leftOut: Object.keys(data).length, ...more, next });
}

function fewerMembers(value: Json, members: number, levels: number): Json {
  if (Array.isArray(value)) {
    const kept = value
      .slice(0, members)
      .map((item: Json) => fewerMembers(item, members, levels - 1));
    return value.length > members ? [...kept, `… (${value.length} items)`] : kept;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  if (levels === 0) return `… (${entries.length} members)`;
  const kept = entries
    .slice(0, members)
    .map(([name, one]) => [name.slice(0, 64), fewerMembers(one, members, levels - 1)] as const);
  const rest = entries.length > members ? [["…", `(${entries.length} members)`] as const] : [];
  return Object.fromEntries([...kept, ...rest]);
}

/** Every text of at most `bound` characters, followed by its length. */
function shortened(value: JsonObject, bound: number): JsonObject {
  const cut = (one: Json): Json => {
    if (typeof one === "string") return shortText(one, bound);
    if (Array.isArray(one)) return one.map(cut);
    if (!isJsonObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, cut(inner)]));
  };
  return objectOrEmpty(cut(value));
}

function shortText(text: string, bound: number): string {
  if (text.length <= bound) return text;
  // A half of a surrogate pair would not survive as UTF-8.
  const start = text.slice(0, bound).replace(/[\uD800-\uDBFF]$/, "");
  return `${start}… (${text.length} characters)`;
}
