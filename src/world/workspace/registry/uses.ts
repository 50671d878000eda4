import type { Clock } from "../time/clock.ts";
import type { Origin } from "../workspace-settings.ts";

/** What ends a workspace: time on its clock, or time without use. */
export interface Life extends Pick<Origin, "expiresAt" | "ttlMs"> {
  readonly clock: Clock;
}

/** When each workspace was last used, in real time; a restart begins again. */
export function newUses(systemNow: () => number) {
  const lastUses = new Map<string, number>();
  const expiring = new Set<string>();
  const idleMs = (id: string): number => systemNow() - (lastUses.get(id) ?? systemNow());
  return {
    idleMs,
    /** The workspaces that can expire. */
    expiring: (): Iterable<string> => expiring,
    watch(id: string, { expiresAt, ttlMs }: Origin) {
      lastUses.set(id, systemNow());
      if (expiresAt !== null || ttlMs !== undefined) expiring.add(id);
    },
    renew: (id: string) => void lastUses.set(id, systemNow()),
    forget(id: string) {
      lastUses.delete(id);
      expiring.delete(id);
    },
    hasExpired(id: string, lifeOf: () => Life): boolean {
      if (!expiring.has(id)) return false;
      const { expiresAt, ttlMs, clock } = lifeOf();
      if (ttlMs !== undefined && idleMs(id) >= ttlMs) return true;
      return expiresAt !== null && clock.now() >= expiresAt;
    },
  };
}
