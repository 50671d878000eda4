import { setImmediate as nextTurn } from "node:timers/promises";

import { onTestFinished, vi } from "vitest";

import { worldOf } from "../../src/workspace/save-world.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import type { World } from "../../src/workspace/world.ts";
import type { Opened } from "./opened.ts";
import { opened, watched } from "./opened.ts";

/** More Leads than one slice of an answer, and more than one read from the store. */
const manyLeads = 600;

/** A sandbox with many Leads in which a fake clock ends each slice after one item. */
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

/** The number of event loop turns until `work` has settled. */
export async function turnsOf(work: Promise<unknown>): Promise<number> {
  const isSettled = watched(work);
  let count = 0;
  for (; !isSettled(); count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await nextTurn();
  }
  return count;
}

/** Waits for `count` turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await nextTurn();
  }
}

/** The current state of a workspace. */
export function worldNow(workspace: Workspace): World {
  return worldOf(workspace.store(), workspace.assumptions());
}
