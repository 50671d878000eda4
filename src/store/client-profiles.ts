import { and, eq, sql } from "drizzle-orm";

import type { ClientProfile } from "../domain/client-profile.ts";
import type { EmailComparison } from "../domain/email.ts";
import { emailKey, sameEmail } from "../domain/email.ts";
import { lazily } from "../domain/lazily.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import type { Db } from "./database.ts";
import { fromJson, jsonObject, toJson } from "./json-column.ts";
import { newLister } from "./list.ts";
import { records } from "./records.ts";
import { clientProfiles, planOwners, plans } from "./schema.ts";

/** The client profiles of one workspace. */
export function clientProfileStore(db: Db) {
  const byEmail = lazily(() =>
    db
      .select()
      .from(clientProfiles)
      .where(eq(clientProfiles.emailLowerCase, sql.placeholder("emailLowerCase")))
      .prepare(),
  );
  const ofFirm = lazily(() =>
    db
      .select()
      .from(clientProfiles)
      .where(and(eq(clientProfiles.id, sql.placeholder("id")), behindPlansOfFirm))
      .prepare(),
  );
  const list = newLister(db, { table: clientProfiles, fromRow: profileFromRow });
  return {
    ...records(db, clientProfiles, { toRow: rowFromProfile, fromRow: profileFromRow }),
    /** The registered client with that email, if there is one (rules lead.in-use, state.terminal). */
    findByEmail(email: string, comparison: EmailComparison): ClientProfile | null {
      const rows = byEmail().all({ emailLowerCase: emailKey(email, "case-insensitive") });
      const found = rows.find((row) => sameEmail(row.email, email, comparison));
      return found === undefined ? null : profileFromRow(found);
    },
    /** The client of that id, if a Plan of theirs is owned by the Firm. */
    findOfFirm(id: string, firmId: string): ClientProfile | null {
      const row = ofFirm().get({ id, firmId });
      return row === undefined ? null : profileFromRow(row);
    },
    /** The clients behind the Plans that a Firm owns. */
    listOfFirm: (firmId: string, query: ListQuery): Page<ClientProfile> =>
      list({ name: "firm", conditions: [behindPlansOfFirm], values: { firmId } }, query),
  };
}

export type ClientProfileStore = ReturnType<typeof clientProfileStore>;

const behindPlansOfFirm = sql`${clientProfiles.id} in (
  select ${plans.clientProfileId} from ${plans}
  join ${planOwners} on ${planOwners.planId} = ${plans.id}
  where ${planOwners.firmId} = ${sql.placeholder("firmId")}
)`;

function rowFromProfile(profile: ClientProfile) {
  return {
    ...profile,
    emailLowerCase: emailKey(profile.email, "case-insensitive"),
    phone: toJson(profile.phone),
    clientData: toJson(profile.clientData),
  };
}

function profileFromRow(row: typeof clientProfiles.$inferSelect): ClientProfile {
  const { number: _number, emailLowerCase: _emailLowerCase, ...profile } = row;
  return { ...profile, phone: fromJson(row.phone), clientData: jsonObject(row.clientData) };
}
