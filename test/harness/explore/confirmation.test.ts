/** A finding is reported once it shows again alone, and the budget bounds the whole run. */
import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import type { Exploration, ExploreSettings } from "../../../src/harness/explore/exploration.ts";
import type { Busyness } from "../../../src/harness/runs/busyness.ts";
import { busynessOf, watchBusyness } from "../../../src/harness/runs/busyness.ts";
import { spread } from "../../long/size.ts";
import { machineSlowness } from "../../support/machine-speed.ts";
import type { Client, Variables } from "./explored-in-process.ts";
import { exploredInProcess } from "./explored-in-process.ts";

/** Creates a person and treats every answer as success. */
const careless: Client = (variables) => createPerson(variables, 1_000);

async function createPerson(variables: Variables, timeoutMs: number): Promise<number> {
  await post(variables, timeoutMs).catch(() => null);
  return 0;
}

function post(
  { LEAD_API_URL: url, LEAD_API_KEY: key = "", ...variables }: Variables,
  timeoutMs: number,
): Promise<Response> {
  return fetch(`${url}/v1/firms/${variables["LEAD_API_FIRM_ID"]}/leads`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
    body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moss" }),
  });
}

/** The codes of the field `email` of a second create of the same Lead. */
async function conflictCodes(variables: Variables): Promise<readonly string[]> {
  await createPerson(variables, 5_000);
  const answer = await post(variables, 5_000);
  const body: unknown = await answer.json();
  const errors = Conflict.parse(body).fields.email;
  return errors.map(({ code }) => code);
}

const Conflict = z.looseObject({
  fields: z.looseObject({ email: z.array(z.looseObject({ code: z.string() })) }),
});

function trialOf({ LEAD_SANDBOX_TRIAL: trial = "" }: Variables): string {
  return /"variation":"([^"]+)"/.exec(trial)?.[1] ?? "none";
}

/** Counts the runs of each variation. */
function counting(client: Client) {
  const runs = new Map<string, number>();
  const counted: Client = async (variables) => {
    const name = trialOf(variables);
    runs.set(name, (runs.get(name) ?? 0) + 1);
    return client(variables);
  };
  return { runs, client: counted };
}

function verdictsOf({ judged }: Exploration): Readonly<Record<string, string>> {
  return Object.fromEntries(judged.map(({ planned, verdict }) => [planned.variation, verdict]));
}

describe("a finding", () => {
  it("is confirmed by its trial alone once more", async () => {
    const { runs, client } = counting(careless);
    const exploration = await exploredInProcess(client, { families: ["faults"] });
    const verdicts = verdictsOf(exploration);
    expect(verdicts).toMatchObject({ "503": "lost", "500-after": "tolerated" });
    for (const [variation, verdict] of Object.entries(verdicts)) {
      expect([variation, runs.get(variation)]).toEqual([variation, verdict === "lost" ? 2 : 1]);
    }
  }, 60_000);

  it("about an unknown error code is confirmed alone, and only of a client that depends on all codes of a field", async () => {
    const { runs, client } = counting(async (variables) => {
      const first = await conflictCodes(variables);
      return first.length === 1 && first[0] === "NOT_UNIQUE" ? 0 : 1;
    });
    const strict = await exploredInProcess(client, { families: ["evolution"] });
    expect(verdictsOf(strict)["unknown-error-code"]).toBe("dependent");
    expect(runs.get("unknown-error-code")).toBe(2);
    const tolerant = await exploredInProcess(
      async (variables) => ((await conflictCodes(variables)).includes("NOT_UNIQUE") ? 0 : 1),
      { families: ["evolution"] },
    );
    expect(verdictsOf(tolerant)["unknown-error-code"]).toBe("independent");
  }, 60_000);

  it("that shows only once, such as on a busy machine, is not reported", async () => {
    const { runs, client } = counting(async (variables) => {
      const code = await careless(variables);
      return trialOf(variables) === "503" && runs.get("503") === 2 ? 1 : code;
    });
    const exploration = await exploredInProcess(client, { families: ["faults"] });
    expect(verdictsOf(exploration)["503"]).toBe("reported");
  }, 60_000);

  it("that the run had no time to confirm is unknown, and says what was seen", async () => {
    const interruption = new AbortController();
    const exploration = await exploredInProcess(careless, {
      families: ["faults"],
      jobs: 1,
      signal: interruption.signal,
      onProgress({ last }) {
        if (last?.verdict === "lost") interruption.abort();
      },
    });
    const one = exploration.judged.find(({ verdict }) => verdict === "unknown");
    expect(one?.reason).toContain("Seen once as lost");
    expect(verdictsOf(exploration)).not.toContain("lost");
  }, 60_000);
});

/** Explores a client that does not end after a fault, with the time that it takes to give up on a call. */
async function exploredWithoutEnd(
  machine: Busyness,
  {
    fault = "hang",
    giveUpMs = Infinity,
    ...given
  }: { fault?: string; giveUpMs?: number } & Partial<ExploreSettings> = {},
) {
  const limits: number[] = [];
  const exploration = await exploredInProcess(careless, {
    families: ["faults"],
    watchMachine: () => () => machine,
    async launch({ env, timeoutMs = 0, moreMs }) {
      if (trialOf(env) !== fault) {
        return { code: await careless(env), signal: null, timedOut: false, error: null };
      }
      // The limit of the run passes at once.
      limits.push(timeoutMs);
      const timedOut = giveUpMs > timeoutMs;
      const running = createPerson(env, 1_000);
      await (fault === "hang" ? delay(500) : running); // Only a hang leaves the call open.
      if (timedOut) moreMs?.();
      await running;
      return { code: timedOut ? 143 : 1, signal: null, timedOut, error: null };
    },
    ...given,
  });
  return { limits, exploration, verdicts: verdictsOf(exploration) };
}

describe("a trial that did not end", () => {
  it.each(spread(["busy", "loaded", "calm"] as const, 1))(
    "runs again with 90 s and is judged by that run alone: hung, on a machine that is %s",
    async (machine) => {
      const { limits, verdicts } = await exploredWithoutEnd(machine);
      expect(verdicts).toMatchObject({ hang: "hung", "503": "lost" });
      expect(limits).toEqual([expect.closeTo(10_300, -3), 90_000]);
    },
    60_000,
  );

  it("is not hung for a client with a time limit of 30 s", async () => {
    const { limits, verdicts } = await exploredWithoutEnd("calm", { giveUpMs: 31_000 });
    expect(verdicts).toMatchObject({ hang: "reported" });
    expect(limits).toHaveLength(2);
  }, 60_000);

  it("has the time of --timeout instead where that is longer, and no second run then", async () => {
    const { limits, verdicts } = await exploredWithoutEnd("loaded", { timeoutMs: 120_000 });
    expect(verdicts).toMatchObject({ hang: "hung" });
    expect(limits).toEqual([120_000]);
  }, 60_000);

  it("has no second run if its first one had 90 s, and is too busy to judge on a busy machine", async () => {
    const { limits, verdicts } = await exploredWithoutEnd("busy", { fault: "outage" });
    expect(verdicts).toMatchObject({ outage: "too-busy" });
    expect(limits).toEqual([90_000]);
  }, 60_000);

  it("stays unfinished if the budget has no time for 90 s", async () => {
    const { limits, exploration, verdicts } = await exploredWithoutEnd("calm", {
      budgetMs: 80_000,
    });
    expect(verdicts).toMatchObject({ hang: "unfinished", "503": "lost" });
    expect(limits).toHaveLength(1);
    const hang = exploration.judged.find(({ planned }) => planned.variation === "hang");
    expect(hang?.facts.ending).toBe("the last call waits for its answer");
  }, 60_000);
});

describe("a finding about records that only a run of 90 s shows", () => {
  it("is confirmed by one trial of its group", async () => {
    const slowFaults = new Set(["503", "reset-before", "reset-after"]);
    const runs = new Map<string, number>();
    const exploration = await exploredInProcess(careless, {
      families: ["faults"],
      async launch({ env, timeoutMs = 0 }) {
        const fault = trialOf(env);
        const code = await careless(env);
        if (!slowFaults.has(fault)) {
          return { code: fault === "none" ? 0 : 1, signal: null, timedOut: false, error: null };
        }
        runs.set(fault, (runs.get(fault) ?? 0) + 1);
        const timedOut = timeoutMs < 90_000;
        return { code: timedOut ? 143 : code, signal: null, timedOut, error: null };
      },
    });
    expect(verdictsOf(exploration)).toMatchObject({ "503": "lost", "reset-before": "lost" });
    expect(Object.fromEntries(runs)).toEqual({ "reset-after": 2, "503": 2, "reset-before": 3 });
  }, 60_000);
});

describe("the machine", () => {
  it.each([
    [10, 0.5, "calm"],
    [10, 4, "loaded"],
    [10, 10, "busy"],
    [2_000, 0.5, "busy"],
  ])(
    "with %i ms of lateness and a load of %f meets a machine that is %s",
    (late, load, machine) => {
      expect(busynessOf(late, load)).toBe(machine);
    },
  );

  it("is doubtful if the event loop was late", async () => {
    const machine = watchBusyness();
    await new Promise((resolve) => setTimeout(resolve, 50));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(machine()).toBe("busy");
  });
});

describe("the budget", () => {
  const slowness = machineSlowness();

  it("ends the trials that still run, and leaves them out", async () => {
    const budgetMs = 3_000;
    const started = performance.now();
    const exploration = await exploredInProcess(careless, {
      families: ["faults"],
      budgetMs,
      async launch({ env, signal }) {
        const code = await careless(env);
        const isSlow = trialOf(env) !== "none";
        if (isSlow && signal?.aborted === false) {
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        }
        return { code, signal: null, timedOut: false, error: null };
      },
    });
    expect(performance.now() - started).toBeLessThan(2 * budgetMs);
    expect(exploration).toMatchObject({ interrupted: false, problem: null, judged: [] });
    expect(exploration.leftOut.length).toBeGreaterThan(5);
  }, 30_000);

  it("starts no trial that cannot end, and keeps time to confirm the findings", async () => {
    const { runs, client } = counting(async (variables) => {
      await delay(400 * slowness);
      return careless(variables);
    });
    const given = { families: ["faults"] as const, jobs: 1, budgetMs: 4_000 * slowness };
    const exploration = await exploredInProcess(client, given);
    expect(exploration.leftOut.length).toBeGreaterThan(3);
    expect(verdictsOf(exploration)["429"]).toBe("lost");
    // A trial may take longer than the baseline; it ends with the budget.
    const started = exploration.leftOut.filter(({ variation }) => runs.has(variation));
    expect(started.length).toBeLessThanOrEqual(1);
  });

  it("ends trials that still wait early enough to confirm what the others found", async () => {
    const exploration = await exploredInProcess(careless, {
      families: ["faults"],
      budgetMs: 8_000,
      async launch({ env, signal }) {
        const code = await careless(env);
        if (trialOf(env) === "hang" && signal?.aborted === false) {
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        }
        return { code, signal: null, timedOut: false, error: null };
      },
    });
    expect(verdictsOf(exploration)).toMatchObject({ "429": "lost", "503": "lost", outage: "lost" });
    expect(exploration.leftOut.map(({ variation }) => variation)).toEqual(["hang"]);
  }, 30_000);

  it("that does not suffice for two runs without a variation is named", async () => {
    const { problem } = await exploredInProcess(careless, {
      budgetMs: 2_000,
      async launch({ env, timeoutMs = 0 }) {
        await careless(env);
        await new Promise((resolve) => setTimeout(resolve, Math.min(timeoutMs, 1_500)));
        return { code: 0, signal: null, timedOut: timeoutMs < 1_500, error: null };
      },
    });
    expect(problem).toMatchObject({ kind: "timed-out", timeoutMs: 2_000 });
  }, 30_000);
});
