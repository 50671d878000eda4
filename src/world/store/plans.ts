import { and, eq, or, sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../../domain/model/firm.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { ListQuery, Page } from "../../domain/model/list-query.ts";
import type { Plan } from "../../domain/model/plan.ts";
import { planFields } from "../../domain/records/plan.ts";
import { listTexts, newLister, ofFirm } from "./list.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { planOwners, plans } from "./schema.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, preparedColumn, queryText } from "./statement.ts";

/** The Plans of one workspace and the Firms that own them. */
export function planStore(db: Db) {
  const plain = records(db, texts, rowsOf(planFields));
  const list = newLister(db, { texts: lists, records: plain });
  const clearOwners = prepared(db, withoutOwners);
  const addOwner = prepared(db, newOwner);
  const owners = preparedColumn<string>(db, ownersOfPlan);
  const behindLead = preparedColumn<number>(db, plansBehindLead);
  const ofClient = preparedColumn<number>(db, plansOfClient);
  return {
    ...plain,
    clear() {
      clearOwners.run();
      plain.clear();
    },
    addOwner(planId: string, firmId: string): void {
      addOwner.run({ planId, firmId });
    },
    /** The ids of the Firms that own a Plan, the first owner first (interface 2.3). */
    ownersOf: (planId: string): readonly string[] => owners.all({ planId }),
    /** The Plans of a Lead and of its client that a Firm owns, with the deleted ones (rules include.plans, include.plans.several-leads). */
    behindLead({ id: leadId, clientProfileId }: Lead, firmId: string): readonly Plan[] {
      return plain.numbered(behindLead.all({ leadId, clientProfileId, firmId }));
    },
    /** Every Plan of a client, including those that no Firm owns. */
    ofClient: (clientProfileId: string): readonly Plan[] =>
      plain.numbered(ofClient.all({ clientProfileId })),
    listOfFirm: (firmId: string, environment: EnvironmentFilter, query: ListQuery): Page<Plan> =>
      list(ofFirm(plans, ownedByFirm, { firmId, environment }), query),
  };
}

export type PlanStore = ReturnType<typeof planStore>;

const ownedByFirm = sql`${plans.id} in (
  select ${planOwners.planId} from ${planOwners}
  where ${planOwners.firmId} = ${sql.placeholder("firmId")}
)`;

const texts = recordTexts(plans);

const lists = listTexts({ table: plans });

const withoutOwners = changeText((db) => db.delete(planOwners));

const newOwner = changeText((db) =>
  db
    .insert(planOwners)
    .values({ planId: sql.placeholder("planId"), firmId: sql.placeholder("firmId") })
    .onConflictDoNothing(),
);

const ownersOfPlan = queryText((db) =>
  db
    .select({ firmId: planOwners.firmId })
    .from(planOwners)
    .where(eq(planOwners.planId, sql.placeholder("planId")))
    .orderBy(planOwners.number),
);

const plansOfClient = queryText((db) =>
  db
    .select({ number: plans.number })
    .from(plans)
    .where(eq(plans.clientProfileId, sql.placeholder("clientProfileId")))
    .orderBy(plans.number),
);

const plansBehindLead = queryText((db) =>
  db
    .select({ number: plans.number })
    .from(plans)
    .innerJoin(planOwners, eq(planOwners.planId, plans.id))
    .where(
      and(
        eq(planOwners.firmId, sql.placeholder("firmId")),
        or(
          eq(plans.leadId, sql.placeholder("leadId")),
          eq(plans.clientProfileId, sql.placeholder("clientProfileId")),
        ),
      ),
    )
    .orderBy(plans.number),
);
