import { and, eq, sql } from "drizzle-orm";

import type { ClientProfile } from "../../domain/model/client-profile.ts";
import type { EmailComparison } from "../../domain/model/email.ts";
import { emailKey, sameEmail } from "../../domain/model/email.ts";
import type { EnvironmentFilter } from "../../domain/model/firm.ts";
import type { ListQuery, Page } from "../../domain/model/list-query.ts";
import { clientProfileFields } from "../../domain/records/client-profile.ts";
import { listTexts, newLister, ofFirm } from "./list.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { clientProfiles, planOwners, plans } from "./schema.ts";
import type { Db } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";

export function clientProfileStore(db: Db) {
  const plain = records(db, texts, { toRow: rowFromProfile, fromRow });
  const list = newLister(db, { texts: lists, records: plain });
  const byEmail = preparedColumn<number>(db, sameEmailKey);
  const ofFirmById = preparedColumn<number>(db, reachedById);
  return {
    ...plain,
    /** The registered clients with that email, in any environment (rules lead.in-use, state.terminal). */
    withEmail(email: string, comparison: EmailComparison): readonly ClientProfile[] {
      // Every new Lead calls this, mostly before any client exists.
      if (plain.nextNumber() === 1) return [];
      const emailLowerCase = emailKey(email, "case-insensitive");
      return plain
        .numbered(byEmail.all({ emailLowerCase }))
        .filter((profile) => sameEmail(profile.email, email, comparison));
    },
    /** Whether the Firm created the profile or owns a Plan of the client. */
    isOfFirm: (id: string, firmId: string): boolean => ofFirmById.get({ id, firmId }) !== undefined,
    /** The clients of the Plans that a Firm owns, and the profiles that it created. */
    listOfFirm: (
      firmId: string,
      environment: EnvironmentFilter,
      query: ListQuery,
    ): Page<ClientProfile> =>
      list(ofFirm(clientProfiles, reachedByFirm, { firmId, environment }), query),
  };
}

export type ClientProfileStore = ReturnType<typeof clientProfileStore>;

const texts = recordTexts(clientProfiles);

const lists = listTexts({ table: clientProfiles });

const sameEmailKey = queryText((db) =>
  db
    .select({ number: clientProfiles.number })
    .from(clientProfiles)
    .where(eq(clientProfiles.emailLowerCase, sql.placeholder("emailLowerCase"))),
);

const reachedByFirm = sql`(${clientProfiles.creatorFirmId} = ${sql.placeholder("firmId")}
  or ${clientProfiles.id} in (
    select ${plans.clientProfileId} from ${plans}
    join ${planOwners} on ${planOwners.planId} = ${plans.id}
    where ${planOwners.firmId} = ${sql.placeholder("firmId")}
  ))`;

const reachedById = queryText((db) =>
  db
    .select({ number: clientProfiles.number })
    .from(clientProfiles)
    .where(and(eq(clientProfiles.id, sql.placeholder("id")), reachedByFirm)),
);

const { toRow, fromRow } = rowsOf(clientProfileFields);

function rowFromProfile(profile: ClientProfile) {
  return { ...toRow(profile), emailLowerCase: emailKey(profile.email, "case-insensitive") };
}
