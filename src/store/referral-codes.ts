import { and, eq, isNull, sql } from "drizzle-orm";

import type { ReferralCode } from "../domain/firm.ts";
import { lazily } from "../domain/lazily.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import type { Db } from "./database.ts";
import { newLister } from "./list.ts";
import { records, withoutNumber } from "./records.ts";
import { referralCodes } from "./schema.ts";

/** The referral codes of one workspace. */
export function referralCodeStore(db: Db) {
  const ofFirm = eq(referralCodes.firmId, sql.placeholder("firmId"));
  const list = newLister(db, { table: referralCodes, fromRow: withoutNumber });
  const first = lazily(() =>
    db
      .select()
      .from(referralCodes)
      .where(and(ofFirm, isNull(referralCodes.deletedAt)))
      .orderBy(referralCodes.number)
      .limit(1)
      .prepare(),
  );
  return {
    ...records(db, referralCodes, {
      toRow: (code: ReferralCode) => ({ ...code }),
      fromRow: withoutNumber,
    }),
    /** The code that a Firm's invitations carry when the Lead names none (rule mail.welcome). */
    firstOfFirm(firmId: string): ReferralCode | null {
      const row = first().get({ firmId });
      return row === undefined ? null : withoutNumber(row);
    },
    listOfFirm: (firmId: string, query: ListQuery): Page<ReferralCode> =>
      list({ name: "firm", conditions: [ofFirm], values: { firmId } }, query),
  };
}

export type ReferralCodeStore = ReturnType<typeof referralCodeStore>;
