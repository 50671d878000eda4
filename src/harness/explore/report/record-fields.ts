import { timePlaceholder } from "../../runs/final-world.ts";
import type { ReportedChange } from "./shape.ts";

/** A field of a record with its expected and actual value; null where the record or the field is missing. */
export interface FieldDifference {
  readonly field: string;
  readonly expected: string | null;
  readonly found: string | null;
}

/** The fields that differ in a record that both runs have; none for one that is missing or added. */
export function fieldDifferences({
  baseline,
  trial,
}: Pick<ReportedChange, "baseline" | "trial">): readonly FieldDifference[] {
  if (baseline === null || trial === null) return [];
  const [should, does] = [fieldsOf(baseline), fieldsOf(trial)];
  return [...new Set([...should.keys(), ...does.keys()])]
    .map((field) => ({
      field,
      expected: should.get(field) ?? null,
      found: does.get(field) ?? null,
    }))
    .filter(({ expected, found }) => expected !== found);
}

/** A changed record on one line, such as `changed Lead maya@example.com (notes: expected "a", found "b")`. */
export function changeText(changed: ReportedChange, fieldsMax: number): string {
  const fields = differenceText(changed, fieldsMax);
  return `${recordText(changed)}${fields === "" ? "" : ` (${fields})`}`;
}

/** What happened to a record or a mail, such as `missing Lead maya@example.com` or `added welcome mail to maya@example.com`. */
export function recordText({ change, kind, email, baseline, trial }: ReportedChange): string {
  const mail = kind === "Mail" ? (trial ?? baseline) : null;
  return mail === null ? `${change} ${kind} ${email}` : `${change} ${mail.state} mail to ${email}`;
}

/** The differing fields as one phrase, at most `fieldsMax` of them; empty without any. */
export function differenceText(
  change: Pick<ReportedChange, "baseline" | "trial">,
  fieldsMax: number,
): string {
  const all = fieldDifferences(change);
  const left = all.length - fieldsMax;
  const shown = all
    .slice(0, fieldsMax)
    .map(
      ({ field, expected, found }) =>
        `${field}: expected ${quotedShort(expected)}, found ${quotedShort(found)}`,
    );
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join("; ");
}

/** A sentence about the placeholders in the shown fields; null without any. */
export function placeholderNote(changes: readonly ReportedChange[]): string | null {
  const values = changes
    .flatMap(fieldDifferences)
    .flatMap(({ expected, found }) => [expected, found]);
  return values.some((value) => value?.includes(timePlaceholder) === true)
    ? `${timePlaceholder} is a placeholder: times and ids differ in every run, so they are not compared.`
    : null;
}

const textCharactersMax = 60;

function quotedShort(value: string | null): string {
  if (value === null) return "nothing";
  return value.length <= textCharactersMax
    ? JSON.stringify(value)
    : `${JSON.stringify(value.slice(0, textCharactersMax))}…`;
}

/** All values of a record, by path. */
export function fieldsOf(record: ReportedChange["baseline"]): ReadonlyMap<string, string> {
  if (record === null) return new Map();
  const { state, parent, content } = record;
  const fields = new Map([["state", state]]);
  if (parent !== null) fields.set("owner", parent);
  addFields(fields, "", content);
  return fields;
}

function addFields(fields: Map<string, string>, path: string, value: unknown): void {
  if (typeof value !== "object" || value === null) {
    fields.set(path, typeof value === "string" ? value : JSON.stringify(value));
    return;
  }
  const isList = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    const joined = isList ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    addFields(fields, joined, item);
  }
}
