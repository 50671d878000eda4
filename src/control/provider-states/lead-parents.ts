/** Whose Leads states make, and under which emails. */
import type { Environment } from "../../domain/firm.ts";
import type { Lead } from "../../domain/lead.ts";
import { isIn } from "../../platform/environment.ts";
import { chosenFor } from "../../rules/trace.ts";
import { firmOf, memberOf } from "./directory.ts";
import type { Stage } from "./state.ts";

/** What a member is called whom a state makes. */
export const memberFields = { email: "member@state-partners.example", isOwner: false } as const;

/** Who owns a Lead, and in which environment. */
export type Parent = ReturnType<typeof parentOf>;

/** The Leads of that owner with that email. */
export function holdersOf({ workspace }: Stage, parent: Parent, email: string): readonly Lead[] {
  const comparison = chosenFor("lead.email.case", workspace.assumptions());
  return workspace
    .store()
    .leads.holdersOfEmail(parent, email, comparison)
    .filter((lead) => isIn(workspace, parent.environment, lead));
}

/** The emails of Leads whose states give none. */
export const oneEmail = (number: number): string =>
  `lena.lead${number === 1 ? "" : number}@example.com`;
export const manyEmail = (number: number): string => `lead${number}@example.com`;

/** The first number, `from` on, with whose email the parent has no Lead. */
export function freeNumber(
  stage: Stage,
  parent: Parent,
  emailOf: (number: number) => string,
  from = 1,
): number {
  let number = from;
  while (holdersOf(stage, parent, emailOf(number)).length > 0) number += 1;
  return number;
}

/** The Firm or member of these ids, made when it is not there. */
export function parentOf(
  stage: Stage,
  firmId: string | undefined,
  firmMemberId: string | undefined,
  environment: Environment,
) {
  if (firmMemberId === undefined) {
    const { id } = firmOf(stage, firmId);
    return { firmId: id, resourceType: "Firm", resourceId: id, environment } as const;
  }
  const { id, firmId: owner } = memberOf(stage, { firmMemberId, firmId, ...memberFields });
  return { firmId: owner, resourceType: "FirmMember", resourceId: id, environment } as const;
}
