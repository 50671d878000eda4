/** The requests of one client under load, and the responses that it may get. */
import * as z from "zod";

import { leadState } from "../../src/domain/model/lead.ts";
import { ids } from "../support/world.ts";
import type { Answer, Sent } from "./load-client.ts";
import type { Deed, Past, Standing } from "./load-history.ts";
import { refusals } from "./load-refusals.ts";
import type { LoadWorkspace } from "./load-workspace.ts";

const Lead = z.object({
  id: z.string(),
  email: z.string(),
  lastName: z.string(),
  createdAt: z.string(),
  deletedAt: z.string().nullable(),
  convertedAt: z.string().nullable(),
});
const One = z.object({ data: Lead });
const Page = z.object({
  data: z.array(Lead).max(20),
  meta: z.object({ total: z.int(), count: z.int() }),
});
const SignedUp = z.object({ data: z.object({ leads: z.array(z.object({ email: z.string() })) }) });

interface OwnLead {
  readonly id: string;
  readonly email: string;
  readonly age: number;
  readonly deeds: Past<Deed>[number][];
}

const firmPath = `/v1/firms/${ids.partnerFirm}/leads`;
const ownMax = 5;

/** A client. Each call sends one request and checks its response. */
export function newLeadClient(workspace: LoadWorkspace, number: number): () => Promise<void> {
  const { connections, key, chance, age } = workspace;
  let own: OwnLead[] = [];
  let made = 0;
  const api = (method: string, path: string, body?: unknown): Sent => ({ method, path, body, key });
  const create = async (): Promise<void> => {
    made += 1;
    const before = age.value;
    const email = `n${made}.c${number}@${workspace.id}.example`;
    const lastName = "Abel";
    const clientData = { Plans: [{ type: "Buying" }] };
    const person = { email, firstName: "Cal", lastName, clientData };
    const answer = await connections.send(api("POST", firmPath, person));
    if (!judged(workspace, "create", answer, [201])) return;
    const lead = One.parse(JSON.parse(answer.text)).data;
    const deeds: OwnLead["deeds"] = [{ kind: "created", lastName, ...spanOf(answer) }];
    workspace.stories.push({ email, deeds });
    if (lead.email !== email) workspace.faults.push(`${email} was created as ${answer.text}`);
    if (age.value === before) own = [...own.slice(1 - ownMax), { ...lead, age: before, deeds }];
  };
  const act = async (): Promise<void> => {
    own = own.filter((lead) => lead.age === age.value);
    const lead = own[chance(own.length)];
    const kind = chance(100);
    if (kind < 25) return lead === undefined ? readKnown(workspace) : read(workspace, lead);
    if (kind < 35) return list(workspace);
    if (kind < 55) return create();
    if (kind < 65 && lead !== undefined) return rename(workspace, lead, `Abel${chance(1_000)}`);
    if (kind < 70 && lead !== undefined) return archive(workspace, lead);
    if (kind < 75 && lead !== undefined) return signUp(workspace, lead);
    return refused(workspace);
  };
  return act;
}

/** Whether a response can be checked: it has one of these statuses and is not over quota. */
function judged(
  { seen, faults, isMetered }: LoadWorkspace,
  what: string,
  { status, text }: Answer,
  statuses: readonly number[],
): boolean {
  const name = `${what} ${status}`;
  seen.set(name, (seen.get(name) ?? 0) + 1);
  if (statuses.includes(status)) return true;
  if (!(isMetered && status === 429)) faults.push(`${what} -> ${status} ${text.slice(0, 300)}`);
  return false;
}

async function readKnown(workspace: LoadWorkspace): Promise<void> {
  const { connections, key } = workspace;
  const path = `/v1/leads/${ids.activeLead}`;
  const answer = await connections.send({ method: "GET", path, key });
  judged(workspace, "read what always is there", answer, [200]);
}

async function read(workspace: LoadWorkspace, lead: OwnLead): Promise<void> {
  const { connections, key } = workspace;
  const path = `/v1/leads/${lead.id}?scope=withDeleted`;
  const answer = await connections.send({ method: "GET", path, key });
  if (!judged(workspace, "read", answer, [200, 404])) return;
  lead.deeds.push({ kind: "read", standing: standingOf(lead, answer), ...spanOf(answer) });
}

async function rename(workspace: LoadWorkspace, lead: OwnLead, lastName: string): Promise<void> {
  const { connections, key } = workspace;
  const path = `/v1/leads/${lead.id}`;
  const answer = await connections.send({ method: "PATCH", path, key, body: { lastName } });
  if (judged(workspace, "rename", answer, [200, 404])) {
    done(workspace, lead, answer, { kind: "renamed", lastName });
  }
}

async function archive(workspace: LoadWorkspace, lead: OwnLead): Promise<void> {
  const { connections, key } = workspace;
  const answer = await connections.send({ method: "DELETE", path: `/v1/leads/${lead.id}`, key });
  if (judged(workspace, "archive", answer, [200, 404])) {
    done(workspace, lead, answer, { kind: "archived" });
  }
}

/** Signs up by email, which is unique to this client, even if no Lead with it is left. */
async function signUp(workspace: LoadWorkspace, lead: OwnLead): Promise<void> {
  const path = `/_sandbox/workspaces/${workspace.id}/sign-ups`;
  const { email, deeds } = lead;
  // The client of an archived Lead can also sign up. That creates a profile without a conversion.
  if (deeds.some(({ kind }) => kind === "archived")) return;
  const answer = await workspace.connections.send({ method: "POST", path, body: { email } });
  if (!judged(workspace, "sign up", answer, [201, 409]) || answer.status === 409) return;
  const { leads } = SignedUp.parse(JSON.parse(answer.text)).data;
  const kind = leads.length === 0 ? "was not Active" : "converted";
  lead.deeds.push({ kind, ...spanOf(answer) });
}

/** Records a change of a Lead by its id. After a reset that id may belong to another Lead. */
function done(workspace: LoadWorkspace, lead: OwnLead, answer: Answer, deed: Deed): void {
  const span = spanOf(answer);
  if (answer.status === 404) {
    lead.deeds.push({ kind: "was not Active", ...span });
    return;
  }
  const met = One.parse(JSON.parse(answer.text)).data;
  if (met.email === lead.email) lead.deeds.push({ ...deed, ...span });
  else {
    workspace.mistaken.add(met.email);
    lead.deeds.push({ kind: "read", standing: null, ...span });
  }
}

function standingOf(lead: OwnLead, { status, text }: Answer): Standing {
  if (status === 404) return null;
  const { email, lastName, deletedAt, convertedAt } = One.parse(JSON.parse(text)).data;
  if (email !== lead.email) return null;
  const moments = { deletedAt: momentOf(deletedAt), convertedAt: momentOf(convertedAt) };
  return { lastName, state: leadState(moments) };
}

function momentOf(written: string | null): number | null {
  return written === null ? null : Date.parse(written);
}

async function list(workspace: LoadWorkspace): Promise<void> {
  const { connections, key, chance, id, faults } = workspace;
  const scope = chance(2) === 0 ? "" : "&scope=withDeleted";
  const path = `${firmPath}?limit=20&offset=${chance(3) * 20}${scope}`;
  const answer = await connections.send({ method: "GET", path, key });
  if (!judged(workspace, "list", answer, [200])) return;
  const { data, meta } = Page.parse(JSON.parse(answer.text));
  const times = data.map(({ createdAt }) => createdAt);
  const isOrdered = times.join() === times.toSorted().toReversed().join();
  const isOurs = data.every(({ email }) => isOfFixture(email) || email.endsWith(`@${id}.example`));
  const isWhole = meta.count === data.length && meta.total >= meta.count;
  if (!isOrdered || !isOurs || !isWhole)
    faults.push(`list ${path} -> ${answer.text.slice(0, 300)}`);
}

/**
 * Whether the email belongs to a Lead of the fixture. Emails of load clients contain their
 * workspace.
 */
export function isOfFixture(email: string): boolean {
  return email.endsWith("@example.com");
}

function spanOf({ from, to }: Answer) {
  return { from, to };
}

async function refused(workspace: LoadWorkspace): Promise<void> {
  const { connections, key, chance } = workspace;
  const refusal = refusals[chance(refusals.length)];
  if (refusal === undefined) return;
  const [what, sent, ...statuses] = refusal;
  const withKey = what === "without a key" ? sent : { key, ...sent };
  judged(workspace, `refused ${what}`, await connections.send(withKey), statuses);
}
