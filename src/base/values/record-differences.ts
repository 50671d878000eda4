/** What differs between two states of records, such as two snapshots in the format of a fixture. */
import { textOrJson } from "./json.ts";

interface ChangedField {
  readonly name: string;
  /** Its values as text, JSON unless it is a text; `none` for a field that the record does not have. */
  readonly was: string;
  readonly is: string;
}

/** A record that differs between two states. */
export interface Difference {
  readonly kind: string;
  readonly id: string;
  readonly change: "added" | "removed" | "changed";
  /** The fields that differ; empty for a record that only one state has. */
  readonly fields: readonly ChangedField[];
}

/** The differences from `before` to `after`, both in the format of a fixture. */
export function differencesOf(before: object, after: object): readonly Difference[] {
  const [old, current] = [recordsOf(before), recordsOf(after)];
  return [...new Map([...old, ...current])].flatMap(
    ([key, { kind, id }]): readonly Difference[] => {
      const [was, is] = [old.get(key)?.record, current.get(key)?.record];
      const change = was === undefined ? "added" : is === undefined ? "removed" : "changed";
      const fields = changedFields(was ?? {}, is ?? {});
      if (change !== "changed") return [{ kind, id, change, fields: [] }];
      return fields.length === 0 ? [] : [{ kind, id, change, fields }];
    },
  );
}

function recordsOf(world: object) {
  const lists: readonly (readonly [string, unknown])[] = Object.entries(world);
  const all = lists.flatMap(([kind, list]) =>
    (Array.isArray(list) ? list : []).flatMap((record: unknown) => {
      if (typeof record !== "object" || record === null || !("id" in record)) return [];
      const id = String(record.id);
      return [[`${kind} ${id}`, { kind, id, record }] as const];
    }),
  );
  return new Map(all);
}

function changedFields(was: object, is: object): readonly ChangedField[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].flatMap((name) => {
    const [old, current]: readonly unknown[] = [Reflect.get(was, name), Reflect.get(is, name)];
    if (JSON.stringify(old) === JSON.stringify(current)) return [];
    return [{ name, was: shownValue(old), is: shownValue(current) }];
  });
}

function shownValue(value: unknown): string {
  return value === undefined || value === null ? "none" : textOrJson(value);
}
