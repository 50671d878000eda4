/**
 * Compares the contents of a workspace after a load with the responses that its clients and its
 * controller got.
 */
import * as z from "zod";

import { leadState } from "../../src/domain/model/lead.ts";
import { isHalf, recordsOf } from "./durability-records.ts";
import { isOfFixture } from "./load-clients.ts";
import type { Standing } from "./load-history.ts";
import { isSame, outcomes } from "./load-history.ts";
import type { LoadWorkspace } from "./load-workspace.ts";

const State = z.object({
  data: z.object({
    leads: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        lastName: z.string().nullable().optional(),
        deletedAt: z.string().nullable().optional(),
        convertedAt: z.string().nullable().optional(),
      }),
    ),
  }),
});
/** The number of Plans that each client requests. */
const plansOfLead = 1;
type FoundLead = z.infer<typeof State>["data"]["leads"][number];
const Total = z.object({ meta: z.object({ total: z.int() }) });

/** Unexpected, missing or incomplete records. */
export async function disagreements(
  url: string,
  workspace: LoadWorkspace,
): Promise<readonly string[]> {
  const { connections, id, stories, mistaken, world } = workspace;
  const base = `/_sandbox/workspaces/${id}`;
  const state = await connections.send({ method: "GET", path: `${base}/state` });
  const { leads } = State.parse(JSON.parse(state.text)).data;
  const found = new Map(leads.map((lead) => [lead.email, lead]));
  const wrong = stories
    .filter(({ email }) => !mistaken.has(email))
    .flatMap(({ email, deeds }) => {
      const possible = outcomes(deeds, world);
      const standing = standingOf(found.get(email));
      if (possible.some((one) => isSame(one, standing))) return [];
      return [`${email} is ${JSON.stringify(standing)}, ${JSON.stringify({ possible, deeds })}`];
    });
  const message = new Set(stories.map(({ email }) => email));
  const own = leads.filter(({ email }) => !isOfFixture(email));
  const unknown = own.filter(({ email }) => !message.has(email)).map(({ email }) => email);
  const isAsked = (email: string): boolean => message.has(email) && !mistaken.has(email);
  const records = await recordsOf(`${url}${base}`, isAsked);
  const half = [...records].filter(([, of]) => isHalf(of, plansOfLead));
  return [
    ...wrong,
    ...unknown.map((email) => `${email} was never created`),
    ...half.map(([email, of]) => `${email} is half of something: ${JSON.stringify(of)}`),
    ...takenTwice(leads),
    ...(await wrongTotal(workspace, own.length)),
  ];
}

function standingOf(lead: FoundLead | undefined): Standing {
  if (lead === undefined) return null;
  const { lastName, deletedAt, convertedAt } = lead;
  const moments = { deletedAt: momentOf(deletedAt), convertedAt: momentOf(convertedAt) };
  return { lastName: lastName ?? "", state: leadState(moments) };
}

function momentOf(written: string | null | undefined): number | null {
  return typeof written === "string" ? Date.parse(written) : null;
}

/** The ids that more than one Lead has. */
function takenTwice(leads: readonly FoundLead[]): readonly string[] {
  return [...Map.groupBy(leads, ({ id }) => id)]
    .filter(([, of]) => of.length > 1)
    .map(([id]) => `${id} is the id of several Leads`);
}

/** Checks the total of a list. */
async function wrongTotal(workspace: LoadWorkspace, created: number): Promise<readonly string[]> {
  const { connections, id, reachable } = workspace;
  const path = `/_sandbox/workspaces/${id}/clock/advance`;
  await connections.send({ method: "POST", path, body: { by: "PT1H" } });
  const total = await reachableLeads(workspace);
  const expected = reachable + created;
  return total === expected ? [] : [`a list tells of ${total} Leads, there are ${expected}`];
}

/** The number of Leads that a key reaches, in any state. */
export async function reachableLeads({
  connections,
  key,
}: Pick<LoadWorkspace, "connections" | "key">): Promise<number> {
  const path = "/v1/leads?limit=1&scope=withDeleted";
  const answer = await connections.send({ method: "GET", path, key });
  return Total.parse(JSON.parse(answer.text)).meta.total;
}
