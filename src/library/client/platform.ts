import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The platform's actions on Leads. */
export function leadCalls({ answer, data }: Connection) {
  return {
    /** Every matching Lead of every Firm, newest first, including deleted ones. */
    list: (query: QueryOf<"list-leads"> = {}) => answer("list-leads", { query }),
    get: (leadId: string) => data("get-lead-state", { params: { leadId } }),
    /** The Plans of the Lead's client, including private ones. */
    plans: (leadId: string) => answer("list-lead-plans", { params: { leadId } }),
    /** Signs up the client of this Lead, which converts it and what a sign-up with its email converts. */
    convert: (leadId: string) => data("convert-lead", { params: { leadId } }),
    archive: (leadId: string) => data("archive-lead", { params: { leadId } }),
  };
}

/** Signs a client up; every Active Lead with that email converts. */
export function signUpCall({ data }: Connection) {
  return (client: BodyOf<"sign-up">) => data("sign-up", { body: client });
}

/** The platform's actions on Plans. */
export function planCalls({ data }: Connection) {
  return {
    /** Moves a Plan to another status; its owners get mail. */
    move: (planId: string, to: BodyOf<"move-plan">) =>
      data("move-plan", { params: { planId }, body: to }),
    /** Links a Plan to a Firm, as staff do. */
    link: (planId: string, firmId: string) =>
      data("link-plan", {
        params: { planId },
        body: { firmId },
      }),
  };
}

/** The actions of clients themselves. */
export function clientProfileCalls({ data }: Connection) {
  return {
    /** Opens a Plan that no Firm owns. */
    openPlan: (clientProfileId: string, plan: BodyOf<"open-private-plan">) =>
      data("open-private-plan", {
        params: { clientProfileId },
        body: plan,
      }),
  };
}
