/** The differences between two states, record by record. */

export interface Difference {
  readonly kind: string;
  readonly id: string;
  readonly change: "added" | "removed" | "changed";
  /** The fields that differ; empty for a record that only one state has. */
  readonly fields: readonly string[];
}

/** The differences from `before` to `after`, both in the format of a fixture. */
export function differencesOf(before: object, after: object): readonly Difference[] {
  const kinds = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...kinds].flatMap((kind) =>
    differencesIn(kind, recordsOf(before, kind), recordsOf(after, kind)),
  );
}

type Records = ReadonlyMap<string, object>;

function recordsOf(world: object, kind: string): Records {
  const list: unknown = Reflect.get(world, kind);
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.flatMap((record: unknown) =>
      typeof record === "object" && record !== null && "id" in record
        ? [[String(record.id), record] as const]
        : [],
    ),
  );
}

function differencesIn(kind: string, before: Records, after: Records): readonly Difference[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id): readonly Difference[] => {
    const [was, is] = [before.get(id), after.get(id)];
    if (was === undefined) return [{ kind, id, change: "added", fields: [] }];
    if (is === undefined) return [{ kind, id, change: "removed", fields: [] }];
    const fields = changedFields(was, is);
    return fields.length === 0 ? [] : [{ kind, id, change: "changed", fields }];
  });
}

function changedFields(was: object, is: object): readonly string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].filter(
    (name) => JSON.stringify(Reflect.get(was, name)) !== JSON.stringify(Reflect.get(is, name)),
  );
}
