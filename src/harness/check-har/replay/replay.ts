/** Sends the calls of a recording to a sandbox, at their times on a frozen clock, and compares the answers. */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import type { Answerer, Gate } from "../../../server/gates/gate.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { readConfig } from "../../../server/settings/config.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import type { Signature } from "../read/features.ts";
import { rateLimitNames, signatureOf } from "../read/features.ts";
import { hasSucceeded, isWrite } from "../read/history.ts";
import { recordedSurface } from "../read/recorded-surface.ts";
import { includedIn, shownPage } from "../read/shown-records.ts";
import type { PreparedRecording } from "../world/prepare.ts";
import type { RecordedKey } from "../world/recorded-keys.ts";
import type { Comparison } from "./compare.ts";
import { compared } from "./compare.ts";
import type { ReplayedWorld } from "./replayed-leads.ts";
import { applyEvent, newIdMap, settleDeleted, settleLead, settlePlan } from "./replayed-leads.ts";
import { reasonUndecided } from "./undecided.ts";
import type { Undecided } from "./undecided.ts";

export interface Replay {
  /** By the place of the call. */
  readonly calls: readonly ReplayedCall[];
  /** The rules whose choice was looked up. */
  readonly choices: ReadonlySet<string>;
}

export interface ReplayedCall {
  /** Null for a call that says nothing, with the reason. */
  readonly undecided: Undecided | null;
  readonly comparison: Comparison;
  readonly replayed: Signature | null;
  readonly rules: readonly string[];
}

/** A seed of its own, so that ids of created records differ from recorded ones. */
const seed = 820_913_377;

/** Replays a recording any number of times, in one sandbox. */
export interface Replayer {
  readonly replay: (assumptions: Assumptions) => Promise<Replay>;
  readonly close: () => void;
}

/** Opens a sandbox for replays of `recording`. */
export function newReplayer(recording: PreparedRecording): Replayer {
  let choices = new Set<string>();
  const dryRun = { isOn: false };
  const gate: Gate = (context, next: Answerer) =>
    next(dryRun.isOn ? { ...context, dryRun: rolledBack(context.workspace) } : context);
  const sandbox = openSandbox(
    { ...readConfig({}), seed, fixture: "given-1", logLevel: "silent" },
    { gate, onChoice: (_workspace, rule) => void choices.add(rule) },
    [recording.world],
  );
  const sender =
    (world: ReplayedWorld): Send =>
    async (entry) => {
      const request = requestOf(recording, world, entry);
      if (request === null) return null;
      if (!isWrite(entry) || hasSucceeded(entry)) {
        return sandbox.fetch(request, undefined, recordedSurface(entry));
      }
      // What the service refused changed nothing, whatever the replay does.
      dryRun.isOn = true;
      const refused = await sandbox.fetch(request.clone(), undefined, recordedSurface(entry));
      dryRun.isOn = false;
      return refused.ok ? refused : sandbox.fetch(request, undefined, recordedSurface(entry));
    };
  return {
    close: sandbox.close,
    async replay(assumptions) {
      const { ok, status } = await sandbox.fetch(
        new Request("http://127.0.0.1/_sandbox/reset", { method: "POST" }),
      );
      if (!ok) throw new Error(`The sandbox of the replay answered a reset with ${status}.`);
      choices = new Set();
      const world = { workspace: sandbox.workspace(), ids: newIdMap() };
      world.workspace.setAssumptions(assumptions);
      const send = sender(world);
      const calls: ReplayedCall[] = [];
      for (const [place, entry] of recording.entries.entries()) {
        prepareWorld(recording, world, place);
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        calls.push(await call(recording, { send, world }, place));
        settle(recording, world, entry);
      }
      return { calls, choices };
    },
  };
}

function rolledBack(workspace: ReplayedWorld["workspace"]) {
  return { workspace, onContext: nothing, onEvents: nothing, onFault: nothing };
}

function nothing(): void {}

/** Applies what happened before the call at `place`, and sets the clock. */
function prepareWorld(
  { entries, history, keys }: PreparedRecording,
  world: ReplayedWorld,
  place: number,
): void {
  const entry = entries[place];
  if (entry === undefined) return;
  const { workspace } = world;
  for (const event of history.events) {
    if (event.before !== place) continue;
    setClock(workspace, event.at);
    const key = keyThatSaw(event.leadId, { entries, history, keys });
    if (key !== null) applyEvent(world, event, key);
  }
  setClock(workspace, entry.sentAtMs);
  for (const plan of plansIn(entry)) settlePlan(world, plan);
}

/** The key of the first call that shows the Lead: it is of the Lead's Firm and environment. */
function keyThatSaw(
  leadId: string,
  { entries, history, keys }: Pick<PreparedRecording, "entries" | "history" | "keys">,
): RecordedKey | null {
  for (const { at } of history.leads.get(leadId)?.sightings ?? []) {
    const entry = entries[at];
    const key = entry === undefined ? null : keys.of(entry);
    if (key !== null) return key;
  }
  return null;
}

function setClock({ clock }: ReplayedWorld["workspace"], at: number): void {
  clock.set({ mode: "frozen", now: Math.max(at, 0) });
}

function plansIn({ template, json }: RecordedCall) {
  return shownPage(template, json).records.flatMap((shown) =>
    shown.kind === "Plan" ? [shown] : includedIn(shown).filter(({ kind }) => kind === "Plan"),
  );
}

/** Sends a call to the replay's sandbox; null for one that HTTP cannot carry. */
type Send = (entry: RecordedCall) => Promise<Response | null>;

async function call(
  recording: PreparedRecording,
  { send, world }: { readonly send: Send; readonly world: ReplayedWorld },
  place: number,
): Promise<ReplayedCall> {
  const entry = recording.entries[place];
  const recorded = recording.signatures[place];
  if (entry === undefined || recorded === undefined) throw new Error(`There is no call ${place}.`);
  const before = reasonUndecided(recording, place, null);
  if (before?.isSent === false) return undecidedCall(before);
  const response = await send(entry);
  if (response === null) return undecidedCall({ reason: "unusable-request", isSent: false });
  const json = jsonOf(await response.text());
  const { status, headers } = response;
  if (entry.method === "POST" && status < 300 && hasSucceeded(entry)) {
    const recordedId = createdBy(recording, place);
    const [made] = shownPage(entry.template, json).records;
    if (recordedId !== null && made !== undefined) world.ids.pair(recordedId, made.id);
  }
  const rateLimitHeaders = rateLimitNames(headers.keys());
  const replayed = signatureOf(
    entry.template,
    { status, rateLimitHeaders, json },
    world.ids.toRecorded,
  );
  const rules = (headers.get("x-sandbox-rules") ?? "").split(", ").filter((rule) => rule !== "");
  const undecided = reasonUndecided(recording, place, replayed);
  const comparison =
    undecided === null
      ? compared(recorded, replayed, {
          isKnown: (kind, id) =>
            kind === "Lead"
              ? recording.history.isKnown(id, place)
              : !recording.unknownPlans.has(id),
          orderOf: recording.orderOf,
          hasBody: entry.json !== undefined || entry.status === 204,
          hasHeaders: entry.responseHeaders.size > 0,
        })
      : new Map<string, boolean>();
  return { undecided, comparison, replayed, rules };
}

function undecidedCall(undecided: Undecided): ReplayedCall {
  return { undecided, comparison: new Map(), replayed: null, rules: [] };
}

/** The call as the replay sends it; null for one that HTTP cannot carry. */
function requestOf(
  { keys }: PreparedRecording,
  { ids }: ReplayedWorld,
  entry: RecordedCall,
): Request | null {
  const { method, path, query, body: sent } = entry;
  const [contentType, idempotencyKey] = ["content-type", "idempotency-key"].map(
    (name) => entry.requestHeaders.get(name) ?? "",
  );
  const key = keys.sentFor(entry);
  const headers = {
    ...(key === null ? {} : { "x-api-key": key }),
    ...(contentType === "" ? {} : { "content-type": contentType }),
    ...(idempotencyKey === "" ? {} : { "idempotency-key": idempotencyKey }),
  };
  const hasBody = method !== "GET" && method !== "HEAD" && sent !== null && sent !== "";
  const target = ids.inText(query === "" ? path : `${path}?${query}`);
  try {
    const body = hasBody ? { body: ids.inText(sent) } : {};
    return new Request(`http://127.0.0.1${target}`, { method, headers, ...body });
  } catch {
    // Such as a method that fetch forbids, or a header that is not Latin-1.
    return null;
  }
}

/** The recorded id of what a POST created: as it answered, or as a later call shows it; null if none does. */
function createdBy({ entries, history }: PreparedRecording, place: number): string | null {
  const entry = entries[place];
  if (entry === undefined) return null;
  const [shown] = shownPage(entry.template, entry.json).records;
  const later = [...history.leads.values()].find(({ createdAt }) => createdAt === place);
  return shown?.id ?? later?.id ?? null;
}

/** Makes the world what the recorded answer shows, so that later calls are judged on their own. */
function settle({ keys }: PreparedRecording, world: ReplayedWorld, entry: RecordedCall): void {
  if (!hasSucceeded(entry)) return;
  const key = keys.of(entry);
  if (key === null) return;
  for (const shown of shownPage(entry.template, entry.json).records) {
    if (shown.kind === "Lead") settleLead(world, shown, key);
  }
  const { leadId } = entry.params;
  if (entry.method === "DELETE" && leadId !== undefined) settleDeleted(world, leadId);
}

function jsonOf(text: string): Json | undefined {
  if (text === "") return undefined;
  const value: Json = JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}
