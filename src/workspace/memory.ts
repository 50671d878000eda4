import * as z from "zod";

import type { Assumptions } from "../rules/trace.ts";
import type { Store } from "../store/store.ts";
import type { ClockSetting } from "./clock.ts";

/** What a workspace was made from; it stays through every reset. */
export interface Origin {
  readonly seed: number;
  readonly fixture: string;
  readonly clock: ClockSetting;
  readonly assumptions: Assumptions;
  /** The quota of every key of the fixture, when the maker of the workspace said one. */
  readonly quotaPerHour?: number | null;
  /** When the workspace goes away by itself, on its own clock, in epoch milliseconds. */
  readonly expiresAt: number | null;
}

/** What a workspace remembers of itself beside its records; `quotas` has the times of requests by key id. */
export interface Memory {
  readonly origin: Origin;
  readonly clock: ClockSetting;
  readonly assumptions: Assumptions;
  readonly quotas: Readonly<Record<string, readonly number[]>>;
}

const settingName = "workspace";

const ClockShape = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("system"), offsetMs: z.number() }),
  z.strictObject({ mode: z.literal("frozen"), now: z.number() }),
]);
const AssumptionsShape = z.record(z.string(), z.string());
const MemoryShape = z.strictObject({
  origin: z.strictObject({
    seed: z.number(),
    fixture: z.string(),
    clock: ClockShape,
    assumptions: AssumptionsShape,
    quotaPerHour: z.number().nullable().exactOptional(),
    expiresAt: z.number().nullable(),
  }),
  clock: ClockShape,
  assumptions: AssumptionsShape,
  quotas: z.record(z.string(), z.array(z.number())),
});

export function readMemory(store: Store): Memory {
  return MemoryShape.parse(store.settings.read(settingName));
}

export function writeMemory(store: Store, memory: Memory): void {
  store.settings.write(settingName, z.json().parse(memory));
}
