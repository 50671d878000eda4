import { and, eq, isNull, sql } from "drizzle-orm";

import { newLruCache } from "../../base/values/lru-cache.ts";
import type { ReferralCode } from "../../domain/model/firm.ts";
import type { ListQuery, Page } from "../../domain/model/list-query.ts";
import { referralCodeFields } from "../../domain/records/referral-code.ts";
import { listTexts, newLister } from "./list.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { referralCodes } from "./schema.ts";
import type { Db } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";

export function referralCodeStore(db: Db) {
  const plain = records(db, texts, rowsOf(referralCodeFields));
  const list = newLister(db, { texts: lists, records: plain });
  const numbers = preparedColumn<number>(db, numbersOfFirm);
  // Every invitation needs it, and codes hardly change.
  const firsts = newLruCache<string, number>(firmsMax);
  const forget = (): void => firsts.clear();
  db.changes.onRollback(forget);
  return {
    ...plain,
    insert(number: number, code: ReferralCode): boolean {
      forget();
      return plain.insert(number, code);
    },
    update(code: ReferralCode): void {
      plain.update(code);
      forget();
    },
    /** The id of the code in a Firm's invitations when the Lead names none (rule mail.welcome). */
    firstIdOfFirm(firmId: string): string | null {
      db.ready();
      // A Firm has few codes, and SQLite takes six times as long to order them.
      const first = firsts.ensure(firmId, () => Math.min(...numbers.all({ firmId })));
      return Number.isFinite(first) ? (plain.numbered([first])[0]?.id ?? null) : null;
    },
    listOfFirm: (firmId: string, query: ListQuery): Page<ReferralCode> =>
      list({ name: "firm", key: firmId, conditions: () => [ofFirm], values: { firmId } }, query),
  };
}

/** Maximum number of Firms whose first code is kept. */
const firmsMax = 1_000;

export type ReferralCodeStore = ReturnType<typeof referralCodeStore>;

const texts = recordTexts(referralCodes);

const lists = listTexts({ table: referralCodes });

const ofFirm = eq(referralCodes.firmId, sql.placeholder("firmId"));

const numbersOfFirm = queryText((db) =>
  db
    .select({ number: referralCodes.number })
    .from(referralCodes)
    .where(and(ofFirm, isNull(referralCodes.deletedAt))),
);
