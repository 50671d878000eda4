import { Agent, request } from "node:http";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Observation, Trial } from "../../../src/harness/explore/model.ts";
import { planTrials } from "../../../src/harness/explore/plan/plan.ts";
import { runOnce } from "../../../src/harness/explore/run/run.ts";
import type { Client, Variables } from "./explored-in-process.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { callId, planned } from "./made-up.ts";
import { person } from "./varied.ts";

const maya = "maya@example.com";
const noah = "noah@example.com";

/** Creates a Lead and returns the status; rejects when the connection is cut. */
function post(agent: Agent, variables: Variables, email: string): Promise<number> {
  const { LEAD_API_URL: url = "", LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = variables;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const outgoing = request(`${url}/v1/firms/${firm}/leads`, { agent, method: "POST", headers });
  outgoing.on("error", reject);
  outgoing.on("response", (incoming) => {
    incoming.resume();
    incoming.on("end", () => resolve(incoming.statusCode ?? 0));
  });
  outgoing.end(JSON.stringify(person(email)));
  return promise;
}

/** Creates Maya, Noah and Mia in turn over the connections of one agent, each twice if the first try is cut. */
function creating(keepAlive: boolean): Client {
  return async (variables) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const created = async (email: string): Promise<number> =>
      post(agent, variables, email).catch(async () => post(agent, variables, email));
    const statuses = [await created(maya), await created(noah), await created("mia@example.com")];
    return statuses.every((status) => status === 201) ? 0 : 1;
  };
}

function run(client: Client, trial: Trial | null): Promise<Observation> {
  return runOnce(inProcessSettings(client), { trial, timeoutMs: 20_000 });
}

function trialOf(fault: string, email: string): Trial {
  const variations = [planned(fault, { call: callId(email) })];
  return { id: "t1", variations, waits: false };
}

const plan = {
  families: ["faults"],
  operations: [],
  assumptions: {},
  packs: false,
} as const;

/** The subjects of the calls for which the fault is planned. */
function varied(baseline: Observation, fault: string): readonly unknown[] {
  return planTrials(baseline, plan)
    .flatMap(({ variations }) => variations)
    .filter(({ variation }) => variation === fault)
    .map(({ call }) => call?.subject);
}

function connections({ calls }: Observation): readonly unknown[] {
  return calls.map(({ isOnKeptConnection }) => isOnKeptConnection);
}

describe("the connections of an explored client", () => {
  it("stay open as the client wants it", async () => {
    expect(connections(await run(creating(true), null))).toEqual([false, true, true]);
    expect(connections(await run(creating(false), null))).toEqual([false, false, false]);
  });

  it("close after each answer until a planned reset, which some transports would hide", async () => {
    const seen = await run(creating(true), trialOf("reset-before", noah));
    expect(seen.calls.map(({ status }) => status)).toEqual([201, 0, 201, 201]);
    expect(connections(seen)).toEqual([false, false, false, true]);
  });
});

describe("a reset of an idle connection", () => {
  it("is planned for calls on kept connections only", async () => {
    const kept = await run(creating(true), null);
    expect(varied(kept, "reset-idle")).toEqual([noah, "mia@example.com"]);
    expect(varied(kept, "reset-before")).toEqual([maya, noah, "mia@example.com"]);
    expect(varied(await run(creating(false), null), "reset-idle")).toEqual([]);
  });

  it("cuts off the call that arrives, which is not carried out", async () => {
    const seen = await run(creating(true), trialOf("reset-idle", noah));
    expect(seen.exit.code).toBe(0);
    expect(seen.calls.map(({ status, variation }) => [status, variation])).toEqual([
      [201, null],
      [0, "reset-idle"],
      [201, null],
      [201, null],
    ]);
    expect(seen.effects.size).toBe(0);
  });

  it("does not happen to a new connection", async () => {
    const seen = await run(creating(false), trialOf("reset-idle", noah));
    expect(seen.calls.map(({ status, variation }) => [status, variation])).toEqual([
      [201, null],
      [201, null],
      [201, null],
    ]);
  });
});
