/** Many clients at once in the default workspace of a sandbox that is killed: what they were answered, and what is there. */
import { World } from "../../src/workspace/world.ts";
import { at, column, replyOf } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";

const clients = 6;
const plansOfLead = 2;
const key = "11111111-1111-4111-8111-111111111111";

/** The crowd over all runs. */
export interface Crowd {
  /** Creates Leads and signs their clients up until the sandbox is gone; `onChange` hears of every one that was confirmed. */
  readonly live: (url: string, onChange: () => void) => Promise<void>;
  /** The emails of those whose records are not what was answered, or half of something. */
  readonly mixed: (url: string) => Promise<readonly string[]>;
}

/** A crowd of which nobody has done anything. */
export function newCrowd(): Crowd {
  const created = new Set<string>();
  const signedUp = new Set<string>();
  let run = 0;
  const oneClient = async (url: string, client: number, onChange: () => void): Promise<void> => {
    for (let number = 0; ; number += 1) {
      const email = `run${run}.client${client}.${number}@client.example`;
      const clientData = { Plans: Array.from({ length: plansOfLead }, () => ({ type: "Buying" })) };
      const lead = { email, firstName: "Cal", lastName: "Crowd", clientData };
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const made = await post(`${url}/v1/firms/Harb0rPt/leads`, lead);
      if (made === null) return;
      if (made.status !== 201) throw new Error(made.text);
      created.add(email);
      onChange();
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const joined = await post(`${url}/_sandbox/sign-ups`, { email });
      if (joined === null) return;
      if (joined.status !== 201) throw new Error(joined.text);
      signedUp.add(email);
      onChange();
    }
  };
  return {
    async live(url, onChange) {
      run += 1;
      await Promise.all(
        Array.from({ length: clients }, (_, client) => oneClient(url, client, onChange)),
      );
    },
    async mixed(url) {
      const there = await recordsOf(url);
      const lost = [
        ...[...created].filter((email) => !there.has(email)),
        ...[...signedUp].filter((email) => there.get(email)?.converted !== true),
      ];
      return [
        ...lost,
        ...[...there].filter(([, record]) => isHalf(record)).map(([email]) => email),
      ];
    },
  };
}

/** What there is of one Lead. */
interface LeadRecords {
  readonly converted: boolean;
  readonly plans: number;
  readonly hasProfile: boolean;
  readonly emails: readonly string[];
}

/** All that a creation and a conversion write, or all of the first alone (interface 1.5). */
function isHalf({ converted, plans, hasProfile, emails }: LeadRecords): boolean {
  const expected = converted ? ["converted", "welcome"] : ["welcome"];
  return (
    plans !== (converted ? plansOfLead : 0) ||
    hasProfile !== converted ||
    emails.toSorted().join(" ") !== expected.join(" ")
  );
}

/** The records of every Lead that the crowd made, by its email. */
async function recordsOf(url: string): Promise<ReadonlyMap<string, LeadRecords>> {
  const world = World().parse(at(await get(`${url}/_sandbox/state`), "data"));
  const emails = Map.groupBy(await allEmails(url), ({ leadId }) => leadId);
  const plans = Map.groupBy(world.plans, ({ leadId }) => leadId);
  const profiles = new Set(world.clientProfiles.map(({ email }) => email));
  return new Map(
    world.leads
      .filter(({ email }) => email.startsWith("run"))
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

async function allEmails(url: string) {
  const pages: { readonly leadId: string; readonly kind: string }[] = [];
  for (let total = Infinity; pages.length < total;) {
    const path = `/_sandbox/emails?limit=1000&offset=${pages.length}`;
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await get(url + path);
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

/** The answer; null when the sandbox ended before it. */
async function post(url: string, body: object): Promise<Reply | null> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  try {
    return await replyOf(await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }));
  } catch {
    return null; // It was killed.
  }
}
