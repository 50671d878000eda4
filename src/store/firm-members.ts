import { and, eq, isNull, sql } from "drizzle-orm";

import type { FirmMember } from "../domain/firm.ts";
import { lazily } from "../domain/lazily.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import type { Db } from "./database.ts";
import { newLister } from "./list.ts";
import { records, withoutNumber } from "./records.ts";
import { firmMembers, firms, subscriptions } from "./schema.ts";

/** The members of the Firms of one workspace, and their notification subscriptions. */
export function firmMemberStore(db: Db) {
  const statements = subscriptionStatements(db);
  const ofFirm = eq(firmMembers.firmId, sql.placeholder("firmId"));
  const list = newLister(db, {
    table: firmMembers,
    computed: { firmType: firmTypeOfMember },
    fromRow: withoutNumber,
  });
  return {
    ...records(db, firmMembers, {
      toRow: (member: FirmMember) => ({ ...member }),
      fromRow: withoutNumber,
    }),
    listOfFirm: (firmId: string, query: ListQuery): Page<FirmMember> =>
      list({ name: "firm", conditions: [ofFirm], values: { firmId } }, query),
    subscribe(firmMemberId: string, active: boolean): void {
      statements.subscribe().run({ firmMemberId, active: Number(active) });
    },
    /** The owners of a Firm, and whether each has an active subscription (interface 6; rule mail.converted). */
    ownersOf: (firmId: string): readonly Owner[] =>
      statements
        .owners()
        .all({ firmId })
        .map(({ id, email, active }) => ({ id, email, subscribed: active === true })),
    subscriptions: (): readonly { readonly firmMemberId: string; readonly active: boolean }[] =>
      db.select().from(subscriptions).orderBy(subscriptions.firmMemberId).all(),
  };
}

export type FirmMemberStore = ReturnType<typeof firmMemberStore>;

export interface Owner {
  readonly id: string;
  readonly email: string;
  readonly subscribed: boolean;
}

const firmTypeOfMember = sql`(
  select ${firms.firmType} from ${firms} where ${firms.id} = ${firmMembers.firmId}
)`;

function subscriptionStatements(db: Db) {
  const p = sql.placeholder;
  return {
    subscribe: lazily(() =>
      db
        .insert(subscriptions)
        .values({ firmMemberId: p("firmMemberId"), active: p("active") })
        .onConflictDoUpdate({
          target: subscriptions.firmMemberId,
          set: { active: sql`excluded.active` },
        })
        .prepare(),
    ),
    owners: lazily(() =>
      db
        .select({ id: firmMembers.id, email: firmMembers.email, active: subscriptions.active })
        .from(firmMembers)
        .leftJoin(subscriptions, eq(subscriptions.firmMemberId, firmMembers.id))
        .where(
          and(
            eq(firmMembers.firmId, p("firmId")),
            eq(firmMembers.isOwner, true),
            isNull(firmMembers.deletedAt),
          ),
        )
        .orderBy(firmMembers.number)
        .prepare(),
    ),
  };
}
