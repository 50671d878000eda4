import { between, eq, sql } from "drizzle-orm";

import type { Json } from "../../base/values/json.ts";
import type { Workflow } from "../../domain/model/workflow.ts";
import { settings, workflows } from "./schema.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, preparedColumn, queryText } from "./statement.ts";

/** The settings of one workspace; each is one JSON value. */
export function settingStore(db: Db) {
  const read = preparedColumn<string>(db, settingNamed);
  const write = prepared(db, newSetting);
  const all = preparedColumn<string>(db, settingsBetween);
  const remove = prepared(db, removedSetting);
  const sizes = prepared(db, settingSizes);
  return {
    /** The JSON of a setting, exactly as written; null when missing. */
    text: (name: string): string | null => read.get({ name }) ?? null,
    write(name: string, value: Json): void {
      write.run({ name, value: JSON.stringify(value) });
    },
    /** The JSON of each setting whose name starts with `prefix`, in the order of first writing. */
    texts: (prefix: string): readonly string[] =>
      all.all({ from: prefix, to: `${prefix}\u{10ffff}` }),
    /** The name of each such setting and the bytes of its JSON, in the same order. */
    sizes: (prefix: string): readonly SettingSize[] =>
      sizes.all({ from: prefix, to: `${prefix}\u{10ffff}` }),
    remove: (name: string): void => void remove.run({ name }),
  };
}

export type SettingStore = ReturnType<typeof settingStore>;

const settingNamed = queryText((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, sql.placeholder("name"))),
);

const settingsBetween = queryText((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(between(settings.name, sql.placeholder("from"), sql.placeholder("to")))
    .orderBy(sql`rowid`),
);

interface SettingSize {
  readonly name: string;
  readonly bytes: number;
}

const settingSizes = queryText((db) =>
  db
    .select({ name: settings.name, bytes: sql<number>`octet_length(value)`.as("bytes") })
    .from(settings)
    .where(between(settings.name, sql.placeholder("from"), sql.placeholder("to")))
    .orderBy(sql`rowid`),
);

const removedSetting = changeText((db) =>
  db.delete(settings).where(eq(settings.name, sql.placeholder("name"))),
);

const newSetting = changeText((db) =>
  db
    .insert(settings)
    .values({ name: sql.placeholder("name"), value: sql.placeholder("value") })
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } }),
);

/** The workflows that the fixture of one workspace describes. */
export function workflowStore(db: Db) {
  const insert = prepared(db, newWorkflow);
  const clear = prepared(db, noWorkflows);
  const byId = preparedColumn<string>(db, workflowOfId);
  const all = preparedColumn<string>(db, allWorkflows);
  return {
    clear: (): void => void clear.run({}),
    insert(workflow: Workflow): void {
      insert.run({ id: workflow.id, definition: JSON.stringify(workflow) });
    },
    find(id: string): Workflow | null {
      const definition = byId.get({ id });
      return definition === undefined ? null : storedWorkflow(definition);
    },
    all: (): readonly Workflow[] => all.all().map(storedWorkflow),
  };
}

export type WorkflowStore = ReturnType<typeof workflowStore>;

const newWorkflow = changeText((db) =>
  db
    .insert(workflows)
    .values({ id: sql.placeholder("id"), definition: sql.placeholder("definition") }),
);

const noWorkflows = changeText((db) => db.delete(workflows));

const workflowOfId = queryText((db) =>
  db
    .select({ definition: workflows.definition })
    .from(workflows)
    .where(eq(workflows.id, sql.placeholder("id"))),
);

const allWorkflows = queryText((db) =>
  db.select({ definition: workflows.definition }).from(workflows).orderBy(workflows.id),
);

/** The fixture's schema validated the definition when it was written. */
function storedWorkflow(definition: string): Workflow {
  const workflow: Workflow = JSON.parse(definition);
  return workflow;
}
