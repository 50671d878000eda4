import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";
import { sized } from "../long/size.ts";
import { newSandbox } from "../support/sandbox.ts";
import { isRemote } from "../support/target.ts";
import { aConcurrentHistory } from "./concurrent-steps.ts";
import type { ConcurrentHistory } from "./concurrent-steps.ts";
import { livedAlone, livedTogether } from "./concurrent.ts";
import { seeded } from "./seeded.ts";

const workspaces = sized(12, 200);
const settings = seeded<[number]>(1);

// The test compares two sandboxes in this process.
describe.skipIf(isRemote)(`a workspace among ${workspaces} concurrent ones`, () => {
  it(
    "has the same responses and final state, byte for byte, as alone in the sandbox (5.2)",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const histories = fc.sample(aConcurrentHistory, { seed, numRuns: workspaces });
          expect(await differences(histories)).toEqual([]);
        }),
        // The seed determines every history, so shrinking it would not help.
        { ...settings, endOnFailure: true },
      );
    },
    120_000 * (settings.numRuns ?? 1),
  );
});

/** For each history with a difference between concurrent and lone runs, its first difference. */
async function differences(histories: readonly ConcurrentHistory[]): Promise<readonly string[]> {
  const sandbox = freshSandbox();
  const before = await toldOfDefault(sandbox);
  const together = await livedTogether(sandbox, histories);
  const found = (await toldOfDefault(sandbox)) === before ? [] : ["the default workspace changed"];
  const second = freshSandbox();
  for (const [index, history] of histories.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const alone = await livedAlone(second, index, history);
    const first = firstDifference(together[index] ?? [], alone);
    if (first !== null) found.push(`together-${index} ${first}`);
  }
  return found;
}

/** The state of the default workspace, which no history uses. */
async function toldOfDefault(sandbox: Sandbox): Promise<string> {
  const paths = ["state", "requests", "events", "emails", "quotas", "snapshots", "faults"];
  const answers = await Promise.all(
    paths.map((path) => sandbox.fetch(new Request(`http://127.0.0.1/_sandbox/${path}`))),
  );
  return (await Promise.all(answers.map((answer) => answer.text()))).join("\n").replaceAll(now, "");
}

/** The default workspace uses the system clock. */
const now = /"nextAllowedAt":"[^"]+"/g;

function firstDifference(together: readonly string[], alone: readonly string[]): string | null {
  const length = Math.max(together.length, alone.length);
  for (let line = 0; line < length; line += 1) {
    if (together[line] === alone[line]) continue;
    return `line ${line}, after ${alone[line - 1]}\ntogether: ${together[line]}\nalone: ${alone[line]}`;
  }
  return null;
}

function freshSandbox(): Sandbox {
  const sandbox = newSandbox();
  return sandbox;
}
