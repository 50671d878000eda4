/** Groups of findings that probably have one cause: a missing line in the client shows under many variations. */
import { operationOf } from "./finding-id.ts";
import type { Finding, FindingGroup } from "./shape.ts";

/** A group with its findings. The first one stands for all. */
export interface Grouped {
  readonly id: string;
  readonly first: Finding;
  readonly findings: readonly Finding[];
}

/** The groups of findings, in the order of their first ones. */
export function grouped(findings: readonly Finding[]): readonly Grouped[] {
  return [...Map.groupBy(findings, ({ group }) => group)].flatMap(([id, all]) => {
    const [first] = all;
    return first === undefined ? [] : [{ id, first, findings: all }];
  });
}

/** The groups as `report.json` lists them. */
export function groupsOf(findings: readonly Finding[]): readonly FindingGroup[] {
  return grouped(findings).map(({ id, first, findings: all }) => ({
    id,
    family: first.variation.family,
    verdict: first.verdict,
    operation: operationOf(first),
    severity: first.severity,
    count: all.length,
    findings: all.map((one) => one.id),
  }));
}

/** What all findings of a group share: the operation, otherwise the variation. */
export function subjectOf({ first }: Grouped): string {
  return operationOf(first) ?? first.variation.id;
}

/** Where the findings of a group differ. A list with one entry is empty: the first finding shows it. */
export interface Variants {
  readonly variations: readonly string[];
  readonly calls: readonly string[];
  /** The labels of the tests, or the workspaces. */
  readonly places: readonly string[];
}

export function variantsOf({ findings }: Grouped): Variants {
  const distinct = (valueOf: (finding: Finding) => string): readonly string[] => {
    const values = [...new Set(findings.map(valueOf))].filter((value) => value !== "");
    return values.length < 2 ? [] : values;
  };
  return {
    variations: distinct(({ variation }) => variation.id),
    calls: distinct(({ call }) => call?.name ?? ""),
    places: distinct(({ workspace, call }) => workspace ?? call?.workspace ?? ""),
  };
}

/** The first of `values` as one phrase, with the number of the others. */
export function phraseOf(values: readonly string[], max: number): string {
  const left = values.length - max;
  return [...values.slice(0, max), ...(left > 0 ? [`and ${left} more`] : [])].join(", ");
}
