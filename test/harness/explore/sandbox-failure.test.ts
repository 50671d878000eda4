import { describe, expect, it } from "vitest";

import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { runPool } from "../../../src/harness/explore/trials/pool.ts";
import { SandboxFailure } from "../../../src/server/gates/failure.ts";
import type { Client } from "./explored-in-process.ts";
import { exploredInProcess, inProcessSettings } from "./explored-in-process.ts";

/** Its request schema is invalid, which is an error of the sandbox. */
const broken = {
  id: "broken",
  method: "POST",
  request: { type: "nonsense" },
  answer: { status: 200, body: {} },
};

function headers(key = "") {
  return { "x-api-key": key, "content-type": "application/json" };
}

/** Runs the broken workflow and ignores what comes back. */
const client: Client = async ({ LEAD_API_URL: url, LEAD_API_KEY: key }) => {
  await fetch(`${url}/_sandbox/workflows`, {
    method: "PUT",
    headers: headers(),
    body: JSON.stringify({ workflows: [broken] }),
  });
  await fetch(`${url}/v1/workflows/broken`, { method: "POST", headers: headers(key), body: "{}" });
  return 0;
};

/** Meets a fault that it planned. */
const planned: Client = async ({ LEAD_API_URL: url, LEAD_API_KEY: key }) => {
  const fault = { then: { status: 500 }, times: 1 };
  const body = JSON.stringify(fault);
  const put = await fetch(`${url}/_sandbox/faults`, {
    method: "POST",
    headers: headers(),
    body,
  });
  const { status } = await fetch(`${url}/v1/leads`, { headers: headers(key) });
  return put.ok && status === 500 ? 0 : 1;
};

const failure =
  "The sandbox itself failed, so this run proves nothing: POST /v1/workflows/broken was answered 500. " +
  "The fixture has an invalid request schema for this workflow: type must be JSONType or JSONType[]: nonsense.";

describe("a 500 of the sandbox itself", () => {
  it("ends a run with an error that names the request", async () => {
    const run = runOnce(inProcessSettings(client), { trial: null, timeoutMs: 20_000 });
    await expect(run).rejects.toThrow(SandboxFailure);
    await expect(run).rejects.toThrow(failure);
  });

  it("ends an exploration in the same way, even if only a trial meets it", async () => {
    let runs = 0;
    const later: Client = async (variables) => {
      runs += 1;
      const init = { headers: headers(variables["LEAD_API_KEY"]) };
      await fetch(`${variables["LEAD_API_URL"]}/v1/leads`, init).catch(() => {});
      return runs > 2 ? client(variables) : 0;
    };
    await expect(exploredInProcess(later, { families: ["evolution"], jobs: 1 })).rejects.toThrow(
      failure,
    );
    expect(runs).toBe(3);
  });

  it("is told apart from a planned fault, which is evidence", async () => {
    const { exit } = await runOnce(inProcessSettings(planned), { trial: null, timeoutMs: 20_000 });
    expect(exit.code).toBe(0);
  });
});

describe("a pool", () => {
  it("starts no more tasks after an error, and throws it when all have ended", async () => {
    const seen: string[] = [];
    const task = (name: string, work: () => Promise<void>) => ({
      waits: false,
      run: async () => {
        await work();
        seen.push(name);
      },
    });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const failing = task("failing", async () => {
      setImmediate(release);
      throw new Error("first");
    });
    const tasks = [task("held", () => held), failing, task("later", async () => {})];
    const size = { working: 2, waiting: 0 };
    await expect(runPool(tasks, size, () => true)).rejects.toThrow("first");
    expect(seen).toEqual(["held"]);
  });
});
