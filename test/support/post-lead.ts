import type { Reply } from "./reply.ts";
import type { Call, World } from "./world.ts";
import { ids } from "./world.ts";

/** What a create needs, and no more (rule lead.required). */
export const person = {
  email: "pia.person@example.com",
  firstName: "Pia",
  lastName: "Person",
} as const;

/** Sends `person` with `fields` over it for the partner Firm; a field that is undefined is left out. */
export function postLead(
  world: World,
  fields: Readonly<Record<string, unknown>> = {},
  call: Call = {},
): Promise<Reply> {
  const body = { ...person, ...fields };
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body, ...call });
}
