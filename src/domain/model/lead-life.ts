import { iso } from "../../base/values/moment.ts";
import type { LeadMoment } from "./cause.ts";
import type { Lead } from "./lead.ts";

/** The moments in the life of a Lead: those that are kept, and those that only its record shows. Oldest first. */
export function lifeOf(lead: Lead, kept: readonly LeadMoment[]): LeadMoment[] {
  const { createdAt, updatedAt, convertedAt, deletedAt } = lead;
  const isArchived = deletedAt !== null && convertedAt === null;
  const isUpdated = updatedAt !== createdAt && convertedAt === null && !isArchived;
  const shown = [
    ["created", createdAt],
    ["updated", isUpdated ? updatedAt : null],
    ["converted", convertedAt],
    ["archived", isArchived ? deletedAt : null],
  ] as const;
  const missing = shown.flatMap(([type, at]) =>
    at === null || kept.some((one) => one.type === type) ? [] : [{ type, at: iso(at) }],
  );
  // ISO 8601 in UTC sorts as text.
  return [...missing, ...kept].toSorted((one, other) =>
    one.at < other.at ? -1 : Number(one.at > other.at),
  );
}
