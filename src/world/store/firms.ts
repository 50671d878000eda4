import { sql } from "drizzle-orm";

import type { Firm } from "../../domain/model/firm.ts";
import type { ListQuery, Page } from "../../domain/model/list-query.ts";
import { firmFields } from "../../domain/records/firm.ts";
import { listTexts, newLister } from "./list.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { firms } from "./schema.ts";
import type { Db } from "./statement.ts";

export function firmStore(db: Db) {
  const plain = records(db, texts, rowsOf(firmFields));
  const list = newLister(db, { texts: lists, records: plain });
  return {
    ...plain,
    /** The Firm of a key and those that its keys created. */
    listOfKey: (id: string, query: ListQuery): Page<Firm> =>
      list({ name: "key", key: id, conditions: () => [ofKey], values: { id } }, query),
  };
}

export type FirmStore = ReturnType<typeof firmStore>;

const texts = recordTexts(firms);

const lists = listTexts({ table: firms });

const ofKey = sql`(${firms.id} = ${sql.placeholder("id")} or ${firms.creatorFirmId} = ${sql.placeholder("id")})`;
