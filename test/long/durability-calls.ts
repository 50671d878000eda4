/** Random calls of every kind to a workspace whose process is killed. */
import { planStatuses } from "../../src/domain/model/plan.ts";
import { World } from "../../src/world/workspace/fixtures/world.ts";
import type { Reply } from "../support/reply.ts";
import { at } from "../support/reply.ts";
import type { Chance } from "./durability-chance.ts";

/**
 * A call of either plane; `path` starts after the workspace on the control plane, after the version
 * on the emulated one.
 */
export interface Call {
  readonly plane: "api" | "control";
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** A random call that fits the current contents of the workspace. */
export async function nextCall(
  inMemory: (call: Call) => Promise<Reply>,
  chance: Chance,
  stays: boolean,
): Promise<Call> {
  const state = await inMemory({ plane: "control", method: "GET", path: "/state" });
  if (state.status === 404) return { plane: "control", method: "POST", path: "/made" };
  const world = World().parse(at(state, "data"));
  const kind = chance(stays ? dropsFrom : 100);
  const found = kinds.find(({ upTo }) => kind < upTo) ?? kinds[0];
  return found?.call({ world, chance }) ?? createLead({ world, chance });
}

interface Scene {
  readonly world: World;
  readonly chance: Chance;
}

function createLead({ world, chance }: Scene): Call {
  const Plans = Array.from({ length: chance(4) }, () => ({ type: "Buying" }));
  const number = world.leads.length + chance(1_000_000);
  return {
    plane: "api",
    method: "POST",
    path: "/firms/Harb0rPt/leads",
    body: {
      email: `p${number}@client.example`,
      firstName: "Pia",
      lastName: "Person",
      clientData: { Plans },
    },
  };
}

function oneOf<Item>(items: readonly Item[], chance: Chance): Item | undefined {
  return items[chance(items.length)];
}

function activeLead({ world, chance }: Scene) {
  return oneOf(
    world.leads.filter(
      ({ deletedAt, convertedAt, resourceId }) =>
        deletedAt === undefined && convertedAt === undefined && resourceId === "Harb0rPt",
    ),
    chance,
  );
}

function control(method: string, path: string, body?: unknown): Call {
  return { plane: "control", method, path, ...(body === undefined ? {} : { body }) };
}

type Chosen = (scene: Scene) => Call | null;

const patchLead: Chosen = (scene) => {
  const lead = activeLead(scene);
  if (lead === undefined) return null;
  const body = { lastName: `Name${scene.chance(1_000)}` };
  return { plane: "api", method: "PATCH", path: `/leads/${lead.id}`, body };
};

const deleteLead: Chosen = (scene) => {
  const lead = activeLead(scene);
  return lead === undefined ? null : { plane: "api", method: "DELETE", path: `/leads/${lead.id}` };
};

const signUp: Chosen = (scene) => {
  const lead = activeLead(scene);
  return lead === undefined ? null : control("POST", "/sign-ups", { email: lead.email });
};

const movePlan: Chosen = ({ world, chance }) => {
  const plan = oneOf(world.plans, chance);
  const status = planStatuses[chance(planStatuses.length)];
  return plan === undefined ? null : control("POST", `/plans/${plan.id}/status`, { status });
};

const issueKey: Chosen = () =>
  control("POST", "/api-keys", {
    firmId: "Harb0rPt",
    roleType: "Partner",
    environment: "sandbox",
  });

const subscribe: Chosen = ({ world, chance }) =>
  control("POST", "/subscriptions", {
    firmMemberId: oneOf(world.firmMembers, chance)?.id,
    active: chance(2) === 0,
  });

const addMember: Chosen = ({ chance }) =>
  control("POST", "/firm-members", {
    firmId: "Harb0rPt",
    email: `m${chance(1_000)}@harbour-point.example`,
    firstName: "Mo",
    lastName: "Member",
    subscription: "active",
  });

const faulty: Chosen = ({ chance }) =>
  chance(2) === 0
    ? control("DELETE", "/faults")
    : control("POST", "/faults", { match: { path: "/v1/never" }, then: { status: 503 } });

const reset: Chosen = ({ chance }) =>
  control("POST", "/reset", { fixture: chance(4) === 0 ? "empty" : "default" });

/** From this number on, the kinds drop the workspace. */
const dropsFrom = 96;

/**
 * The kinds of calls. The frequency of each is the difference between its `upTo` and the one
 * before.
 */
const kinds: readonly { readonly upTo: number; readonly call: Chosen }[] = [
  { upTo: 30, call: createLead },
  { upTo: 40, call: patchLead },
  { upTo: 46, call: deleteLead },
  { upTo: 58, call: signUp },
  { upTo: 64, call: movePlan },
  { upTo: 67, call: issueKey },
  { upTo: 70, call: subscribe },
  { upTo: 73, call: addMember },
  { upTo: 76, call: () => control("PUT", "/assumptions", { "lead.delete": "204" }) },
  { upTo: 79, call: () => control("POST", "/clock/advance", { by: "PT1M" }) },
  { upTo: 82, call: faulty },
  { upTo: 85, call: ({ chance }) => control("POST", "/snapshots", { name: `s${chance(3)}` }) },
  { upTo: 89, call: ({ chance }) => control("POST", `/snapshots/s${chance(3)}/restore`) },
  { upTo: 91, call: ({ chance }) => control("DELETE", `/snapshots/s${chance(3)}`) },
  { upTo: 93, call: ({ world }) => control("PUT", "/state", world) },
  { upTo: dropsFrom, call: reset },
  { upTo: 100, call: () => control("DELETE", "") },
];
