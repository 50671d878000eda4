import { and, eq, isNull, sql } from "drizzle-orm";

import type { FirmMember } from "../domain/firm.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import { listTexts, newLister } from "./list.ts";
import { records, recordTexts, withoutNumber } from "./records.ts";
import { firmMembers, firms, subscriptions } from "./schema.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, queryText } from "./statement.ts";

/** The members of the Firms of one workspace, and their notification subscriptions. */
export function firmMemberStore(db: Db) {
  const plain = records(db, texts, { toRow: rowFromMember, fromRow: memberFromRow });
  const list = newLister(db, { texts: lists, records: plain });
  const subscribe = prepared(db, newSubscription);
  const owners = prepared(db, ownersOfFirm);
  const subscribers = prepared(db, allSubscriptions);
  return {
    ...plain,
    listOfFirm: (firmId: string, query: ListQuery): Page<FirmMember> =>
      list({ name: "firm", key: firmId, conditions: () => [ofFirm], values: { firmId } }, query),
    subscribe(firmMemberId: string, active: boolean): void {
      subscribe.run({ firmMemberId, active: Number(active) });
    },
    /** The owners of a Firm, and whether each has an active subscription (interface 6; rule mail.converted). */
    ownersOf: (firmId: string): readonly Owner[] =>
      owners
        .all({ firmId })
        .map(({ id, email, active }) => ({ id, email, subscribed: active === 1 })),
    subscriptions: (): readonly { readonly firmMemberId: string; readonly active: boolean }[] =>
      subscribers.all().map(({ firmMemberId, active }) => ({ firmMemberId, active: active === 1 })),
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

const texts = recordTexts(firmMembers);

const lists = listTexts({
  table: firmMembers,
  computed: { firmType: firmTypeOfMember },
});

const ofFirm = eq(firmMembers.firmId, sql.placeholder("firmId"));

const newSubscription = changeText((db) =>
  db
    .insert(subscriptions)
    .values({ firmMemberId: sql.placeholder("firmMemberId"), active: sql.placeholder("active") })
    .onConflictDoUpdate({
      target: subscriptions.firmMemberId,
      set: { active: sql`excluded.active` },
    }),
);

const ownersOfFirm = queryText((db) =>
  db
    .select({ id: firmMembers.id, email: firmMembers.email, active: subscriptions.active })
    .from(firmMembers)
    .leftJoin(subscriptions, eq(subscriptions.firmMemberId, firmMembers.id))
    .where(and(ofFirm, eq(firmMembers.isOwner, 1), isNull(firmMembers.deletedAt)))
    .orderBy(firmMembers.number),
);

const allSubscriptions = queryText((db) =>
  db.select().from(subscriptions).orderBy(subscriptions.firmMemberId),
);

function rowFromMember(member: FirmMember) {
  return { ...member, isOwner: Number(member.isOwner) };
}

function memberFromRow(row: typeof firmMembers.$inferSelect): FirmMember {
  return { ...withoutNumber(row), isOwner: row.isOwner === 1 };
}
