import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";

import type { FirmMember } from "../../domain/model/firm.ts";
import type { ListQuery, Page } from "../../domain/model/list-query.ts";
import { firmMemberFields } from "../../domain/records/firm-member.ts";
import { listTexts, newLister } from "./list.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { firmMembers, firms, subscriptions } from "./schema.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, preparedColumn, queryText } from "./statement.ts";

/** The members of the Firms of one workspace, and their notification subscriptions. */
export function firmMemberStore(db: Db) {
  const plain = records(db, texts, rowsOf(firmMemberFields));
  const list = newLister(db, { texts: lists, records: plain });
  const subscribe = prepared(db, newSubscription);
  const deleted = preparedColumn<string>(db, deletedOfFirm);
  const mailable = prepared(db, mailableOfFirm);
  const subscribers = prepared(db, allSubscriptions);
  return {
    ...plain,
    listOfFirm: (firmId: string, query: ListQuery): Page<FirmMember> =>
      list({ name: "firm", key: firmId, conditions: () => [ofFirm], values: { firmId } }, query),
    /** The ids of a Firm's soft-deleted members (rule lead.deleted-member). */
    deletedIdsOf: (firmId: string): readonly string[] => deleted.all({ firmId }),
    subscribe(firmMemberId: string, active: boolean): void {
      subscribe.run({ firmMemberId, active: Number(active) });
    },
    /**
     * The members of a Firm who are not deleted, as mail recipients (interface 6; rules mail.converted,
     * mail.plan.recipients).
     */
    mailableOf: (firmId: string): readonly MailableMember[] =>
      mailable.all({ firmId }).map(({ id, email, isOwner, active }) => ({
        id,
        email,
        isOwner: isOwner === 1,
        subscribed: active === 1,
      })),
    subscriptions: (): readonly { readonly firmMemberId: string; readonly active: boolean }[] =>
      subscribers.all().map(({ firmMemberId, active }) => ({ firmMemberId, active: active === 1 })),
  };
}

export type FirmMemberStore = ReturnType<typeof firmMemberStore>;

/** A FirmMember as a mail recipient; `subscribed` means an active notification subscription. */
export interface MailableMember extends Pick<FirmMember, "id" | "email" | "isOwner"> {
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

const deletedOfFirm = queryText((db) =>
  db
    .select({ id: firmMembers.id })
    .from(firmMembers)
    .where(and(ofFirm, isNotNull(firmMembers.deletedAt))),
);

const mailableOfFirm = queryText((db) =>
  db
    .select({
      id: firmMembers.id,
      email: firmMembers.email,
      isOwner: firmMembers.isOwner,
      active: subscriptions.active,
    })
    .from(firmMembers)
    .leftJoin(subscriptions, eq(subscriptions.firmMemberId, firmMembers.id))
    .where(and(ofFirm, isNull(firmMembers.deletedAt)))
    .orderBy(firmMembers.number),
);

const allSubscriptions = queryText((db) =>
  db.select().from(subscriptions).orderBy(subscriptions.firmMemberId),
);
