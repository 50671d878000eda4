import * as calls from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The platform's actions on Leads. */
export function leadCalls({ answer, data }: Connection) {
  return {
    /** Every matching Lead of every Firm, newest first, including deleted ones. */
    list: (query: QueryOf<typeof calls.listLeads> = {}) => answer(calls.listLeads, { query }),
    get: (leadId: string) => data(calls.getLeadState, { params: { leadId } }),
    /** The Plans of the Lead's client, including private ones. */
    plans: (leadId: string) => answer(calls.listLeadPlans, { params: { leadId } }),
    /** Signs up the client of this Lead, which converts it and what a sign-up with its email converts. */
    convert: (leadId: string) => data(calls.convertLead, { params: { leadId } }),
    archive: (leadId: string) => data(calls.archiveLead, { params: { leadId } }),
  };
}

/** Signs a client up; every Active Lead with that email converts. */
export function signUpCall({ data }: Connection) {
  return (client: BodyOf<typeof calls.signUp>) => data(calls.signUp, { body: client });
}

/** The platform's actions on Plans. */
export function planCalls({ data }: Connection) {
  return {
    /** Moves a Plan to another status; its owners get mail. */
    move: (planId: string, to: BodyOf<typeof calls.movePlan>) =>
      data(calls.movePlan, { params: { planId }, body: to }),
    /** Links a Plan to a Firm, as staff do. */
    link: (planId: string, firmId: string) =>
      data(calls.linkPlan, {
        params: { planId },
        body: { firmId },
      }),
  };
}

/** The actions of clients themselves. */
export function clientProfileCalls({ data }: Connection) {
  return {
    /** Opens a Plan that no Firm owns. */
    openPlan: (clientProfileId: string, plan: BodyOf<typeof calls.openPrivatePlan>) =>
      data(calls.openPrivatePlan, {
        params: { clientProfileId },
        body: plan,
      }),
  };
}
