import { and, eq, isNull, sql } from "drizzle-orm";

import type { ReferralCode } from "../domain/firm.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import { newLruCache } from "../values/lru-cache.ts";
import { listTexts, newLister } from "./list.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { referralCodes } from "./schema.ts";
import type { Db } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";

/** The referral codes of one workspace. */
export function referralCodeStore(db: Db) {
  const plain = records(db, texts, rowsOf(referralCodeFields));
  const list = newLister(db, { texts: lists, records: plain });
  const first = preparedColumn<string>(db, firstId);
  const firsts = newLruCache<string, string | null>(firmsMax);
  db.changes.onRollback(() => firsts.clear());
  return {
    ...plain,
    insert(number: number, code: ReferralCode): void {
      plain.insert(number, code);
      firsts.clear();
    },
    insertIfFree(number: number, code: ReferralCode): boolean {
      firsts.clear();
      return plain.insertIfFree(number, code);
    },
    update(code: ReferralCode): void {
      plain.update(code);
      firsts.clear();
    },
    /** The id of the code in a Firm's invitations when the Lead names none (rule mail.welcome). */
    firstIdOfFirm: (firmId: string): string | null =>
      firsts.ensure(firmId, () => first.get({ firmId }) ?? null),
    listOfFirm: (firmId: string, query: ListQuery): Page<ReferralCode> =>
      list({ name: "firm", key: firmId, conditions: () => [ofFirm], values: { firmId } }, query),
  };
}

/** Maximum number of Firms whose first code is cached. */
const firmsMax = 1_000;

export type ReferralCodeStore = ReturnType<typeof referralCodeStore>;

const texts = recordTexts(referralCodes);

const lists = listTexts({ table: referralCodes });

const ofFirm = eq(referralCodes.firmId, sql.placeholder("firmId"));

const firstId = queryText((db) =>
  db
    .select({ id: referralCodes.id })
    .from(referralCodes)
    .where(and(ofFirm, isNull(referralCodes.deletedAt)))
    .orderBy(referralCodes.number)
    .limit(1),
);
