import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Sandbox } from "../../src/sandbox.ts";
import { newSandbox } from "../support/sandbox.ts";
import { isRemote } from "../support/target.ts";
import { aCrowdHistory } from "./crowd-steps.ts";
import type { CrowdHistory } from "./crowd-steps.ts";
import { livedAlone, livedTogether } from "./crowd.ts";
import { seeded } from "./seeded.ts";

const workspaces = 200;
const settings = seeded<[number]>(1);

// What it compares are two sandboxes in this process.
describe.skipIf(isRemote)("a workspace among 200 that are driven at once", () => {
  it(
    "answers and ends, byte for byte, as it does with the sandbox to itself (5.2)",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const histories = fc.sample(aCrowdHistory, { seed, numRuns: workspaces });
          expect(await differences(histories)).toEqual([]);
        }),
        // The number is a seed of two hundred histories: a smaller one tells no more.
        { ...settings, endOnFailure: true },
      );
    },
    120_000 * (settings.numRuns ?? 1),
  );
});

/** Where a history was answered otherwise in the crowd than alone, the first place of each. */
async function differences(histories: readonly CrowdHistory[]): Promise<readonly string[]> {
  const crowd = freshSandbox();
  const before = await toldOfDefault(crowd);
  const crowded = await livedTogether(crowd, histories);
  const found = (await toldOfDefault(crowd)) === before ? [] : ["the default workspace changed"];
  const second = freshSandbox();
  for (const [index, history] of histories.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const alone = await livedAlone(second, index, history);
    const first = firstDifference(crowded[index] ?? [], alone);
    if (first !== null) found.push(`crowd-${index} ${first}`);
  }
  return found;
}

/** The workspace that none of the histories is in. */
async function toldOfDefault(sandbox: Sandbox): Promise<string> {
  const paths = ["state", "requests", "events", "emails", "quotas", "snapshots", "faults"];
  const answers = await Promise.all(
    paths.map((path) => sandbox.fetch(new Request(`http://127.0.0.1/_sandbox/${path}`))),
  );
  return (await Promise.all(answers.map((answer) => answer.text()))).join("\n").replaceAll(now, "");
}

/** The default workspace runs with the system's clock. */
const now = /"nextAllowedAt":"[^"]+"/g;

function firstDifference(crowded: readonly string[], alone: readonly string[]): string | null {
  const length = Math.max(crowded.length, alone.length);
  for (let line = 0; line < length; line += 1) {
    if (crowded[line] === alone[line]) continue;
    return `line ${line}, after ${alone[line - 1]}\nin the crowd: ${crowded[line]}\nalone: ${alone[line]}`;
  }
  return null;
}

function freshSandbox(): Sandbox {
  const sandbox = newSandbox();
  return sandbox;
}
