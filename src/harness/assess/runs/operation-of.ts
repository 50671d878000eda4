/** Finds the operation of a recorded request in the OpenAPI document of the emulated API. */
import { isJsonObject } from "../../../base/values/json.ts";

/** The id of the operation, or method and documented path of a path like one of a Lead API; null for anything else. */
export type OperationOf = (method: string, path: string) => string | null;

/** Reads the operations of an OpenAPI document. */
export function operationsIn(document: unknown): OperationOf {
  const paths = isJsonObject(document) && isJsonObject(document["paths"]) ? document["paths"] : {};
  const known = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isJsonObject(item) ? item : {}).flatMap(([method, operation]) => {
      const id = isJsonObject(operation) ? operation["operationId"] : null;
      if (typeof id !== "string") return [];
      return [{ id, path, method: method.toUpperCase(), segments: segmentsOf(path) }];
    }),
  );
  // A literal segment precedes a parameter.
  const inOrder = known.toSorted(
    (one, other) => parametersIn(one.segments) - parametersIn(other.segments),
  );
  return (method, path) => {
    const segments = segmentsOf(path.replace(untilVersion, ""));
    const fitting = inOrder.filter((one) => fits(one.segments, segments));
    const [first] = fitting;
    if (first === undefined) return null;
    // The path that was sent may name a person.
    return fitting.find((one) => one.method === method)?.id ?? `${method} ${first.path}`;
  };
}

/** The base path of the service, such as that of a proxy, and the version. */
const untilVersion = /^(?:\/[^/]+)*?\/v\d+(?=\/|$)/;

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function parametersIn(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith("{")).length;
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => part.startsWith("{") || part === segments[at])
  );
}
