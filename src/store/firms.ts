import { eq, sql } from "drizzle-orm";

import type { Firm } from "../domain/firm.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import { firmFields } from "../records/firm.ts";
import { listTexts, newLister } from "./list.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { firms } from "./schema.ts";
import type { Db } from "./statement.ts";

/** The Firms of one workspace. */
export function firmStore(db: Db) {
  const plain = records(db, texts, rowsOf(firmFields));
  const list = newLister(db, { texts: lists, records: plain });
  return {
    ...plain,
    /** The Firm of a key, as a list. */
    listOne: (id: string, query: ListQuery): Page<Firm> =>
      list({ name: "one", key: id, conditions: () => [one], values: { id } }, query),
  };
}

export type FirmStore = ReturnType<typeof firmStore>;

const texts = recordTexts(firms);

const lists = listTexts({ table: firms });

const one = eq(firms.id, sql.placeholder("id"));
