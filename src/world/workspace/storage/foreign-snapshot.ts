/** Snapshots that someone sent: nothing in them is trusted before it was read once. */
import type { Store } from "../../store/store.ts";
import { openStore } from "../../store/store.ts";
import { worldWithHistory } from "../fixtures/save-world.ts";
import { shownProblems } from "../fixtures/shown-problems.ts";
import { World } from "../fixtures/world.ts";
import { latestMoment } from "../time/clock.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { completeWorkspaceSettings, readWorkspaceSettings } from "../workspace-settings.ts";
import { usable } from "./snapshotting.ts";

/** What a valid snapshot holds, before it is stored. */
export interface ForeignSnapshot {
  readonly settings: WorkspaceSettings;
  readonly bytes: number;
}

/** Reads all of a snapshot. Throws `SnapshotError` with the reason for one that is damaged, newer, or something else. */
export function readForeignSnapshot(image: Buffer): ForeignSnapshot {
  return usable("that was sent", () => {
    const store = openStore({ kind: "memory", image, isForeign: true });
    try {
      completeWorkspaceSettings(store);
      const settings = readWorkspaceSettings(store);
      refuseBadRows(store, settings);
      return { settings, bytes: store.bytes() };
    } finally {
      store.close();
    }
  });
}

/** Throws for what the tables allow, and no workspace has. */
function refuseBadRows(store: Store, { origin, clock, assumptions }: WorkspaceSettings): void {
  const world = World().safeParse(worldWithHistory(store, assumptions));
  if (!world.success) throw new Error(`its records are invalid:\n${shownProblems(world.error)}`);
  store.outbox.list({}, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  for (const setting of [origin.clock, clock]) {
    const time = setting.mode === "frozen" ? setting.now : setting.offsetMs;
    if (Math.abs(time) > latestMoment) throw new Error(`its clock has the invalid time ${time}`);
  }
}
