import type { JsonObject } from "../../base/values/json.ts";
import type { clientProfileFields } from "../records/client-profile.ts";
import type { RecordOf } from "../records/field.ts";
import type { Environment } from "./firm.ts";
import type { Lead } from "./lead.ts";

/**
 * The client that a Lead became, filled from the Lead's data at sign-up (interface 2.4, 3). Times are epoch
 * milliseconds.
 */
export interface ClientProfile extends RecordOf<typeof clientProfileFields> {}

/** What the client entered at sign-up; a name given here overrides the Lead's. */
export interface SignUp {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** Creates the profile of a sign-up, filled from `lead` if given (interface 3; rule state.convert.profile). */
export function newClientProfile(
  input: { readonly id: string; readonly environment: Environment; readonly now: number },
  signUp: SignUp,
  lead: Lead | null,
): ClientProfile {
  return {
    id: input.id,
    environment: input.environment,
    creatorFirmId: null,
    email: signUp.email,
    firstName: signUp.firstName ?? lead?.firstName ?? null,
    lastName: signUp.lastName ?? lead?.lastName ?? null,
    phone: lead?.phone ?? null,
    clientData: withoutPlans(lead?.clientData ?? null),
    createdAt: input.now,
    updatedAt: input.now,
    deletedAt: null,
  };
}

function withoutPlans(clientData: JsonObject | null): JsonObject | null {
  if (clientData === null) return null;
  return Object.fromEntries(Object.entries(clientData).filter(([key]) => key !== "Plans"));
}
