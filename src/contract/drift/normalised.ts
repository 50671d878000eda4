/** Evidence without what may differ between two services that keep to the same rules: ids, times, texts. */
import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";

const idNames: ReadonlySet<string> = new Set([
  "id",
  "resourceId",
  "firmId",
  "planId",
  "referredByReferralCodeId",
]);
const timeNames: ReadonlySet<string> = new Set([
  "createdAt",
  "updatedAt",
  "deletedAt",
  "convertedAt",
]);

/** A body as its shape, its codes and those values that were sent. */
export function normalised(value: Json, name = ""): Json {
  if (Array.isArray(value)) return value.map((item: Json) => normalised(item));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, item]) => [key, normalised(item, key)]),
    );
  }
  if (typeof value !== "string") return value;
  if (idNames.has(name)) return "an id";
  if (timeNames.has(name)) return "a time";
  if (name === "message") return "a text";
  return name === "email" ? "an email" : value;
}
