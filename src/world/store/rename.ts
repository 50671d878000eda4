import type { Column } from "drizzle-orm";
import { and, eq, sql } from "drizzle-orm";

import * as tables from "./schema.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared } from "./statement.ts";

/** The kinds of records whose id can be replaced. */
export type RenamedKind = "Firm" | "FirmMember";

/**
 * Replaces the id of a Firm or a FirmMember in its row and in every reference to it, those of captured mail included.
 * Runs in the caller's transaction.
 */
export type Rename = (kind: RenamedKind, from: string, to: string) => void;

export function renaming(db: Db): Rename {
  return (kind, from, to) => {
    const values = { from, to, fromLink: linkEnd(from), toLink: linkEnd(to) };
    for (const text of texts[kind]) prepared(db, text).run(values);
    // The caches hold records with the former id.
    db.changes.rolledBack();
  };
}

/** How a link of a FirmMember in a mail ends, in JSON: `unsubscribe` of src/server/pages/links.ts. */
function linkEnd(id: string): string {
  return `?${new URLSearchParams({ member: id }).toString()}"`;
}

const to = sql`${sql.placeholder("to")}`;
const from = sql.placeholder("from");

const {
  firms,
  firmMembers,
  subscriptions,
  referralCodes,
  apiKeys,
  leads,
  clientProfiles,
  planOwners,
  outbox,
} = tables;

/** The Leads of a parent: `firmId` names the Firm of a Lead, `resourceId` its parent. */
function parentText(kind: RenamedKind) {
  return changeText((db) =>
    db
      .update(leads)
      .set({ resourceId: to })
      .where(and(eq(leads.resourceType, kind), eq(leads.resourceId, from))),
  );
}

const brandId = sql`json_extract(${outbox.content}, '$.brand.firmId')`;

function relinked(column: Column) {
  return sql`replace(${column}, ${sql.placeholder("fromLink")}, ${sql.placeholder("toLink")})`;
}

const texts = {
  Firm: [
    changeText((db) => db.update(firms).set({ id: to }).where(eq(firms.id, from))),
    changeText((db) =>
      db.update(firms).set({ creatorFirmId: to }).where(eq(firms.creatorFirmId, from)),
    ),
    changeText((db) =>
      db.update(firmMembers).set({ firmId: to }).where(eq(firmMembers.firmId, from)),
    ),
    changeText((db) =>
      db.update(referralCodes).set({ firmId: to }).where(eq(referralCodes.firmId, from)),
    ),
    changeText((db) => db.update(apiKeys).set({ firmId: to }).where(eq(apiKeys.firmId, from))),
    changeText((db) => db.update(leads).set({ firmId: to }).where(eq(leads.firmId, from))),
    parentText("Firm"),
    changeText((db) =>
      db
        .update(clientProfiles)
        .set({ creatorFirmId: to })
        .where(eq(clientProfiles.creatorFirmId, from)),
    ),
    changeText((db) =>
      db.update(planOwners).set({ firmId: to }).where(eq(planOwners.firmId, from)),
    ),
    changeText((db) =>
      db
        .update(outbox)
        .set({ content: sql`json_set(${outbox.content}, '$.brand.firmId', ${to})` })
        .where(eq(brandId, from)),
    ),
  ],
  FirmMember: [
    changeText((db) => db.update(firmMembers).set({ id: to }).where(eq(firmMembers.id, from))),
    changeText((db) =>
      db
        .update(subscriptions)
        .set({ firmMemberId: to })
        .where(eq(subscriptions.firmMemberId, from)),
    ),
    parentText("FirmMember"),
    changeText((db) =>
      db.update(outbox).set({ content: relinked(outbox.content), links: relinked(outbox.links) }),
    ),
  ],
} as const satisfies Record<RenamedKind, readonly unknown[]>;
