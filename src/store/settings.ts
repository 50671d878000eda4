import { eq, sql } from "drizzle-orm";

import type { Json } from "../domain/json.ts";
import { lazily } from "../domain/lazily.ts";
import type { Workflow } from "../domain/workflow.ts";
import type { Db } from "./database.ts";
import { settings, workflows } from "./schema.ts";

/** What one workspace remembers of itself: each setting is one JSON value. */
export function settingStore(db: Db) {
  const read = lazily(() =>
    db
      .select()
      .from(settings)
      .where(eq(settings.name, sql.placeholder("name")))
      .prepare(),
  );
  const write = lazily(() =>
    db
      .insert(settings)
      .values({ name: sql.placeholder("name"), value: sql.placeholder("value") })
      .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } })
      .prepare(),
  );
  return {
    /** The JSON of a setting, as it was written; null when there is none. */
    text: (name: string): string | null => read().get({ name })?.value ?? null,
    write(name: string, value: Json): void {
      write().run({ name, value: JSON.stringify(value) });
    },
  };
}

export type SettingStore = ReturnType<typeof settingStore>;

/** The workflows that the fixture of one workspace describes. */
export function workflowStore(db: Db) {
  return {
    insert(workflow: Workflow): void {
      db.insert(workflows)
        .values({ id: workflow.id, definition: JSON.stringify(workflow) })
        .run();
    },
    find(id: string): Workflow | null {
      const row = db.select().from(workflows).where(eq(workflows.id, id)).get();
      return row === undefined ? null : storedWorkflow(row.definition);
    },
    all: (): readonly Workflow[] =>
      db
        .select()
        .from(workflows)
        .orderBy(workflows.id)
        .all()
        .map((row) => storedWorkflow(row.definition)),
  };
}

export type WorkflowStore = ReturnType<typeof workflowStore>;

/** The definition is what the fixture's schema let through when it was written. */
function storedWorkflow(definition: string): Workflow {
  const workflow: Workflow = JSON.parse(definition);
  return workflow;
}
