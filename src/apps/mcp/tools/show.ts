import * as z from "zod";

import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import { ToolFailure } from "../failure.ts";
import type { NextCall } from "../tool-names.ts";
import type { Answer } from "../tool.ts";
import { newTool } from "../tool.ts";

const views = [
  "lead",
  "leads",
  "mail",
  "mails",
  "keys",
  "quotas",
  "faults",
  "clock",
  "assumptions",
  "trial",
] as const;
type View = (typeof views)[number];

/** The records of a workspace, which no client can hide. */
export const show = newTool({
  name: "show",
  kind: "read",
  description:
    "Read the world behind the API: leads (search by email, name, id), one lead with its plans, mails, one mail's text, keys, quotas, faults, clock, assumptions, trial.",
  input: {
    what: z.enum(views),
    id: z.string().min(1).max(200).optional().describe("Of the lead, mail or rule"),
    search: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("In leads: email, name or id. In mails: the recipient"),
  },
  example: { what: "leads" },
  async run({ surroundings, workspace }, { what, id, search }) {
    const world = surroundings.client.workspace(workspace);
    const next: NextCall[] = [{ tool: "what_happened", arguments: { workspace } }];
    const answer = await showAnswer(world, { what, id, search, workspace });
    return { next, ...answer };
  },
});

interface Asked {
  readonly what: View;
  readonly id: string | undefined;
  readonly search: string | undefined;
  readonly workspace: string;
}

type Shown = Pick<Answer, "data"> & Partial<Answer>;

async function showAnswer(world: WorkspaceClient, asked: Asked): Promise<Shown> {
  const { what, workspace } = asked;
  switch (what) {
    case "lead":
      return oneLead(world, idOf(asked, "leads"));
    case "leads":
      return leads(world, asked);
    case "mail":
      return oneMail(world, idOf(asked, "mails"), workspace);
    case "mails":
      return mails(world, asked);
    case "keys": {
      const { data } = await world.apiKeys.list();
      const keys = data.map(({ key: _key, ...rest }) => rest);
      return { data: { keys }, lists: ["keys"] };
    }
    case "quotas": {
      const { data } = await world.quotas.list();
      const quotas = data.map(({ keyId: apiKeyId, ...rest }) => ({ apiKeyId, ...rest }));
      return { data: { quotas }, lists: ["quotas"] };
    }
    case "faults": {
      const { data } = await world.faults.list();
      const faults = data.map(({ met: _met, ...rest }) => rest);
      return { data: { faults, total: faults.length }, lists: ["faults"] };
    }
    case "clock":
      return { data: { clock: await world.clock.get() } };
    case "assumptions":
      return assumptions(world, asked);
    case "trial":
      return { data: { trial: await world.trial() } };
  }
}

function idOf({ id, what, workspace }: Asked, list: "leads" | "mails"): string {
  if (id !== undefined) return id;
  throw new ToolFailure(
    `Invalid arguments: ${what} needs the id of one.`,
    [{ tool: "show", arguments: { workspace, what: list } }],
    { id: "This field is required" },
  );
}

async function oneLead(world: WorkspaceClient, id: string): Promise<Shown> {
  const [lead, { data: plans }] = await Promise.all([world.leads.get(id), world.leads.plans(id)]);
  return { data: { lead, plans }, lists: ["plans"] };
}

/** Of both environments, newest first. */
async function leads(world: WorkspaceClient, { search, workspace }: Asked): Promise<Shown> {
  const query = { ...(search === undefined ? {} : { search }), limit: listedMax };
  const pages = await Promise.all(
    environments.map((environment) => world.leads.list({ ...query, environment })),
  );
  const found = pages
    .flatMap(({ data }) => data)
    .toSorted(newestFirst(({ createdAt }) => createdAt));
  const list = found.map((lead) => ({
    id: lead.id,
    state: lead.state,
    email: lead.email,
    name: `${lead.firstName} ${lead.lastName}`,
    parent: `${lead.resourceType} ${lead.resourceId}`,
    ...(lead.environment === "sandbox" ? {} : { environment: lead.environment }),
    ...(lead.plan_ids.length === 0 ? {} : { plan_ids: lead.plan_ids }),
  }));
  return {
    ...listAnswer("leads", list, totalOf(pages)),
    ...nextAfterShow(found[0], "lead", workspace),
  };
}

async function oneMail(world: WorkspaceClient, id: string, workspace: string): Promise<Shown> {
  const { text, html: _html, headers: _headers, ...mail } = await world.emails.get(id);
  return {
    data: { mail, text },
    next: [{ tool: "show", arguments: { workspace, what: "mails" } }],
  };
}

async function mails(world: WorkspaceClient, { search, workspace }: Asked): Promise<Shown> {
  const query = { ...(search === undefined ? {} : { to: search }), limit: listedMax };
  const pages = await Promise.all(
    environments.map((environment) => world.emails.list({ ...query, environment })),
  );
  const found = pages.flatMap(({ data }) => data).toSorted(newestFirst(({ at }) => at));
  const list = found.map(({ id, kind, to, subject, at }) => ({ id, kind, to, subject, at }));
  return {
    ...listAnswer("mails", list, totalOf(pages)),
    ...nextAfterShow(found[0], "mail", workspace),
  };
}

const environments = ["sandbox", "production"] as const;
const listedMax = 200;

function newestFirst<Item>(at: (item: Item) => string): (one: Item, other: Item) => number {
  return (one, other) => at(other).localeCompare(at(one));
}

function totalOf(pages: readonly { readonly meta: { readonly total: number } }[]): number {
  return pages.reduce((sum, { meta }) => sum + meta.total, 0);
}

function listAnswer(name: string, list: readonly object[], total: number): Shown {
  return { data: { [name]: list, total }, lists: [name] };
}

/** The call that shows the newest record whole. */
function nextAfterShow(
  newest: { readonly id: string } | undefined,
  what: "lead" | "mail",
  workspace: string,
): Partial<Answer> {
  if (newest === undefined) return {};
  return { next: [{ tool: "show", arguments: { workspace, what, id: newest.id } }] };
}

async function assumptions(world: WorkspaceClient, { id, workspace }: Asked): Promise<Shown> {
  const all = await world.assumptions.get();
  if (id === undefined) return { data: { assumptions: all } };
  const choice = Object.hasOwn(all, id) ? all[id] : undefined;
  if (choice === undefined) {
    throw new ToolFailure("There is no choice of that rule.", [
      { tool: "show", arguments: { workspace, what: "assumptions" } },
    ]);
  }
  return {
    data: { assumptions: { [id]: choice } },
    next: [{ tool: "look_up", arguments: { query: id } }],
  };
}
