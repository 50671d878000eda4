/** The log of one run: its calls, its worlds, the choices it looked up, and the effects of its varied calls. */
import { parsedJson } from "../../../base/values/json.ts";
import { holdsKey } from "../../../domain/hiding/written-keys.ts";
import type { Answer } from "../../../network/http/answer.ts";
import { isOnKeptConnection } from "../../../network/http/serve.ts";
import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { mailsOf, recordsOf } from "../../runs/final-world.ts";
import type { FinalWorld } from "../../runs/run.ts";
import { arrivedCall, hiddenHeaders } from "../../traffic/observed.ts";
import { newCallNumbering, newWorkspaceNames } from "../identity.ts";
import type { ObservedCall, CallId, ControlCall, Effect, Observation } from "../model.ts";
import { subjectOf } from "../subject.ts";
import type { EffectProbe } from "./effects.ts";

/** The part of an observation that the sandbox sees. */
export type SandboxObservation = Pick<
  Observation,
  "calls" | "controlCalls" | "worlds" | "labels" | "lateCalls" | "choices" | "effects"
>;

/** A call without an answer yet. */
export type OpenCall = Omit<
  ObservedCall,
  "status" | "responseHeaders" | "answer" | "answeredAtMs" | keyof Outcome
>;

/** The outcome of a call, apart from its answer. */
export type Outcome = Pick<ObservedCall, "variation" | "serverStatus" | "rules">;

/** Creates the log of a run; `nowMs` returns the time since the run began. */
export function newRunLog(nowMs: () => number, processOf: () => number = () => 1) {
  const naming = newNaming();
  const effects = newEffects();
  const calls = newCallLog(nowMs, naming, processOf);
  const controlCalls: ControlCall[] = [];
  const worlds: FinalWorld[] = [];
  const choices = new Set<string>();
  const turns = new Map<string, number>();
  const watch: SandboxWatch = {
    onChoice: (_workspace, rule) => void choices.add(rule),
    onControlCall: ({ method, path, body }) =>
      void controlCalls.push({ method, path, body, sentAtMs: nowMs() }),
    onWorldEnd({ workspace, world }) {
      const name = naming.nameOf(workspace);
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      const records = [...recordsOf(world), ...mailsOf(workspace.store().outbox)];
      worlds.push({ workspace: name, turn, records });
      effects.worldEnds(workspace);
    },
  };
  return {
    watch,
    nameOf: naming.nameOf,
    effects: effects.all,
    /** Keeps the probe for the varied call in a workspace. */
    keepEffect: effects.keep,
    open: calls.open,
    close: calls.close,
    noteOpenCalls: calls.noteOpen,
    seen: (): SandboxObservation => {
      const { labels, lateCalls } = naming;
      const all = { calls: calls.all(), controlCalls, worlds, labels, lateCalls, choices };
      return { ...all, effects: effects.all() };
    },
  };
}

/** Records the calls of a run and their answers. */
function newCallLog(
  nowMs: () => number,
  naming: ReturnType<typeof newNaming>,
  processOf: () => number,
) {
  const number = newCallNumbering();
  const calls: ObservedCall[] = [];
  const waiting = new Map<CallId, readonly AbortSignal[]>();
  const openAtEnd = new Set<CallId>();
  return {
    all: (): readonly ObservedCall[] =>
      calls.map((call) => (openAtEnd.has(call.id) ? { ...call, isOpen: true } : call)),
    open: (context: RequestContext, body: string | null): OpenCall => {
      naming.noteKey(context);
      const { workspace, requestId, request } = context;
      const requestHeaders = hiddenHeaders(request.headers);
      const call = arrivedCall(context, { body, requestHeaders, sentAtMs: nowMs() });
      const id = number({
        workspace: naming.nameOf(workspace),
        operation: call.operation,
        subject: subjectOf(context, body === null ? undefined : parsedJson(body)),
      });
      waiting.set(id, [context.request.signal, context.inFlight.signal]);
      return {
        ...call,
        id,
        requestId,
        process: processOf(),
        workspaceId: workspace.id,
        apiKeyId: context.apiKey?.id ?? null,
        keyIn: keyIn(call, workspace),
        isOnKeptConnection: isOnKeptConnection(request),
        isOpen: false,
      };
    },
    /** Closes a call. The client of one that hangs keeps waiting, until it gives up. */
    close: (call: OpenCall, answer: Answer | "reset" | "hang", outcome: Outcome): void => {
      if (answer !== "hang") waiting.delete(call.id);
      calls.push({ ...call, ...answeredAs(answer), answeredAtMs: nowMs(), ...outcome });
    },
    /** Notes the calls that clients are waiting for. */
    noteOpen: (): void => {
      for (const [id, signals] of waiting) {
        if (!signals.some(({ aborted }) => aborted)) openAtEnd.add(id);
      }
    },
  };
}

/** What a client got; nothing for a call that was cut off or hangs. */
function answeredAs(
  answer: Answer | "reset" | "hang",
): Pick<ObservedCall, "status" | "answer" | "responseHeaders"> {
  if (typeof answer === "string") return { status: 0, answer: null, responseHeaders: new Map() };
  const { status, body, headers } = answer;
  return { status, answer: body, responseHeaders: new Map(Object.entries(headers)) };
}

/** Where the call has a key of the sandbox besides its header. Only the sandbox issues its keys, so any other UUID is data. */
function keyIn(
  { path, query, body }: Pick<OpenCall, "body" | "path" | "query">,
  workspace: Workspace,
): ObservedCall["keyIn"] {
  const isKey = (text: string): boolean => workspace.findKey(text) !== null;
  if (holdsKey(`${path}?${query}`, isKey)) return "url";
  return holdsKey(body ?? "", isKey) ? "body" : null;
}

/** Tracks the names of workspaces and the owners of keys. */
function newNaming() {
  const names = newWorkspaceNames();
  const labels = new Set<string>();
  const owners = new Map<string, string>();
  const lateCalls: string[] = [];
  const nameOf = ({ id, origin }: Workspace): string => {
    const { label = null } = origin();
    const name = names({ id, label });
    if (label !== null) labels.add(name);
    return name;
  };
  return {
    nameOf,
    labels,
    lateCalls,
    /** Notes a call with an unknown key that belonged to a workspace before: it was dropped or replaced. */
    noteKey({ keyText, apiKey, workspace }: RequestContext): void {
      const owner = owners.get(keyText);
      if (apiKey !== null) owners.set(keyText, nameOf(workspace));
      else if (owner !== undefined) lateCalls.push(owner);
    },
  };
}

/** Tracks the effects of varied calls. It probes them as late as possible, before the world of the workspace ends. */
function newEffects() {
  const probes = new Map<string, { readonly probe: EffectProbe; readonly workspace: Workspace }>();
  const ended = new Map<string, Effect>();
  return {
    keep: (name: string, workspace: Workspace, probe: EffectProbe): void => {
      probes.set(name, { probe, workspace });
    },
    worldEnds(workspace: Workspace): void {
      for (const [name, { probe, workspace: home }] of probes) {
        if (home !== workspace) continue;
        ended.set(name, probe());
        probes.delete(name);
      }
    },
    all: (): ReadonlyMap<string, Effect> =>
      new Map([...ended, ...Array.from(probes, ([name, { probe }]) => [name, probe()] as const)]),
  };
}
