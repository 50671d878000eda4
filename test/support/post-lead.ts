import type { Reply } from "./reply.ts";
import type { Call, World } from "./world.ts";
import { ids } from "./world.ts";

/** The required fields of a create, and nothing else (rule lead.required). */
export const person = {
  email: "pia.person@example.com",
  firstName: "Pia",
  lastName: "Person",
} as const;

/**
 * Creates a Lead for the partner Firm from `person` with `fields` over it. Undefined fields are
 * omitted.
 */
export function postLead(
  world: World,
  fields: Readonly<Record<string, unknown>> = {},
  call: Call = {},
): Promise<Reply> {
  const body = { ...person, ...fields };
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body, ...call });
}
