/** Leads that questions are asked about. */
import type { JsonObject } from "../../domain/json.ts";
import type { Reply, Target } from "./target.ts";
import { idOf, recordOf } from "./target.ts";

/** What a Lead of a probe is called. */
export const person = { firstName: "Probe", lastName: "Probe" } as const;

/** Observes the creation of a Lead from `fields`. */
export async function create(target: Target, fields: JsonObject): Promise<void> {
  const body = { email: target.email("asked"), ...person, ...fields };
  await target.observe("POST", `/firms/${target.facts.firmId}/leads`, { body });
}

/** An active Lead that several probes look at and none changes. */
export function activeLead(target: Target): Promise<Reply> {
  const body = { email: target.email("active"), ...person };
  return target.once("active", () =>
    target.prepare("POST", `/firms/${target.facts.firmId}/leads`, { body }),
  );
}

/** An archived one. */
export async function archivedLead(target: Target): Promise<{ id: string; email: string }> {
  const body = { email: target.email("archived"), ...person };
  const made = await target.once("archived", async () => {
    const reply = await target.prepare("POST", `/firms/${target.facts.firmId}/leads`, { body });
    await target.prepare("DELETE", `/leads/${idOf(reply)}`);
    return reply;
  });
  const { email } = recordOf(made.json);
  return { id: idOf(made), email: typeof email === "string" ? email : body.email };
}
