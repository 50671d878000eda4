import { setImmediate as nextTurn } from "node:timers/promises";

import { onTestFinished, vi } from "vitest";

import { worldOf } from "../../src/workspace/save-world.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import type { World } from "../../src/workspace/world.ts";
import type { Opened } from "./opened.ts";
import { opened, watched } from "./opened.ts";

/** More than the list of an answer that is made in one turn, and more than is read from the store at once. */
const manyLeads = 600;

/** A sandbox with many Leads, in which each slice of a long answer is over after one piece. */
export async function openedWithMany(leads = manyLeads): Promise<Opened> {
  const open = await opened();
  const world = worldNow(open.workspace);
  const [lead] = world.leads;
  if (lead === undefined) throw new Error("The fixture has no Lead.");
  const more = Array.from({ length: leads }, (_, index) => ({
    ...lead,
    id: `Many${String(index).padStart(4, "0")}`,
    email: `many${index}@example.com`,
  }));
  const { status, text } = await open.control("PUT", "/state", {
    ...world,
    leads: [...world.leads, ...more],
  });
  if (status !== 200) throw new Error(text);
  let now = performance.now();
  const spy = vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  onTestFinished(() => spy.mockRestore());
  return open;
}

/** How many turns the event loop takes until `work` has settled. */
export async function turnsOf(work: Promise<unknown>): Promise<number> {
  const isSettled = watched(work);
  let count = 0;
  for (; !isSettled(); count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await nextTurn();
  }
  return count;
}

/** Lets the event loop take that many turns. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await nextTurn();
  }
}

/** The world of a workspace at this moment. */
export function worldNow(workspace: Workspace): World {
  return worldOf(workspace.store(), workspace.assumptions());
}
