/** A bundle of a history: one file that repeats a finding on another machine. */
import * as z from "zod";

import { Date } from "../../../base/values/native-timers.ts";
import { leadStates } from "../../../domain/model/lead.ts";
import { World } from "../../../world/workspace/fixtures/world.ts";
import type { BundleFile } from "../../bundle/bundle-file.ts";
import {
  BundleError,
  invalidBundle,
  refuseDamaged,
  textOfBundle,
} from "../../bundle/bundle-file.ts";
import { bundleFormat } from "../../bundle/format.ts";
import { findingKinds } from "../model.ts";
import { HistoryEventShape } from "../report/shape.ts";
import type { SimulationSettings } from "../settings.ts";
import type { SimulationFinding } from "../simulate.ts";
import { jobClocks } from "../world/job-clock.ts";

const durationMs = z.int().min(1).max(31_536_000_000);
const word = z.string().regex(/^[^\0]*$/, "Expected text without the character 0");

/** The largest history that a bundle may hold. */
const leadsMax = 10_000;
const numberMax = 1_000_000;
const yearMax = 9_999;

export const HistoryBundle = z.strictObject({
  format: z.literal(bundleFormat),
  kind: z.literal("history"),
  version: z.string(),
  command: z.array(word).min(1),
  /** The first moment of the first tick, in epoch milliseconds. */
  startsAt: z
    .int()
    .min(0)
    .max(Date.UTC(9_000, 0, 1)),
  settings: z.strictObject({
    seed: z.int(),
    fixture: z.union([z.string().regex(/^[a-z0-9-]{1,64}$/), z.record(z.string(), z.unknown())]),
    assumptions: z.record(z.string(), z.string()),
    https: z.boolean(),
    env: z.string().nullable(),
  }),
  options: z.strictObject({
    every: durationMs,
    freshWithin: durationMs,
    covers: z.enum(["all", "active"]),
    states: z.record(z.string(), z.enum(leadStates)),
    clockSkew: z.int().min(-31_536_000_000).max(31_536_000_000),
    /** Bundles of earlier versions lack these three. */
    keeps: z.int().min(1).max(400_000_000_000).nullable().default(null),
    clock: z.enum(jobClocks).default("variables"),
    timeout: durationMs.default(60_000),
    /** How a tick starts; `url` needs its URL on the command line. */
    tick: z.enum(["exec", "stdin", "url"]),
    ledger: z.enum(["file", "url", "command", "none"]),
  }),
  history: z.strictObject({
    leads: z.int().min(0).max(leadsMax),
    events: z
      .array(
        HistoryEventShape.extend({
          tick: z.int().min(0).max(numberMax),
          gap: z.int().min(0).max(numberMax),
        }),
      )
      .max(100_000),
  }),
  finding: z.strictObject({
    id: z.string(),
    kind: z.enum(findingKinds),
    column: z.string().nullable(),
    lasting: z.boolean(),
  }),
});
export type HistoryBundle = z.infer<typeof HistoryBundle>;

export function isHistoryBundle({ content }: BundleFile): boolean {
  return content["kind"] === "history";
}

/** The bundle of a history in a file. Throws `BundleError` if it is invalid, edited or not supported by this version. */
export function historyBundle(bundle: BundleFile): HistoryBundle {
  const { file, content } = bundle;
  const parsed = HistoryBundle.safeParse(content);
  if (!parsed.success) {
    const { issues } = parsed.error;
    throw invalidBundle(bundle, issues, (first) => z.prettifyError(new z.ZodError(first)));
  }
  refuseDamaged(bundle);
  const { fixture } = parsed.data.settings;
  if (typeof fixture !== "string" && !World().safeParse(fixture).success) {
    throw new BundleError(`${file} has a world that this version does not support.`);
  }
  if (lastTickAt(parsed.data) >= Date.UTC(yearMax + 1, 0, 1)) {
    throw new BundleError(`${file} has an event after the year ${yearMax}.`);
  }
  return parsed.data;
}

/** When the tick of the last event starts, in epoch milliseconds. */
function lastTickAt({ startsAt, options, history }: HistoryBundle): number {
  const last = history.events.reduce((latest, { tick }) => Math.max(latest, tick), 0);
  return startsAt + last * options.every;
}

/** What a bundle needs besides the finding and the settings. */
export interface HistoryBundleContext {
  readonly version: string;
  readonly tick: HistoryBundle["options"]["tick"];
  readonly clock: HistoryBundle["options"]["clock"];
  /** The time limit for one tick in milliseconds. */
  readonly timeout: number;
  readonly env: string | null;
  /** The world of the fixture; null for a built-in fixture. */
  readonly world: Readonly<Record<string, unknown>> | null;
}

/** The bundle of a finding as text, with a checksum that detects damage. */
export function textOfHistoryBundle(
  { id, discovery, run, shrunk }: SimulationFinding,
  settings: SimulationSettings,
  { version, tick, clock, timeout, env, world }: HistoryBundleContext,
): string {
  const { config, every, freshWithin, covers, keepsMs, states, clockSkew, ledger } = settings;
  const { kind, column, lasting } = shrunk?.discovery ?? discovery;
  const history = shrunk?.history ?? { leads: run.leads, events: run.events };
  const content: HistoryBundle = {
    format: bundleFormat,
    kind: "history",
    version,
    command: [...settings.command],
    startsAt: settings.startsAt,
    settings: {
      seed: config.seed,
      fixture: world === null ? config.fixture : { ...world },
      assumptions: { ...config.assumptions },
      https: config.https,
      env,
    },
    options: {
      every,
      freshWithin,
      covers,
      keeps: keepsMs,
      states: Object.fromEntries(states),
      clockSkew,
      clock,
      timeout,
      tick,
      ledger: ledger.kind,
    },
    history: { leads: history.leads, events: history.events.map((event) => ({ ...event })) },
    finding: { id, kind, column, lasting },
  };
  return textOfBundle(content);
}
