import type {
  archiveLead,
  getLead,
  listLeads,
  listPlansOfLead,
} from "../../server/control/people/leads.ts";
import type { linkPlan, movePlan, openPrivatePlan } from "../../server/control/people/plans.ts";
import type { convertOneLead, signUp } from "../../server/control/people/sign-ups.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The platform's actions on Leads. */
export function leadCalls({ answer, data }: Connection) {
  return {
    /** Every matching Lead of every Firm, newest first, including deleted ones. */
    list: (query: QueryOf<typeof listLeads> = {}) =>
      answer<typeof listLeads>("GET", "/leads", { query }),
    get: (leadId: string) => data<typeof getLead>("GET", "/leads/{leadId}", { params: { leadId } }),
    /** The Plans of the Lead's client, including private ones. */
    plans: (leadId: string) =>
      answer<typeof listPlansOfLead>("GET", "/leads/{leadId}/plans", { params: { leadId } }),
    /** Signs up the client of this Lead, which converts it and what a sign-up with its email converts. */
    convert: (leadId: string) =>
      data<typeof convertOneLead>("POST", "/leads/{leadId}/convert", { params: { leadId } }),
    archive: (leadId: string) =>
      data<typeof archiveLead>("POST", "/leads/{leadId}/archive", { params: { leadId } }),
  };
}

/** Signs a client up; every Active Lead with that email converts. */
export function signUpCall({ data }: Connection) {
  return (client: BodyOf<typeof signUp>) =>
    data<typeof signUp>("POST", "/sign-ups", { body: client });
}

/** The platform's actions on Plans. */
export function planCalls({ data }: Connection) {
  return {
    /** Moves a Plan to another status; its owners get mail. */
    move: (planId: string, to: BodyOf<typeof movePlan>) =>
      data<typeof movePlan>("POST", "/plans/{planId}/status", { params: { planId }, body: to }),
    /** Links a Plan to a Firm, as staff do. */
    link: (planId: string, firmId: string) =>
      data<typeof linkPlan>("POST", "/plans/{planId}/owners", {
        params: { planId },
        body: { firmId },
      }),
  };
}

/** The actions of clients themselves. */
export function clientProfileCalls({ data }: Connection) {
  return {
    /** Opens a Plan that no Firm owns. */
    openPlan: (clientProfileId: string, plan: BodyOf<typeof openPrivatePlan>) =>
      data<typeof openPrivatePlan>("POST", "/client-profiles/{clientProfileId}/plans", {
        params: { clientProfileId },
        body: plan,
      }),
  };
}
