import * as z from "zod";

import { asJson, isJsonObject } from "../../base/values/json.ts";
import { lazy } from "../../base/values/lazy.ts";
import { picked } from "../../base/values/picked.ts";
import type { Fault } from "../../domain/model/fault.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";
import { NewerFileError } from "../store/file-checks.ts";
import type { Store } from "../store/store.ts";
import { FaultEffectShape, FaultMatchShape } from "./requests/fault-shapes.ts";
import { addHashes } from "./requests/idempotency-keys.ts";
import type { ClockSetting } from "./time/clock-setting.ts";
import { begun } from "./time/clock-setting.ts";

/** The origin of a workspace, to which a reset returns. */
export interface Origin {
  /** The label that its creator gave it, if any. */
  readonly label?: string;
  /** The person, team or job that it belongs to, if given. */
  readonly owner?: string;
  /** The shard that its keys begin with, of a sandbox that is one of several. */
  readonly shard?: string;
  /** Makes its token differ from that of an earlier workspace with the same id. */
  readonly salt?: string;
  readonly seed: number;
  readonly fixture: string;
  readonly clock: ClockSetting;
  /** Choices that override those of the fixture. */
  readonly assumptions: Assumptions;
  /** Requests per hour of every key, if given at creation. */
  readonly quotaPerHour?: number | null;
  /** When the workspace expires on its own clock, in epoch milliseconds. */
  readonly expiresAt: number | null;
  /** It also expires when nothing used it for this long in real time, because its clock can stand still. */
  readonly ttlMs?: number;
}

/** What neither a reset nor a snapshot decides: the label, the owner, the token, and how long the workspace lives. */
export type Identity = Pick<Origin, "expiresAt"> & {
  readonly [Name in "label" | "owner" | "salt" | "ttlMs"]?: Origin[Name] | undefined;
};

export function originWith(origin: Origin, identity: Identity): Origin {
  const { expiresAt } = identity;
  const { label: _label, owner: _owner, salt: _salt, ttlMs: _ttlMs, ...rest } = origin;
  return {
    ...picked(identity, "label", "owner", "salt"),
    ...rest,
    expiresAt,
    ...picked(identity, "ttlMs"),
  };
}

/**
 * The persisted settings of a workspace, apart from its records. `quotas` has the times of requests by key id,
 * `draws` counts the numbers taken from the random source, `requests` counts all requests so far, `calls`
 * those of the control API.
 */
export interface WorkspaceSettings {
  readonly origin: Origin;
  readonly clock: ClockSetting;
  readonly assumptions: Assumptions;
  readonly quotas: Readonly<Record<string, readonly number[]>>;
  readonly faults: readonly Fault[];
  readonly faultsPlanned: number;
  readonly draws: number;
  readonly requests: number;
  readonly calls: number;
}

export function newWorkspaceSettings(origin: Origin, systemNow: () => number): WorkspaceSettings {
  const { assumptions } = origin;
  const clock = begun(origin.clock, systemNow);
  // In the order of the schema: settings read in another order would be rewritten at each start.
  const planned = { faults: [], faultsPlanned: 0 };
  return { origin, clock, assumptions, quotas: {}, ...planned, draws: 0, requests: 0, calls: 0 };
}

const settingName = "workspace";

/** One row for each fault, so that planning a fault does not rewrite the others. */
const faultPrefix = "fault ";

/** The schema of the settings, created when a stored file is opened. */
const WorkspaceSettingsShape = lazy(() => {
  const jumping = { onRefusal: z.literal("jump").exactOptional() };
  const pace = z.strictObject({ rate: z.number(), since: z.number() }).exactOptional();
  const clock = z.discriminatedUnion("mode", [
    z.strictObject({ mode: z.literal("system"), offsetMs: z.number(), pace, ...jumping }),
    z.strictObject({ mode: z.literal("frozen"), now: z.number(), ...jumping }),
  ]);
  const assumptions = z.record(z.string(), z.string());
  const count = z.int().default(0);
  return z.strictObject({
    origin: z.strictObject({
      label: z.string().exactOptional(),
      owner: z.string().exactOptional(),
      shard: z.string().exactOptional(),
      salt: z.string().exactOptional(),
      seed: z.number(),
      fixture: z.string(),
      clock,
      assumptions,
      quotaPerHour: z.number().nullable().exactOptional(),
      expiresAt: z.number().nullable(),
      ttlMs: z.number().exactOptional(),
    }),
    clock,
    assumptions,
    quotas: z.record(z.string(), z.array(z.number())),
    faults: z.array(faultShape()).default([]),
    faultsPlanned: count,
    // An earlier version kept them here.
    idempotencyKeys: z.array(z.string()).exactOptional(),
    draws: count,
    requests: count,
    calls: count,
  });
});

function faultShape() {
  return z.strictObject({
    id: z.string(),
    match: FaultMatchShape(),
    then: FaultEffectShape(),
    times: z.int().nullable(),
    probability: z.number(),
    startsAt: z.number().nullable(),
    expiresAt: z.number().nullable(),
    hits: z.int(),
  });
}

/**
 * Throws when a store from a file has no valid settings. Adds settings that an earlier version did not write with
 * their initial values, so later reads need no check.
 */
export function completeWorkspaceSettings(store: Store): void {
  if (store.settings.text(settingName) === null) throw new Error("it has no workspace settings");
  const checked = WorkspaceSettingsShape().safeParse(storedSettings(store));
  if (!checked.success) throw invalidSettings(checked.error);
  const { idempotencyKeys = [], ...settings } = checked.data;
  const { faults: _faults, ...row } = settings;
  if (JSON.stringify(row) === textIn(store)) return;
  store.transaction(() => {
    addHashes(store, idempotencyKeys);
    writeWorkspaceSettings(store, settings);
  });
}

/** Names the first problem. Settings with nothing wrong but unknown keys are those of a newer version. */
function invalidSettings({ issues }: z.ZodError): Error {
  const [issue] = issues;
  const path = issue?.path.map(String).join(".") ?? "";
  const text = `its settings are invalid: ${path === "" ? "" : `${path}: `}${issue?.message ?? ""}`;
  if (issues.some(({ code }) => code !== "unrecognized_keys")) return new Error(text);
  return new NewerFileError(`${text}. A newer version may have written this file`);
}

/** The settings in a store that this process wrote or checked. */
export function readWorkspaceSettings(store: Store): WorkspaceSettings {
  const settings: WorkspaceSettings = JSON.parse(JSON.stringify(storedSettings(store)));
  return settings;
}

/** The settings in the rows of a store; an earlier version wrote the faults in the same row. */
function storedSettings(store: Store): unknown {
  const row: unknown = JSON.parse(textIn(store));
  if (!isJsonObject(row)) return row;
  const { faults: among = [] } = row;
  return { ...row, faults: [among, storedFaults(store)].flat().map(withHits) };
}

/** A fault that counts its hits under their former name, `met`. */
function withHits(fault: unknown): unknown {
  if (!isJsonObject(fault) || !("met" in fault)) return fault;
  const { met, ...rest } = fault;
  return { ...rest, hits: met };
}

function textIn(store: Store): string {
  return store.settings.text(settingName) ?? "null";
}

function storedFaults(store: Store): readonly Fault[] {
  return store.settings.texts(faultPrefix).map((text) => JSON.parse(text));
}

/** Replaces the settings in the store; `before` are the stored ones, if the caller has them. */
export function writeWorkspaceSettings(
  store: Store,
  settings: WorkspaceSettings,
  before?: WorkspaceSettings,
): void {
  const { faults, ...row } = settings;
  store.transaction(() => {
    writeFaults(store, faults, before?.faults ?? storedFaults(store));
    store.settings.write(settingName, asJson(row));
  });
}

function writeFaults(store: Store, faults: readonly Fault[], before: readonly Fault[]): void {
  if (faults === before) return;
  const same = before.findIndex((fault, place) => fault !== faults[place]);
  const from = same === -1 ? before.length : same;
  const ids = new Set(faults.slice(from).map(({ id }) => id));
  const written = new Set(before.slice(from));
  for (const { id } of written) if (!ids.has(id)) store.settings.remove(faultPrefix + id);
  for (const fault of faults.slice(from)) {
    if (!written.has(fault)) store.settings.write(faultPrefix + fault.id, asJson(fault));
  }
}
