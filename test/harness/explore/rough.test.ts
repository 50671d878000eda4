/** The faults and rough days that assess provokes: what they do to calls and worlds. */
import { describe, expect, it } from "vitest";

import type { Observation, PlannedVariation } from "../../../src/harness/explore/model.ts";
import { runOnce } from "../../../src/harness/explore/run/run.ts";
import type { Client, Variables } from "./explored-in-process.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { callId } from "./made-up.ts";

const maya = { email: "maya@example.com", firstName: "Maya", lastName: "Moss" };

function send(variables: Variables, method: string, path: string, body?: object) {
  return fetch(`${variables["LEAD_API_URL"]}/v1${path}`, {
    method,
    headers: { "x-api-key": variables["LEAD_API_KEY"] ?? "", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const leads = (variables: Variables) => `/firms/${variables["LEAD_API_FIRM_ID"]}/leads`;
const post = (variables: Variables) => send(variables, "POST", leads(variables), maya);

const creating: Client = async (variables) => ((await post(variables)).status < 500 ? 0 : 1);

/** Sends the POST until it is not refused, at most nine times. */
const insisting: Client = async (variables) => {
  for (let attempt = 1; attempt < 10; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    if ((await post(variables)).status < 400) return 0;
  }
  return 1;
};

function runWith(client: Client, planned: PlannedVariation): Promise<Observation> {
  const trial = { id: "trial", variations: [planned], waits: false };
  return runOnce(inProcessSettings(client), { trial, timeoutMs: 20_000 });
}

const at = (
  variation: string,
  family: PlannedVariation["family"] = "faults",
): PlannedVariation => ({
  family,
  variation,
  workspace: null,
  call: family === "rough" && variation !== "crash" ? null : callId(maya.email),
  choices: null,
});

const statuses = ({ calls }: Observation) => calls.map(({ status }) => status);
const states = ({ worlds }: Observation) =>
  worlds.flatMap(({ records }) =>
    records
      .filter(({ kind, email }) => kind === "Lead" && email === maya.email)
      .map(({ state }) => state),
  );

describe("a fault", () => {
  it.each(["401", "403", "422"])("of %s refuses every call of the operation", async (variation) => {
    const run = await runWith(insisting, at(variation));
    expect(new Set(statuses(run))).toEqual(new Set([Number(variation)]));
    expect(states(run)).toEqual([]);
  });

  it("of 429×6 refuses six calls, however long they take", async () => {
    const run = await runWith(insisting, at("429×6"));
    expect(statuses(run)).toEqual([429, 429, 429, 429, 429, 429, 201]);
  });

  it("of 409 lets someone else create the Lead first", async () => {
    const run = await runWith(creating, at("409"));
    expect(statuses(run)).toEqual([409]);
    expect(states(run)).toEqual(["Active"]);
    expect(run.effects.size).toBe(0);
  });
});

describe("a rough day", () => {
  it("runs the command again in the same world", async () => {
    const run = await runWith(creating, at("again", "rough"));
    expect(statuses(run)).toEqual([201, 409]);
    expect(run.calls.map(({ process }) => process)).toEqual([1, 2]);
    expect(run.exits).toHaveLength(2);
  });

  it("converts the Leads in between", async () => {
    const run = await runWith(creating, at("converted", "rough"));
    expect(states(run)).toEqual(["Converted"]);
  });

  it("runs two copies at once", async () => {
    const run = await runWith(creating, at("copies", "rough"));
    expect(statuses(run).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(states(run)).toEqual(["Active"]);
  });

  it("adds 130 Leads that the final world leaves out", async () => {
    let total = 0;
    const listing: Client = async (variables) => {
      const body: unknown = await (await send(variables, "GET", leads(variables))).json();
      total = Number(/"total":(\d+)/.exec(JSON.stringify(body))?.[1]);
      return 0;
    };
    const run = await runWith(listing, at("many", "rough"));
    expect(total).toBeGreaterThan(130);
    expect(JSON.stringify(run.worlds)).not.toContain("more1@example.com");
  });

  it("kills the command at its call, and runs it again", async () => {
    const settings = inProcessSettings(creating);
    const kills: boolean[] = [];
    const trial = { id: "trial", variations: [at("crash", "rough")], waits: false };
    const run = await runOnce(
      {
        ...settings,
        async launch({ env, kill }) {
          const killed = new Promise<number>((resolve) => {
            kill?.addEventListener("abort", () => resolve(137));
          });
          const code = await Promise.race([killed, creating(env).catch(() => 1)]);
          kills.push(kill?.aborted === true);
          return { code, signal: null, timedOut: false, error: null };
        },
      },
      { trial, timeoutMs: 20_000 },
    );
    expect(run.exits?.map(({ code }) => code)).toEqual([137, 0]);
    expect(kills).toEqual([true, false]);
    expect(states(run)).toEqual(["Active"]);
  });
});

function roughly(variation: string): PlannedVariation {
  return { ...at(variation, "rough"), call: callId(maya.email) };
}

describe("a rough day at one call", () => {
  it.each([
    ["converted-after-call", "Converted"],
    ["archived-after-call", "Archived"],
  ])("%s leaves the Lead %s", async (variation, state) => {
    expect(states(await runWith(creating, roughly(variation)))).toEqual([state]);
  });

  it("lost-then-outage carries out the call and refuses all later ones", async () => {
    const run = await runWith(async (variables) => {
      await post(variables).catch(() => {});
      return (await post(variables)).status;
    }, roughly("lost-then-outage"));
    expect(run.calls.map(({ serverStatus, status }) => [serverStatus, status])).toEqual([
      [201, 0],
      [0, 503],
    ]);
    expect(states(run)).toEqual(["Active"]);
  });
});

describe("a call", () => {
  it("keeps its headers, surface and scheme, without its key", async () => {
    let key = "";
    const run = await runWith(async (variables) => {
      key = variables["LEAD_API_KEY"] ?? "";
      await send(variables, "GET", `${leads(variables)}?key=${key}`);
      return creating(variables);
    }, at("429×6"));
    const [call] = run.calls;
    expect(call).toMatchObject({ surface: "partner-sandbox", scheme: "http", keyIn: "url" });
    expect(call?.requestHeaders.get("x-api-key")).toBe("(hidden)");
    expect(run.calls.map(({ keyIn }) => keyIn)).toEqual(["url", null]);
    const kept = run.calls.map(({ requestHeaders, key: hash }) => [
      ...requestHeaders.values(),
      hash,
    ]);
    expect(JSON.stringify(kept)).not.toContain(key);
  });
});
