/** Compares the parameters of one operation. */
import { textOrJson } from "../../base/values/json.ts";
import type { Difference, Findings } from "./findings.ts";
import type { ApiParameter } from "./openapi-document.ts";
import type { Pair } from "./pair-operations.ts";
import { renamedPairs } from "./renamed-pairs.ts";
import type { Schemas } from "./schema-shape.ts";

export function compareParameters(
  { from, next }: Pair,
  operation: string,
  findings: Findings,
  schemas: { readonly from: Schemas; readonly next: Schemas },
): void {
  const renamed = renamedParameters({ from, next }, schemas);
  const taken = new Set(renamed.values());
  for (const [name, parameter] of from.parameters) {
    const among = `parameter:${name}`;
    findings.note(operation, among);
    if (!parameter.isRequired) findings.note(operation, `${among}:optional`);
    const nextName = renamed.get(name) ?? name;
    const other = next.parameters.get(nextName);
    const found: Pick<Difference, "subject" | "among"> = { subject: name, among };
    if (other === undefined) findings.add(operation, { ...found, kind: "parameter-removed" });
    else {
      if (nextName !== name) {
        const to = nextName.slice(nextName.indexOf(".") + 1);
        findings.add(operation, { ...found, kind: "parameter-renamed", to });
      }
      compareParameter(found, [parameter, other], operation, findings, schemas);
    }
  }
  for (const [name, { isRequired }] of next.parameters) {
    if (from.parameters.has(name) || taken.has(name)) continue;
    const kind = isRequired ? "parameter-required" : "parameter-added";
    findings.add(operation, { kind, subject: name });
  }
}

/** Only parameters of one place, such as the query, can be the same under another name. */
function renamedParameters(
  { from, next }: Pair,
  schemas: { readonly from: Schemas; readonly next: Schemas },
): ReadonlyMap<string, string> {
  const places = ["query.", "header.", "cookie."].map((place) => {
    const only = (ours: Pair["from"], theirs: Pair["from"]) =>
      new Map(
        [...ours.parameters]
          .filter(([name]) => name.startsWith(place) && !theirs.parameters.has(name))
          .map(([name, { schema }]) => [name, schema]),
      );
    return renamedPairs(only(from, next), only(next, from), {
      identities: [schemas.from.identity, schemas.next.identity],
      renamedFrom: (name, schema) => {
        const before =
          next.parameters.get(name)?.renamedFrom ?? schemas.next.shape(schema).renamedFrom;
        return before === null ? null : place + before;
      },
    });
  });
  return new Map(places.flatMap((pairs) => [...pairs]));
}

function compareParameter(
  found: Pick<Difference, "subject" | "among">,
  [from, next]: readonly [ApiParameter, ApiParameter],
  operation: string,
  findings: Findings,
  schemas: { readonly from: Schemas; readonly next: Schemas },
): void {
  if (!from.isRequired && next.isRequired) {
    const among = `${found.among}:optional`;
    findings.add(operation, { ...found, kind: "parameter-required", among });
  }
  if (schemas.from.identity(from.schema) !== schemas.next.identity(next.schema)) {
    const schema = schemas.next.inlined(next.schema);
    findings.add(operation, { ...found, kind: "parameter-values", schema });
  }
  const before = schemas.from.shape(from.schema).default;
  const after = schemas.next.shape(next.schema).default;
  if (after !== undefined && JSON.stringify(before) !== JSON.stringify(after)) {
    findings.add(operation, { ...found, kind: "default", to: textOrJson(after) });
  }
}
