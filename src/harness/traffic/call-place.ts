/** Finds the documented path of a URL, and the operation that a method has there. */
import { decoded } from "../../base/values/decoded.ts";
import { apiOperations } from "../../server/api/routes/operations.ts";
import type { RecordedCall } from "./call.ts";

/** The documented path of a call, and what it names. */
export type CallPlace = Pick<
  RecordedCall,
  "basePath" | "operation" | "params" | "path" | "permission" | "template"
>;

/**
 * The place of a path that ends in a documented one; null for another path. The longest such end counts. A base path may
 * stand before it, with or without a version, and one slash after it.
 */
export function callPlaceOf(method: string, pathname: string): CallPlace | null {
  const segments = pathname.replace(/\/$/, "").split("/").slice(1);
  for (let start = Math.max(0, segments.length - longest); start < segments.length; start += 1) {
    const own = segments.slice(start);
    for (const { template, parts } of templates) {
      const params = paramsOf(own, parts);
      if (params === null) continue;
      const isVersioned = /^v\d{1,3}$/.test(segments[start - 1] ?? "");
      const before = segments.slice(0, isVersioned ? start - 1 : start);
      const basePath = before.map((segment) => `/${segment}`).join("");
      const path = pathname.slice(basePath.length);
      return { ...operationAt(method, template), basePath, path, template, params };
    }
  }
  return null;
}

interface Template {
  readonly template: string;
  readonly parts: readonly string[];
}

const templates: readonly Template[] = [...new Set(apiOperations.map(({ path }) => path))].map(
  (template) => ({ template, parts: template.split("/").slice(1) }),
);

const longest = Math.max(...templates.map(({ parts }) => parts.length));

function operationAt(
  method: string,
  template: string,
): Pick<CallPlace, "operation" | "permission"> {
  const offered = method === "HEAD" ? "GET" : method;
  const found = apiOperations.find((one) => one.method === offered && one.path === template);
  // The path that was sent may name a person.
  if (found === undefined) return { operation: `${method} ${template}`, permission: null };
  return { operation: found.id, permission: found.permission };
}

function paramsOf(
  segments: readonly string[],
  parts: readonly string[],
): CallPlace["params"] | null {
  if (segments.length !== parts.length) return null;
  const params: [string, string][] = [];
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? "";
    if (!part.startsWith("{")) {
      if (part !== segment) return null;
    } else if (segment === "") return null;
    else params.push([part.slice(1, -1), decoded(segment)]);
  }
  return Object.fromEntries(params);
}
