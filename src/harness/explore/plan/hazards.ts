/**
 * Hazards: kinds of trouble at an operation, such as a lost answer at a POST. Trials test them. A hazard is core if a
 * client meets it sooner or later, whatever it does.
 */
import { faults } from "../variations/faults.ts";
import type { Family, HazardKind } from "../variations/variation.ts";

/** A kind of trouble, and where a client meets it. */
export interface Hazard {
  /** `KIND@OPERATION`, or the kind with a rule or a variation. */
  readonly id: string;
  readonly kind: HazardKind;
  /** Null for a hazard of the whole run. */
  readonly operation: string | null;
  /** The rule that the interface leaves open; null for other kinds. */
  readonly rule: string | null;
}

/** What decides the hazards that a trial tests. */
export interface Varied {
  readonly family: Family;
  /** The id of the variation within its family. */
  readonly variation: string;
  /** The operation of the varied calls; null for a variation of the whole run. */
  readonly operation: string | null;
  readonly choices: Readonly<Record<string, string>> | null;
}

/** The hazards that a trial of `varied` tests: one, or one for each rule of a pair. */
export function hazardsOf({ family, variation, operation, choices }: Varied): readonly Hazard[] {
  switch (family) {
    case "faults": {
      const kind = faults.find(({ id }) => id === variation)?.hazard;
      return kind === undefined ? [] : [hazardFrom(kind, operation ?? "")];
    }
    case "unknowns":
      return Object.keys(choices ?? {}).map((rule) => hazardFrom("open-rule", rule));
    case "violations":
      return [hazardFrom("violation", operation ?? variation)];
    case "next":
      return [hazardFrom("change", variation)];
    case "evolution":
    case "rough":
      return [hazardFrom(family, variation)];
  }
}

const ofWholeRun: ReadonlySet<HazardKind> = new Set(["open-rule", "change", "evolution", "rough"]);

/** The hazard of `kind` at an operation, rule or variation. */
export function hazardFrom(kind: HazardKind, place: string): Hazard {
  return {
    id: `${kind}@${place}`,
    kind,
    operation: ofWholeRun.has(kind) ? null : place,
    rule: kind === "open-rule" ? place : null,
  };
}

/** Whether a client must be tested against a hazard; `writes` are the operations that change something. */
export function isCore(
  { kind, operation }: Pick<Hazard, "kind" | "operation">,
  writes: ReadonlySet<string>,
): boolean {
  if (kind === "lost-answer") return writes.has(operation ?? "");
  return kind === "refusal" || kind === "hang";
}

/** The operations of `calls` that change something. */
export function writesIn(
  calls: readonly { readonly operation: string; readonly method: string }[],
): ReadonlySet<string> {
  return new Set(calls.filter((call) => !isReadCall(call)).map(({ operation }) => operation));
}

/** Whether a call changes nothing. */
export function isReadCall({ method }: { readonly method: string }): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
