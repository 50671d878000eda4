/** The records of each Lead in a workspace, besides the Lead itself. */
import { World } from "../../src/world/workspace/fixtures/world.ts";
import { at, column, replyOf } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";

/** The records of one Lead. */
export interface LeadRecords {
  readonly converted: boolean;
  readonly plans: number;
  readonly hasProfile: boolean;
  readonly emails: readonly string[];
}

/**
 * Whether the records are incomplete: neither a whole creation, nor a whole creation and conversion
 * (interface 1.5).
 */
export function isHalf(
  { converted, plans, hasProfile, emails }: LeadRecords,
  plansOfLead: number,
): boolean {
  const expected = converted ? ["converted", "welcome"] : ["welcome"];
  return (
    plans !== (converted ? plansOfLead : 0) ||
    hasProfile !== converted ||
    emails.toSorted().join(" ") !== expected.join(" ")
  );
}

/** The records of every Lead with such an email, by email, from the control API at `control`. */
export async function recordsOf(
  control: string,
  isAsked: (email: string) => boolean,
): Promise<ReadonlyMap<string, LeadRecords>> {
  const world = World().parse(at(await get(`${control}/state`), "data"));
  const emails = Map.groupBy(await allEmails(control), ({ leadId }) => leadId);
  const plans = Map.groupBy(world.plans, ({ leadId }) => leadId);
  const profiles = new Set(world.clientProfiles.map(({ email }) => email));
  return new Map(
    world.leads
      .filter(({ email }) => isAsked(email))
      .map((lead) => [
        lead.email,
        {
          converted: typeof lead.convertedAt === "string",
          plans: plans.get(lead.id)?.length ?? 0,
          hasProfile: profiles.has(lead.email),
          emails: (emails.get(lead.id) ?? []).map(({ kind }) => kind),
        },
      ]),
  );
}

async function allEmails(control: string) {
  const pages: { readonly leadId: string; readonly kind: string }[] = [];
  for (let total = Infinity; pages.length < total;) {
    const path = `/emails?limit=1000&offset=${pages.length}`;
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await get(control + path);
    const kinds = column(page, "kind");
    pages.push(
      ...column(page, "leadId").map((leadId, index) => ({
        leadId: String(leadId),
        kind: String(kinds[index]),
      })),
    );
    total = Number(at(page, "meta.total"));
    if (kinds.length === 0) break;
  }
  return pages;
}

async function get(url: string): Promise<Reply> {
  return replyOf(await fetch(url));
}
