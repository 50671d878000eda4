import { eq, sql } from "drizzle-orm";

import type { Firm } from "../domain/firm.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import type { Db } from "./database.ts";
import { newLister } from "./list.ts";
import { records, withoutNumber } from "./records.ts";
import { firms } from "./schema.ts";

/** The Firms of one workspace. */
export function firmStore(db: Db) {
  const list = newLister(db, { table: firms, fromRow: withoutNumber });
  const one = eq(firms.id, sql.placeholder("id"));
  return {
    ...records(db, firms, { toRow: (firm: Firm) => ({ ...firm }), fromRow: withoutNumber }),
    /** The one Firm that a key acts for, as a list. */
    listOne: (id: string, query: ListQuery): Page<Firm> =>
      list({ name: "one", conditions: [one], values: { id } }, query),
  };
}

export type FirmStore = ReturnType<typeof firmStore>;
