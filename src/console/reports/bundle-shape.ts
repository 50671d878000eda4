/** Checks a bundle as the command does; its own checker would be an eighth of the page. A test compares the two. */
import { verdicts } from "../../explore/model.ts";
import { families } from "../../explore/variations/variation.ts";

/** The first wrong place below `path`; null for a valid value. */
type Check = (value: unknown, path: readonly string[]) => readonly string[] | null;

function that(holds: (value: unknown) => boolean): Check {
  return (value, path) => (holds(value) ? null : path);
}
const text = that((value) => typeof value === "string");
const flag = that((value) => typeof value === "boolean");
const int = that(Number.isSafeInteger);
const map = that(isObject);
const texts = that((value) => isObject(value) && Object.values(value).every(isText));
const oneOf = (...all: readonly unknown[]) => that((value) => all.includes(value));
const like = (pattern: RegExp) => that((value) => isText(value) && pattern.test(value));
const between = (least: number, most: number) =>
  that((value) => typeof value === "number" && value >= least && value <= most);
const orNull = (check: Check) => either(oneOf(null), check);
const orAbsent = (check: Check) => either(oneOf(undefined), check);

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function either(one: Check, other: Check): Check {
  return (value, path) => (one(value, path) === null ? null : other(value, path));
}

function list(check: Check, least = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < least) return path;
    return firstWrong(value.map((one: unknown, at) => check(one, [...path, String(at)])));
  };
}

function object(fields: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isObject(value) || Object.keys(value).some((name) => !Object.hasOwn(fields, name))) {
      return path;
    }
    return firstWrong(
      Object.entries(fields).map(([name, check]) =>
        check(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined, [...path, name]),
      ),
    );
  };
}

function firstWrong(found: readonly (readonly string[] | null)[]): readonly string[] | null {
  return found.find((place) => place !== null) ?? null;
}

/** The same check for several fields, which are named in one text. */
function each(names: string, check: Check): Readonly<Record<string, Check>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, check]));
}

const call = object({
  ...each("method path", text),
  ...each("body workspaceId apiKeyId operation variation", orNull(text)),
  plane: oneOf("api", "control"),
  sentAtMs: between(0, 1e11),
  status: orNull(int),
  carriedOut: flag,
});

const settings = object({
  seed: int,
  fixture: either(map, like(/^[a-z0-9-]{1,64}$/)),
  quota: orAbsent(orNull(int)),
  assumptions: texts,
  ...each("https rerun", flag),
  ...each("results env", orNull(text)),
  timeoutMs: orNull(between(1, 2 ** 31 - 1)),
});

const variation = object({
  family: oneOf(...families),
  variation: text,
  workspace: orNull(text),
  call: orNull(
    object({ ...each("workspace operation", text), subject: orNull(text), ordinal: int }),
  ),
  operation: orAbsent(text),
  choices: orNull(texts),
});

const bundle = object({
  format: oneOf("lead-sandbox-bundle/1"),
  ...each("version sentence", text),
  command: list(like(/^[^\0]*$/), 1),
  startsAt: between(0, Date.UTC(9_996, 0, 1)),
  settings,
  variation: orNull(variation),
  salt: orNull(text),
  verdict: orNull(oneOf(...verdicts)),
  exitCode: int,
  records: list(map),
  calls: list(call),
});

/** The first place where a value is not a bundle: names joined by dots; null for a bundle. */
export const wrongPlace = (value: unknown): string | null => bundle(value, [])?.join(".") ?? null;
