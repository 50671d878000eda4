/**
 * The moments in the life of each Lead, as lines of JSON in a column of its row. The column is not part of the record:
 * no list reads it, and a moment is appended without reading those before it.
 */
import { eq, isNotNull, sql } from "drizzle-orm";

import type { LeadMoment } from "../../domain/model/cause.ts";
import { leads } from "./schema.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, queryText } from "./statement.ts";

/** Beyond that many characters, only the creation and the newest moments stay. */
const charactersMax = 32_768;

/** The column of those moments; null without any. */
export function historyText(moments: readonly LeadMoment[]): string | null {
  return moments.length === 0 ? null : moments.map((one) => `${JSON.stringify(one)}\n`).join("");
}

export function leadHistories(db: Db) {
  const ofLead = prepared(db, texts.ofLead);
  const all = prepared(db, texts.all);
  const append = prepared(db, texts.append);
  return {
    addMoment(id: string, moment: LeadMoment): void {
      append.run({ id, line: historyText([moment]) });
    },
    /** The kept moments of a Lead, oldest first. */
    history: (id: string): readonly LeadMoment[] => momentsIn(ofLead.get({ id })?.history ?? ""),
    /** Those of all Leads that have any, by id. */
    histories: (): ReadonlyMap<string, readonly LeadMoment[]> =>
      new Map(all.all().map(({ id, history }) => [id, momentsIn(history ?? "")])),
  };
}

/** Skips the line that was cut where older moments were removed. */
function momentsIn(lines: string): readonly LeadMoment[] {
  return lines.split("\n").flatMap((line): readonly LeadMoment[] => {
    if (!line.startsWith("{")) return [];
    const moment: LeadMoment = JSON.parse(line);
    return [moment];
  });
}

const { id, history } = leads;
const isOfId = eq(id, sql.placeholder("id"));

const texts = {
  ofLead: queryText((db) => db.select({ history }).from(leads).where(isOfId)),
  all: queryText((db) => db.select({ id, history }).from(leads).where(isNotNull(history))),
  append: changeText((db) =>
    db
      .update(leads)
      .set({
        history: sql`case when length(${history}) > ${charactersMax}
          then substr(${history}, 1, instr(${history}, char(10)))
            || substr(${history}, ${-charactersMax / 2})
          else coalesce(${history}, '') end || ${sql.placeholder("line")}`,
      })
      .where(isOfId),
  ),
};
