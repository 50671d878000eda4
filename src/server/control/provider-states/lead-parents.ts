/** The owners and emails of Leads that states create. */
import type { Environment } from "../../../domain/model/firm.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import { isIn } from "../../../world/platform/environment.ts";
import { firmOf, memberOf } from "./directory.ts";
import type { Stage } from "./state.ts";

/** The fields of a member that a state creates. */
export const memberFields = { email: "member@state-partners.example", isOwner: false } as const;

/** The owner and environment of a Lead. */
export type Parent = ReturnType<typeof parentOf>;

/** The Leads of that owner with that email. */
export function holdersOf({ workspace }: Stage, parent: Parent, email: string): readonly Lead[] {
  const comparison = chosenFor("lead.email.case", workspace.assumptions());
  return workspace
    .store()
    .leads.holdersOfEmail(parent, email, comparison)
    .filter((lead) => isIn(workspace, parent.environment, lead));
}

/** Default emails of Leads. */
export const oneEmail = (number: number): string =>
  `lena.lead${number === 1 ? "" : number}@example.com`;
export const manyEmail = (number: number): string => `lead${number}@example.com`;

/** The first number at or above `from` whose email is free for the parent. */
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

/** Finds or creates the Firm or member with these ids. */
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
