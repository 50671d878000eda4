import { describe, expect, it } from "vitest";

import type { Exploration, Judged } from "../../../../src/harness/explore/exploration.ts";
import { hiddenExploration } from "../../../../src/harness/explore/report/hidden-exploration.ts";
import { reportOf } from "../../../../src/harness/explore/report/report.ts";
import type { Finding } from "../../../../src/harness/explore/report/shape.ts";
import { inProcessSettings, reportContext } from "../explored-in-process.ts";
import { call, callId, observation, planned } from "../made-up.ts";

/** A path without an operation, which names a person. */
const id = callId(null, { operation: "GET /people/zoe@quillfamily.ca" });

const judged: Judged = {
  trial: "t1",
  verdict: "lost",
  alsoSeen: [],
  records: [],
  reason: "A record is missing.",
  planned: planned("503", { call: id }),
  observation: observation({ calls: [call(id, { path: "/v1/people/zoe@quillfamily.ca" })] }),
  facts: {
    exitCode: 0,
    durationMs: 100,
    calls: 1,
    fired: true,
    timedOut: false,
    machine: "calm",
    tests: new Map(),
  },
};

const exploration: Exploration = {
  problem: null,
  baseline: judged.observation,
  nondeterminism: null,
  judged: [judged],
  leftOut: [],
  elsewhere: [],
  inSequence: false,
  interrupted: false,
  runs: 3,
  stillRunning: [],
  durationMs: 300,
};

/** The finding in a report that hides personal data, unless `words` is null. */
function findingIn(words: ReadonlySet<string> | null): Finding | undefined {
  const shown = hiddenExploration(exploration, words);
  const settings = inProcessSettings(async () => 0);
  return reportOf(shown.exploration, settings, { ...reportContext, original: shown.original })
    .findings[0];
}

describe("a report that hides personal data", () => {
  it("has the ids and groups of the terminal, also of a path that names a person", () => {
    const [hidden, kept] = [findingIn(new Set()), findingIn(null)];
    expect(kept?.call?.operation).toBe(id.operation);
    expect(hidden?.call?.operation).not.toContain("quill");
    expect([hidden?.id, hidden?.group]).toEqual([kept?.id, kept?.group]);
  });
});
