import type { archiveLead, getLead, listLeads, listPlansOfLead } from "../control/leads.ts";
import type { linkPlan, movePlan, openPrivatePlan } from "../control/plans.ts";
import type { convertOneLead, signUp } from "../control/sign-ups.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** What the platform does with Leads. */
export function leadCalls({ answer, data }: Connection) {
  return {
    /** Every Lead of every Firm that matches, deleted ones too, newest first. */
    list: (query: QueryOf<typeof listLeads> = {}) =>
      answer<typeof listLeads>("GET", "/leads", { query }),
    get: (leadId: string) => data<typeof getLead>("GET", "/leads/{leadId}", { params: { leadId } }),
    /** The Plans of the client that it became, private ones too. */
    plans: (leadId: string) =>
      answer<typeof listPlansOfLead>("GET", "/leads/{leadId}/plans", { params: { leadId } }),
    /** Sign up the client of this Lead, with the Lead's email. */
    convert: (leadId: string) =>
      data<typeof convertOneLead>("POST", "/leads/{leadId}/convert", { params: { leadId } }),
    archive: (leadId: string) =>
      data<typeof archiveLead>("POST", "/leads/{leadId}/archive", { params: { leadId } }),
  };
}

/** A client signs up; every Active Lead with that email converts. */
export function signUpCall({ data }: Connection) {
  return (client: BodyOf<typeof signUp>) =>
    data<typeof signUp>("POST", "/sign-ups", { body: client });
}

/** What becomes of Plans. */
export function planCalls({ data }: Connection) {
  return {
    /** Moves a Plan to another status; its owners get mail. */
    move: (planId: string, to: BodyOf<typeof movePlan>) =>
      data<typeof movePlan>("POST", "/plans/{planId}/status", { params: { planId }, body: to }),
    /** Staff link a Plan to a Firm. */
    link: (planId: string, firmId: string) =>
      data<typeof linkPlan>("POST", "/plans/{planId}/owners", {
        params: { planId },
        body: { firmId },
      }),
  };
}

/** What clients do by themselves. */
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
