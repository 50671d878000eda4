/** A finding is reported once it shows again alone, and the budget bounds the whole run. */
import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import type { Exploration } from "../../../src/harness/explore/exploration.ts";
import type { Busyness } from "../../../src/harness/explore/run/busyness.ts";
import { busynessOf, watchBusyness } from "../../../src/harness/explore/run/busyness.ts";
import { machineSlowness } from "../../support/machine-speed.ts";
import type { Client, Variables } from "./explored-in-process.ts";
import { exploredInProcess } from "./explored-in-process.ts";

/** Creates a person and treats every answer as success. */
const careless: Client = (variables) => createPerson(variables, 300);

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

/** Explores a command that never ends after a hang. */
async function exploredHanging(machine: Busyness) {
  const limits: number[] = [];
  const exploration = await exploredInProcess(careless, {
    families: ["faults"],
    timeoutMs: 12_000,
    watchMachine: () => () => machine,
    async launch({ env, timeoutMs = 0, moreMs }) {
      const running = createPerson(env, 1_000);
      const timedOut = trialOf(env) === "hang";
      if (timedOut) {
        await delay(500);
        moreMs?.();
      }
      const code = await running;
      if (timedOut) limits.push(timeoutMs);
      return { code: timedOut ? 143 : code, signal: null, timedOut, error: null };
    },
  });
  return { limits, verdicts: verdictsOf(exploration) };
}

describe("a verdict about time", () => {
  it("stands if the machine is not busy", async () => {
    const { limits, verdicts } = await exploredHanging("calm");
    expect(verdicts).toMatchObject({ hang: "hung", "503": "lost" });
    expect(limits).toEqual([12_000, 12_000]);
  }, 60_000);

  it("on a busy machine is repeated with twice the limit, and is no finding if it stays busy", async () => {
    const { limits, verdicts } = await exploredHanging("busy");
    expect(verdicts).toMatchObject({ hang: "too-busy", "503": "lost" });
    expect(limits).toEqual([12_000, 24_000]);
  }, 60_000);

  it("on a loaded machine is repeated with twice the limit, and stands", async () => {
    const { limits, verdicts } = await exploredHanging("loaded");
    expect(verdicts).toMatchObject({ hang: "hung" });
    expect(limits).toEqual([12_000, 24_000]);
  }, 60_000);

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
    expect(verdictsOf(exploration)["503"]).toBe("lost");
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
