/** The world of a history: a Firm with the Leads that it names. */
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import { isOfWorld } from "../events.ts";
import type { HistoryEvent } from "../model.ts";
import type { NamedWorld } from "./apply-event.ts";
import { applyEvent, createdBy, createLead } from "./apply-event.ts";
import type { SimulatedTime } from "./simulated-time.ts";

const dayMs = 86_400_000;
/** The time between the creation of two Leads of the start, in milliseconds. */
const leadEveryMs = 600_000;
/** The ages of the first Leads of three or more: 13 months and 40 days. */
const oldAgesMs = [396 * dayMs, 40 * dayMs];

/** How many Leads of the start are old. */
export function oldLeads(leads: number): number {
  return leads > oldAgesMs.length ? oldAgesMs.length : 0;
}

/** How long before the first tick the Lead with that number is created, in milliseconds. */
function ageMs(number: number, leads: number): number {
  const old = number <= oldLeads(leads) ? oldAgesMs[number - 1] : undefined;
  return old ?? (leads - number + 1) * leadEveryMs;
}

/** How long before the first tick the world of so many Leads begins, in milliseconds. */
export function startMs(leads: number): number {
  return ageMs(1, leads) + leadEveryMs;
}

/** Creates the Leads of the start, one after another, before the first tick at `startsAt`. */
export function createStart(
  world: NamedWorld,
  time: SimulatedTime,
  { leads, startsAt }: { readonly leads: number; readonly startsAt: number },
): void {
  for (let number = 1; number <= leads; number += 1) {
    time.goTo(startsAt - ageMs(number, leads));
    createLead(world, `lead${number}`);
  }
}

/** Makes an event happen now, if it is one of the world; for a `twin`, its first Lead. False if it has no effect. */
export function happen(world: NamedWorld, time: SimulatedTime, event: HistoryEvent): boolean {
  // The others are carried out where the call is answered.
  if (!isOfWorld(event)) return true;
  const names = createdBy(event);
  if (names.length === 0) return applyEvent(world, event);
  for (const name of event.kind === "burst" ? names : names.slice(0, 1)) {
    createLead(world, name);
    if (event.kind === "burst") time.step(1);
  }
  return true;
}

/** The Firm of the first Partner key of the sandbox environment, without the people of its fixture. */
export function namedWorld(sandbox: Sandbox): NamedWorld {
  const { firms } = sandbox.describe();
  const keys = firms.flatMap(({ id, apiKeys }) => apiKeys.map((key) => ({ ...key, firmId: id })));
  const own = keys.filter(({ environment }) => environment === "sandbox");
  const key = own.find(({ roleType }) => roleType === "Partner") ?? own[0];
  if (key === undefined) throw new FixtureWithoutKey();
  const workspace = sandbox.workspace();
  workspace.transaction(() => {
    const { leads, plans, clientProfiles } = workspace.store();
    leads.clear();
    plans.clear();
    clientProfiles.clear();
  });
  const { firmId, environment } = key;
  return { workspace, firmId, environment, ids: new Map(), patches: new Map() };
}

/** A fixture without a key of the sandbox environment. */
export class FixtureWithoutKey extends Error {
  constructor() {
    super(
      "The fixture has no key of the sandbox environment. Add one to its apiKeys, or use another --fixture.",
    );
  }
}
