import { randomBytes } from "node:crypto";

import { idInShard } from "../../../domain/model/shard.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import type { ClockSetting } from "../time/clock-setting.ts";
import type { WorkspaceContext } from "../workspace-context.ts";
import type { Origin } from "../workspace-settings.ts";
import { defaultWorkspaceId } from "./initial-state.ts";

export interface NewWorkspace {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly owner?: string | undefined;
  readonly fixture: string;
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly assumptions: Assumptions;
  /** The quota of every key in the fixture; by default, each keeps its own. */
  readonly quotaPerHour?: number | null | undefined;
  readonly ttlMs?: number | undefined;
  /** Whether it expires only by being unused, whatever its clock shows. */
  readonly isKeptByUse?: boolean;
}

/** Generates ids, each one once; `isTaken` says which are not free. */
export function newFreeIds(isTaken: (id: string) => boolean, shard?: string): () => string {
  let made = 0;
  return () => {
    for (;;) {
      const id = idInShard(`ws-${(made += 1)}`, shard);
      if (!isTaken(id)) return id;
    }
  };
}

/** Where such a workspace begins; `chosen` are the choices of workspaces without choices of their own. */
export function originOf(
  input: NewWorkspace,
  chosen: Assumptions,
  { shard, hasTokens = false, systemNow }: WorkspaceContext,
): Origin {
  const { label, owner, seed, fixture, clock, quotaPerHour, ttlMs, isKeptByUse = false } = input;
  const now = clock.mode === "frozen" ? clock.now : systemNow() + clock.offsetMs;
  return {
    ...(label === undefined ? {} : { label }),
    ...(owner === undefined ? {} : { owner }),
    ...(shard === undefined ? {} : { shard }),
    ...(hasTokens && input.id !== defaultWorkspaceId ? { salt: newSalt() } : {}),
    seed,
    fixture,
    clock,
    assumptions: { ...chosen, ...input.assumptions },
    ...(quotaPerHour === undefined ? {} : { quotaPerHour }),
    expiresAt: ttlMs === undefined || isKeptByUse ? null : now + ttlMs,
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
}

/** What makes a token differ from every other one. */
export function newSalt(): string {
  return randomBytes(9).toString("base64url");
}
