/** Compares the engine's verdicts on small random clients with those of a slow, simple model. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runCommand } from "../../src/base/processes/run-command.ts";
import type { Exploration, Judged } from "../../src/harness/explore/exploration.ts";
import { callKey } from "../../src/harness/explore/identity.ts";
import { exploredInProcess } from "../harness/explore/explored-in-process.ts";
import { obviousRun, obviousVerdicts } from "../harness/explore/random/obvious-verdict.ts";
import type { Run } from "../harness/explore/random/obvious-verdict.ts";
import { httpProvider } from "../harness/explore/random/over-http.ts";
import type { Program } from "../harness/explore/random/program.ts";
import { carryOut } from "../harness/explore/random/program.ts";
import { program } from "../harness/explore/random/programs.ts";
import { isLong, sized } from "./size.ts";

const main = `${import.meta.dirname}/../harness/explore/random/over-http.ts`;

/** Explores a program, either in this process or as a command. */
function explored(
  client: Program,
  { jobs, isCommand = false }: { readonly jobs: number | null; readonly isCommand?: boolean },
): Promise<Exploration> {
  return exploredInProcess((variables) => carryOut(client, httpProvider(variables)), {
    families: ["faults", "evolution"],
    jobs,
    ...(isCommand
      ? { cores: 1, command: [process.execPath, main, JSON.stringify(client)], launch: runCommand }
      : {}),
  });
}

/** The verdicts of the engine and of the model on each trial. */
async function compared(client: Program, exploration: Exploration) {
  const baseline = await obviousRun(client, null);
  if (!baseline.succeeds) {
    return [{ trial: "baseline", engine: exploration.problem?.kind ?? "none", model: "fails" }];
  }
  if (exploration.problem !== null) {
    return [{ trial: "baseline", engine: exploration.problem.kind, model: "succeeds" }];
  }
  return Promise.all(
    exploration.judged.map(async (one) => ({
      trial: `${one.planned.variation} ${one.planned.call === null ? "" : callKey(one.planned.call)}`,
      engine: expected([one.verdict, ...one.alsoSeen]),
      model: expected(await modelled(client, baseline, one)),
    })),
  );
}

/**
 * The expected verdicts. A duplicate person also counts as altered when one of the records is
 * altered.
 */
function expected([first = "", ...others]: readonly string[]): string {
  return [first, ...others.filter((verdict) => verdict !== "altered")].join(" ");
}

async function modelled(
  client: Program,
  baseline: Run,
  { planned: { family, variation, call } }: Judged,
): Promise<readonly string[]> {
  const key = call === null ? null : callKey(call);
  const trial = await obviousRun(client, { variation, callKey: key });
  if (key !== null) return obviousVerdicts(baseline, trial, key);
  if (family !== "evolution") throw new Error(`Nothing is modelled of ${family}.`);
  return [obviousTolerance(variation, baseline, trial)];
}

/** The lawful changes that the responses of random programs can show. */
function obviousTolerance(variation: string, baseline: Run, trial: Run): string {
  const statuses = trial.sent.map(({ status }) => status);
  const isReached: Readonly<Record<string, boolean>> = {
    "unknown-plan-status": false,
    "unknown-error-code": statuses.includes(409),
    "other-messages": statuses.some((status) => status >= 400),
  };
  if (isReached[variation] === false) return "not-reached";
  return claimAndWorld(baseline) === claimAndWorld(trial) ? "independent" : "dependent";
}

function claimAndWorld({ succeeds, records }: Run): string {
  return JSON.stringify([succeeds, records.map(({ id: _id, ...record }) => record)]);
}

type Compared = Awaited<ReturnType<typeof compared>>;

/** Load can distort time-dependent verdicts, so a program with disagreements runs again alone. */
async function disagreementsOf(client: Program): Promise<Compared> {
  let wrong: Compared = [];
  for (const jobs of [null, 1, 1]) {
    // oxlint-disable-next-line no-await-in-loop -- no other work may run at the same time
    const all = await compared(client, await explored(client, { jobs }));
    wrong = all.filter(({ engine, model }) => engine !== model);
    if (wrong.length === 0) break;
  }
  return wrong;
}

describe("the verdict on a random client", () => {
  it(
    "equals that of the simple model",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(program, { minLength: sized(3, 6), maxLength: sized(3, 6) }),
          async (clients) => {
            const wrong = await Promise.all(clients.map(disagreementsOf));
            expect(
              wrong
                .map((found, at) => ({ found, client: JSON.stringify(clients[at]) }))
                .filter(({ found }) => found.length > 0),
            ).toEqual([]);
          },
        ),
        { numRuns: sized(1, 40), endOnFailure: true },
      );
    },
    sized(180_000, 2_400_000),
  );

  it("is the same for a program that runs as a command", async (context) => {
    context.skip(!isLong, "only npm run test:long");
    const step = {
      person: "maya@example.com",
      parent: "firm",
      by: "id",
      field: "firstName",
      value: "May",
    } as const;
    const client: Program = {
      steps: [
        { ...step, act: "create", handling: { kind: "elsewhere" }, otherwise: "stop" },
        { ...step, act: "patch", handling: { kind: "none" }, otherwise: "ignore" },
      ],
      readsBodies: true,
      idLength: 8,
      knowsAllFields: false,
    };
    const all = await compared(client, await explored(client, { jobs: null, isCommand: true }));
    expect(all.filter(({ engine, model }) => engine !== model)).toEqual([]);
    const verdicts = new Set(all.map(({ engine }) => engine));
    expect(verdicts).toEqual(
      new Set([
        "duplicated",
        "lost",
        "altered",
        "reported",
        "tolerated",
        "dependent",
        "independent",
        "not-reached",
      ]),
    );
  }, 120_000);
});
