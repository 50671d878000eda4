/**
 * A workspace under load: its clients, the controller that resets it and moves its clock, and their
 * observations.
 */
import type { Chance } from "./durability-chance.ts";
import type { Connections } from "./load-client.ts";
import { newLeadClient } from "./load-clients.ts";
import type { Deed, Past, WorldDeed } from "./load-history.ts";
import { sized } from "./size.ts";

/** The history of a Lead, by its email. */
export interface LeadStory {
  readonly email: string;
  readonly deeds: Past<Deed>;
}

/** A workspace and all responses about it. */
export interface LoadWorkspace {
  readonly id: string;
  readonly key: string;
  /** Whether the quota can reject requests. */
  readonly isMetered: boolean;
  /** The number of Leads in the fixture that the key reaches. */
  readonly reachable: number;
  readonly connections: Connections;
  readonly chance: Chance;
  readonly stories: LeadStory[];
  /** Leads that a request reached by an id that a reset reassigned. They are not checked. */
  readonly mistaken: Set<string>;
  readonly world: Past<WorldDeed>[number][];
  /** Grows with each answered reset and restore. Clients then start with new Leads. */
  readonly age: { value: number };
  /** The number of responses by request kind and status. */
  readonly seen: Map<string, number>;
  readonly faults: string[];
}

/** Runs `clients` clients and a controller until `isOver`. */
export async function live(
  workspace: LoadWorkspace,
  clients: number,
  isOver: () => boolean,
): Promise<void> {
  const pace = newPace(workspace.chance, isOver);
  const work = Array.from({ length: clients }, async (_, number) => {
    const act = newLeadClient(workspace, number);
    while (!isOver()) {
      // oxlint-disable-next-line no-await-in-loop -- a client waits for its answer
      await act();
      pace.answered();
    }
    pace.end();
  });
  await Promise.all([controlled(workspace, () => pace.turn(), isOver), ...work]);
}

const answersBetween = sized(80, 400);

/** Lets the controller act after a random number of client responses. */
function newPace(chance: Chance, isOver: () => boolean) {
  let left = 0;
  let turn = Promise.withResolvers<void>();
  return {
    answered(): void {
      left -= 1;
      if (left <= 0) turn.resolve();
    },
    end: () => turn.resolve(),
    turn(): Promise<void> {
      left = 1 + chance(answersBetween);
      turn = Promise.withResolvers();
      if (isOver()) turn.resolve();
      return turn.promise;
    },
  };
}

interface Order {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  readonly deed?: WorldDeed;
}

async function controlled(
  workspace: LoadWorkspace,
  turn: () => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const snapshots = new Set<string>();
  while (!isOver()) {
    for (const order of nextOrders(workspace.chance, snapshots)) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await given(workspace, order);
    }
    // oxlint-disable-next-line no-await-in-loop -- clients continue after each change
    await turn();
  }
  await given(workspace, { method: "DELETE", path: "/faults", status: 200 });
}

async function given(workspace: LoadWorkspace, order: Order): Promise<void> {
  const { connections, id, world, age, seen, faults } = workspace;
  const { method, path, status: wanted, body, deed } = order;
  const answer = await connections.send({
    method,
    path: `/_sandbox/workspaces/${id}${path}`,
    body,
  });
  const { status, text, from, to } = answer;
  const name = `${method} ${path.replaceAll(/\d/g, "n")} ${status}`;
  seen.set(name, (seen.get(name) ?? 0) + 1);
  if (status !== wanted) faults.push(`${method} ${path} -> ${status} ${text.slice(0, 300)}`);
  else if (deed !== undefined) world.push({ ...deed, from, to });
  if (deed?.kind === "reset" || deed?.kind === "restore") age.value += 1;
}

/** The controller's next operations. A new snapshot replaces the existing one. */
function nextOrders(chance: Chance, snapshots: Set<string>): readonly Order[] {
  const kind = chance(100);
  const name = `s${chance(3)}`;
  if (kind < 20) return [{ ...post("/reset"), deed: { kind: "reset" } }];
  if (kind < 40) {
    const old = snapshots.has(name) ? [{ ...del(`/snapshots/${name}`) }] : [];
    snapshots.add(name);
    const taken = post("/snapshots", { name }, 201);
    return [...old, { ...taken, deed: { kind: "snapshot", name } }];
  }
  if (kind < 55 && snapshots.has(name)) {
    return [{ ...post(`/snapshots/${name}/restore`), deed: { kind: "restore", name } }];
  }
  if (kind < 70) return [post("/clock/advance", { by: chance(7_200_000) })];
  if (kind < 78) return [{ ...post("/clock", { mode: "frozen" }), method: "PUT" }];
  if (kind < 86) return [{ ...post("/clock", { mode: "system" }), method: "PUT" }];
  if (kind < 93) return [post("/faults", plannedFault, 201)];
  return [del("/faults")];
}

/** Applies to requests for a Lead that does not exist. */
const plannedFault = { match: { path: "/leads/FaultyL1" }, then: { status: 503 }, times: 20 };

function post(path: string, body?: unknown, status = 200): Order {
  return { method: "POST", path, status, ...(body === undefined ? {} : { body }) };
}

function del(path: string): Order {
  return { method: "DELETE", path, status: 200 };
}
