/** The world of a history: a Firm with the Leads that it names. */
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { HistoryEvent } from "../model.ts";
import { isOfWorld } from "../model.ts";
import type { NamedWorld } from "./apply-event.ts";
import { applyEvent, burstLeads, createdBy, createLead } from "./apply-event.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** The time between the creation of two Leads of the start, in milliseconds. */
const leadEveryMs = 600_000;

/** How long before the first tick the world of so many Leads begins, in milliseconds. */
export function startMs(leads: number): number {
  return (leads + 1) * leadEveryMs;
}

/** Creates the Leads of the start, one after another. */
export function createStart(world: NamedWorld, time: SimulatedTime, leads: number): void {
  for (let number = 1; number <= leads; number += 1) {
    time.step(leadEveryMs);
    createLead(world, `lead${number}`);
  }
}

/** Makes an event happen now, if it is one of the world; for a `twin`, its first Lead. False if it has no effect. */
export function happen(world: NamedWorld, time: SimulatedTime, event: HistoryEvent): boolean {
  // The others are carried out where the call is answered.
  if (!isOfWorld(event)) return true;
  const names = createdBy(event);
  if (names.length === 0) return applyEvent(world, event);
  for (const name of event.kind === "burst" ? names.slice(0, burstLeads) : names.slice(0, 1)) {
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
