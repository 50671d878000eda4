import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { newRandom } from "../../src/world/workspace/random.ts";
import { newWorkspaceSettings } from "../../src/world/workspace/workspace-settings.ts";
import { sized } from "../long/size.ts";
import { planFault, standings } from "../server/control/faults/planned-faults.ts";
import { at } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { monday, newWorld } from "../support/world.ts";
import type { ModelPlan, ModelStep } from "./fault-model.ts";
import { history, newFaultModel, requests } from "./fault-model.ts";
import { seeded } from "./seeded.ts";

const start = Date.parse(monday);

/** The random numbers of a workspace with that seed. */
function drawsOf(seed: number): (index: number) => number {
  const clock = { mode: "frozen", now: start } as const;
  const origin = { seed, fixture: "default", clock, assumptions: {}, expiresAt: null };
  const random = newRandom(newWorkspaceSettings(origin, Date.now));
  const drawn: number[] = [];
  return (index) => {
    while (drawn.length < index) drawn.push(random.draw());
    return drawn[index - 1] ?? 0;
  };
}

/** Runs the steps in a sandbox and in the model, and compares them after each. */
async function live(steps: readonly ModelStep[], seed: number): Promise<void> {
  const world = await newWorld({ seed });
  const model = newFaultModel(start, drawsOf(seed));
  await save(world);
  for (const step of steps) {
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    await take(world, model, step);
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    const shown = await standings(world);
    expect({ step, shown }).toEqual({ step, shown: model.standings() });
  }
  await world.close();
}

async function take(
  world: World,
  model: ReturnType<typeof newFaultModel>,
  step: ModelStep,
): Promise<void> {
  switch (step.act) {
    case "plan":
      await plan(world, model, step.fault);
      return;
    case "send": {
      const request = requests[step.request % requests.length];
      if (request === undefined) throw new Error("No request has this number.");
      const { method, path } = request;
      const call = { key: world.keys[step.key], surface: step.key };
      const status = await world.api(method, path, call).then(
        (reply) => reply.status,
        () => 0,
      );
      expect({ step, status }).toEqual({ step, status: model.send(request, step.key) });
      return;
    }
    case "advance":
      model.advance(step.by);
      await world.control("POST", "/clock/advance", { by: step.by });
      return;
    case "remove": {
      const listed = await world.control("GET", "/faults");
      const id = at(listed, `data.${step.index}.id`);
      const removed = await world.control(
        "DELETE",
        `/faults/${typeof id === "string" ? id : "none"}`,
      );
      expect(removed.status).toBe(model.remove(step.index) ? 200 : 404);
      return;
    }
    case "clear":
      model.clear();
      await world.control("DELETE", "/faults");
      return;
    case "save":
      model.save();
      await save(world);
      return;
    case "restore":
      model.restore();
      await world.control("POST", "/snapshots/saved/restore");
      return;
    default:
      step satisfies never;
  }
}

async function save(world: World): Promise<void> {
  await world.control("DELETE", "/snapshots/saved");
  await world.control("POST", "/snapshots", { name: "saved" });
}

async function plan(
  world: World,
  model: ReturnType<typeof newFaultModel>,
  fault: ModelPlan,
): Promise<void> {
  const { method, path, operationId, key, effect, when, times, probability } = fault;
  const { status, startsAt, expiresAt } = model.plan(fault);
  const effects = { status: { status }, reset: { kind: "reset" }, delay: { delayMs: 0 } } as const;
  await planFault(world, {
    match: {
      ...(method === null ? {} : { method }),
      ...(path === null ? {} : { path }),
      ...(operationId === null ? {} : { operationId }),
      ...(key === null ? {} : { apiKeyId: world.keyIds[key] }),
    },
    then: { ...effects[effect], when },
    times,
    probability,
    startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  });
}

describe("planned faults", () => {
  it("hit the requests that a plain list of faults predicts, in any history", async () => {
    await fc.assert(fc.asyncProperty(history, fc.nat(), live), seeded(sized(20, 60)));
  });

  it("hit the same requests in two workspaces of one seed", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(), async (steps, seed) => {
        expect(await expected(steps, seed)).toBe(await expected(steps, seed));
      }),
      seeded(5),
    );
  });
});

/** Everything that a workspace with that seed reports about the steps. */
async function expected(steps: readonly ModelStep[], seed: number): Promise<string> {
  const world = await newWorld({ id: "repeatable", seed });
  const model = newFaultModel(start, drawsOf(seed));
  await save(world);
  for (const step of steps) {
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    await take(world, model, step);
  }
  const events = await world.control("GET", "/events");
  const faults = await world.control("GET", "/faults");
  await world.close();
  // Response durations are real time.
  return events.text.replaceAll(/"durationMs":[\d.e-]+/g, "") + faults.text;
}
