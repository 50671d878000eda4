import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";

/**
 * A document that the build wrote, because making one takes as long as a hundred requests. Null when the code runs from
 * source, which may be newer than any document.
 */
export function builtDocument(name: "control" | "lead"): JsonObject | null {
  if (import.meta.url.endsWith(".ts")) return null;
  const file = fileURLToPath(new URL(`../openapi/${name}.json`, import.meta.url));
  const document: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  return isJsonObject(document) ? document : null;
}
