import { and, eq, isNull, or, sql } from "drizzle-orm";

import { lazily } from "../domain/lazily.ts";
import type { Lead } from "../domain/lead.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import type { Plan } from "../domain/plan.ts";
import type { Db } from "./database.ts";
import { newLister } from "./list.ts";
import { records, withoutNumber } from "./records.ts";
import { planOwners, plans } from "./schema.ts";

/** The Plans of one workspace and the Firms that own them. */
export function planStore(db: Db) {
  const statements = planStatements(db);
  const list = newLister(db, { table: plans, fromRow: withoutNumber });
  const plain = records(db, plans, {
    toRow: (plan: Plan) => ({ ...plan }),
    fromRow: withoutNumber,
  });
  return {
    ...plain,
    clear() {
      db.delete(planOwners).run();
      plain.clear();
    },
    addOwner(planId: string, firmId: string): void {
      statements.addOwner().run({ planId, firmId });
    },
    /** The ids of the Firms that own a Plan, the first owner first (interface 2.3). */
    ownersOf: (planId: string): readonly string[] =>
      statements
        .owners()
        .all({ planId })
        .map((row) => row.firmId),
    /** The Plans behind a Lead that a Firm may see: its own, and the client's others that staff linked (rule include.plans). */
    ofLead(lead: Pick<Lead, "id" | "clientProfileId">, firmId: string): readonly Plan[] {
      if (lead.clientProfileId === null) return [];
      const { id: leadId, clientProfileId } = lead;
      return statements
        .ofLead()
        .all({ leadId, clientProfileId, firmId })
        .map((row) => withoutNumber(row.plans));
    },
    listOfFirm: (firmId: string, query: ListQuery): Page<Plan> =>
      list({ name: "firm", conditions: [ownedByFirm], values: { firmId } }, query),
  };
}

export type PlanStore = ReturnType<typeof planStore>;

const ownedByFirm = sql`${plans.id} in (
  select ${planOwners.planId} from ${planOwners}
  where ${planOwners.firmId} = ${sql.placeholder("firmId")}
)`;

function planStatements(db: Db) {
  const p = sql.placeholder;
  const behindLead = or(
    eq(plans.leadId, p("leadId")),
    and(isNull(plans.leadId), eq(plans.clientProfileId, p("clientProfileId"))),
  );
  return {
    addOwner: lazily(() =>
      db
        .insert(planOwners)
        .values({ planId: p("planId"), firmId: p("firmId") })
        .onConflictDoNothing()
        .prepare(),
    ),
    owners: lazily(() =>
      db
        .select({ firmId: planOwners.firmId })
        .from(planOwners)
        .where(eq(planOwners.planId, p("planId")))
        .orderBy(planOwners.number)
        .prepare(),
    ),
    ofLead: lazily(() =>
      db
        .select()
        .from(plans)
        .innerJoin(planOwners, eq(planOwners.planId, plans.id))
        .where(and(eq(planOwners.firmId, p("firmId")), isNull(plans.deletedAt), behindLead))
        .orderBy(plans.number)
        .prepare(),
    ),
  };
}
