/** What is seen of one run: its calls, its worlds, the choices it looked up, what its varied calls did. */
import type { Answer } from "../http/answer.ts";
import type { SandboxWatch } from "../sandbox.ts";
import type { RequestContext } from "../workspace/request-context.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { EffectProbe } from "./effects.ts";
import { recordsOf } from "./final-world.ts";
import { newCallNumbering, newWorkspaceNames } from "./identity.ts";
import type { Call, ControlCall, Effect, FinalWorld, Observation } from "./model.ts";
import { parsed, subjectOf } from "./subject.ts";

/** What is observed of a run, apart from the exit of its command. */
export type Seen = Omit<Observation, "exit" | "tests" | "durationMs" | "output">;

/** A call that is under way. */
export type OpenCall = Omit<Call, "status" | "answer" | "answeredAtMs" | keyof Outcome>;

/** The outcome of a call, apart from its answer. */
export type Outcome = Pick<Call, "variation" | "madeStatus" | "rules">;

/** The log of a run that begins now; `nowMs` tells the time since then. */
export function newRunLog(nowMs: () => number) {
  const naming = newNaming();
  const effects = newEffects();
  const calls = newCallLog(nowMs, naming);
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
      worlds.push({ workspace: name, turn, records: recordsOf(world) });
      effects.worldEnds(workspace);
    },
  };
  return {
    watch,
    nameOf: naming.nameOf,
    effects: effects.all,
    /** Keeps the effect of the varied call in a workspace. */
    keepEffect: effects.keep,
    open: calls.open,
    close: calls.close,
    seen: (): Seen => {
      const { labels, lateCalls } = naming;
      const all = { calls: calls.all, controlCalls, worlds, labels, lateCalls, choices };
      return { ...all, effects: effects.all() };
    },
  };
}

/** The calls of a run as they come and are answered. */
function newCallLog(nowMs: () => number, naming: ReturnType<typeof newNaming>) {
  const number = newCallNumbering();
  const all: Call[] = [];
  return {
    all,
    open: (context: RequestContext, body: string | null): OpenCall => {
      naming.noteKey(context);
      const { workspace, method, target, path } = context;
      const facts = {
        workspace: naming.nameOf(workspace),
        operation: context.operationId ?? `${method} ${path}`,
        subject: subjectOf(context, body === null ? undefined : parsed(body)),
      };
      const { query } = target;
      return {
        id: number(facts),
        workspaceId: workspace.id,
        apiKeyId: context.apiKey?.id ?? null,
        method,
        path: target.path,
        query,
        body,
        sentAtMs: nowMs(),
      };
    },
    close: (call: OpenCall, answer: Answer | null, outcome: Outcome): void => {
      const { status = 0, body = null } = answer ?? {};
      all.push({ ...call, status, answer: body, answeredAtMs: nowMs(), ...outcome });
    },
  };
}

/** The names of workspaces, and whose the keys are. */
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
    /** A key that no workspace has, and that one had before, is one of a workspace that was dropped or replaced. */
    noteKey({ keyText, apiKey, workspace }: RequestContext): void {
      const owner = owners.get(keyText);
      if (apiKey !== null) owners.set(keyText, nameOf(workspace));
      else if (owner !== undefined) lateCalls.push(owner);
    },
  };
}

/** What varied calls did; it is looked at as late as possible, but before the world of the workspace ends. */
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
