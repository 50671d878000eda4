/** Paths and queries of requests, with everything that a client wrote replaced. */
import { parsedJson } from "../../base/values/json.ts";
import type { Anonymizer } from "./anonymizer.ts";

/** A path whose segments are replaced, except the version and documented words. */
export function hiddenPath(path: string, { id }: Pick<Anonymizer, "id">): string {
  return path
    .split("/")
    .map((segment) => (segment === "" || /^v\d{1,3}$/.test(segment) ? segment : id(segment)))
    .join("/");
}

/** The parameters of a query with replaced names and values, decoded and in their order. */
export function hiddenParameters(
  query: string,
  anonymizer: Anonymizer,
): readonly (readonly [name: string, value: string])[] {
  return Array.from(new URLSearchParams(query), ([name, value]) => [
    anonymizer.name(name),
    parameterValue(name, value, anonymizer),
  ]);
}

/** Digits stay where they are too few for a phone number. */
function parameterValue(name: string, value: string, anonymizer: Anonymizer): string {
  if (anonymizer.isWord(value) || /^-?\d{1,9}$/.test(value)) return value;
  const json = parsedJson(value) ?? null;
  if (typeof json === "object" && json !== null) return JSON.stringify(anonymizer.body(json));
  if (name === "include" || name === "scope") {
    return value
      .split(/([,.])/)
      .map((part) => (/^[,.]$/.test(part) ? part : anonymizer.name(part)))
      .join("");
  }
  const shown = anonymizer.value(value, name, name);
  return typeof shown === "string" ? shown : "";
}
