/** For each check, a client that shows it, one that does not, and one that does not exercise it. */
import { describe, expect, it } from "vitest";

import { checks } from "../../../src/harness/assess/checks/checks.ts";
import type { AssessedRun, CheckContext, CheckVerdict } from "../../../src/harness/assess/run.ts";
import { isLong } from "../../long/size.ts";
import { fullScan, updatedAtOnly } from "../simulate/pollers.ts";
import type { Poller } from "../simulate/simulated.ts";
import { simulated } from "../simulate/simulated.ts";
import { context } from "./made-up.ts";
import { recorded, runsOf } from "./program-runs.ts";
import type { Program } from "./programs.ts";
import * as programs from "./programs.ts";

/** What the client of a row does. */
interface Row {
  /** The trials that matter; null for the baseline alone. */
  readonly trials: RegExp | null;
  /** Those of the two other clients, if fewer matter to them. */
  readonly fewer?: RegExp;
  readonly shows: Program;
  /** The client that does not, with its verdict. */
  readonly wrong: readonly [CheckVerdict, Program];
  /** A client that gives no evidence; null for a recording of the first one. */
  readonly idle: Program | null;
}

const { careful, hammer, liar, reader } = programs;
const rows: Readonly<Record<string, Row>> = {
  "claims.true": { trials: /^fault:503$/, shows: careful, wrong: ["violated", liar], idle: null },
  "answer.lost": {
    trials: /^fault:reset-after$/,
    shows: careful,
    wrong: ["violated", programs.doubler],
    idle: reader,
  },
  "run.again": {
    trials: /^again$/,
    shows: careful,
    wrong: ["attention", programs.stubborn],
    idle: null,
  },
  "crash.recovers": {
    trials: /^crash/,
    shows: careful,
    wrong: ["violated", programs.forgetful],
    idle: reader,
  },
  "rotation.recovers": {
    trials: /^key-revoked/,
    shows: careful,
    wrong: ["violated", programs.forgetful],
    idle: null,
  },
  "conflict.handled": {
    trials: /^fault:409$/,
    shows: careful,
    wrong: ["violated", hammer],
    idle: reader,
  },
  "invalid.not-repeated": {
    trials: /^fault:422$/,
    shows: careful,
    wrong: ["violated", hammer],
    idle: null,
  },
  "refused.not-repeated": {
    trials: /^fault:40[13]$/,
    shows: careful,
    wrong: ["violated", hammer],
    idle: null,
  },
  "backoff.waits": {
    trials: /^fault:429×6$/,
    shows: careful,
    wrong: ["violated", hammer],
    idle: reader,
  },
  "backoff.ends": {
    trials: /^fault:outage$/,
    shows: careful,
    wrong: ["violated", liar],
    idle: null,
  },
  "timeout.set": {
    trials: /^fault:hang-60$/,
    shows: careful,
    wrong: ["violated", programs.waiter],
    idle: null,
  },
  "query.effective": {
    trials: null,
    shows: careful,
    wrong: ["violated", programs.misspelling],
    idle: reader,
  },
  "key.safe": {
    trials: null,
    shows: careful,
    wrong: ["violated", programs.leaking],
    idle: programs.silent,
  },
  "schema.tolerant": {
    trials: /^evolution:/,
    shows: careful,
    wrong: ["violated", programs.strict],
    idle: null,
  },
  "logs.clean": {
    trials: null,
    shows: programs.talking,
    wrong: ["violated", programs.leakingLog],
    idle: careful,
  },
  "poison.isolated": {
    trials: /^fault:poison$/,
    shows: programs.isolating,
    wrong: ["violated", programs.dropping],
    idle: careful,
  },
  "export.whole": {
    trials: /^(?:many$|page-)/,
    fewer: /^(?:many$|page-503$)/,
    shows: programs.exporting,
    wrong: ["violated", programs.truncating],
    idle: programs.pager,
  },
  "environment.right": {
    trials: null,
    shows: programs.live("maya@moss.ca"),
    wrong: ["violated", programs.live("maya@example.com")],
    idle: careful,
  },
  "pages.complete": {
    trials: /^many$/,
    shows: programs.pager,
    wrong: ["attention", programs.skimming],
    idle: reader,
  },
  "follow.converted": {
    trials: /^converted$/,
    shows: programs.pager,
    wrong: ["attention", programs.blind],
    idle: liar,
  },
  "quota.fits": {
    trials: null,
    shows: careful,
    wrong: ["violated", programs.chatty],
    idle: null,
  },
};

async function verdictOf(
  id: string,
  runs: readonly AssessedRun[],
  given: Partial<CheckContext> = {},
): Promise<CheckVerdict> {
  const check = checks.find((one) => one.id === id);
  const every15Minutes = { everyMs: 900_000 };
  const found = check?.judge(runs.map(onTime), { ...context, ...every15Minutes, ...given });
  return found?.verdict ?? "not-exercised";
}

/**
 * A run on a machine that is never late. These clients run in the process of all suites, where late timers would take
 * the evidence of their pauses away. `checks-of-refusals.test.ts` shows that they do.
 */
function onTime(run: AssessedRun): AssessedRun {
  return run.stalls === null ? run : { ...run, stalls: [] };
}

describe.each(Object.entries(rows))("%s", (id, { trials, fewer = trials, shows, wrong, idle }) => {
  it("is shown by a client that does it", async () => {
    expect(await verdictOf(id, await runsOf(shows, trials))).toBe("shown");
  });

  // The trial is a call without an answer, for a minute.
  it.skipIf(wrong[1] === programs.waiter && !isLong)(
    `is ${wrong[0]} by a client that does not`,
    { timeout: 120_000 },
    async () => {
      expect(await verdictOf(id, await runsOf(wrong[1], fewer))).toBe(wrong[0]);
    },
  );

  it("is not exercised by a client that gives no evidence", async () => {
    const runs = await runsOf(idle ?? shows, idle === null ? null : fewer);
    const seen = idle === null ? runs.map(recorded) : runs;
    expect(await verdictOf(id, seen)).toBe("not-exercised");
  });
});

it("schema.tolerant needs attention for a client that needs the header Date", async () => {
  const runs = await runsOf(programs.dated, /^evolution:/);
  expect(await verdictOf("schema.tolerant", runs)).toBe("attention");
});

it("export.whole needs attention for a client that goes on after the page that failed", async () => {
  const runs = await runsOf(programs.skipping, /^(?:many|page-503)$/);
  expect(await verdictOf("export.whole", runs)).toBe("attention");
});

async function polled(poller: Poller): Promise<CheckVerdict> {
  const changes = new Set(["convert"] as const);
  const given = { leads: [2], changes, shrinks: false };
  const { problem, findings, summary } = await simulated(poller, given);
  expect(problem).toBeNull();
  const lasting = findings.filter((one) => one.lasting).length;
  const polling = { lasting, late: findings.length - lasting, ticks: summary.ticks };
  return verdictOf("polling.keeps-up", await runsOf(reader, null), { polling });
}

describe("polling.keeps-up", () => {
  it("is shown by a full scan", async () => expect(await polled(fullScan)).toBe("shown"));
  it("is violated by a watermark of updatedAt alone", async () => {
    expect(await polled(updatedAtOnly)).toBe("violated");
  });
  it("is not exercised without a ledger", async () => {
    const runs = await runsOf(reader, null);
    expect(await verdictOf("polling.keeps-up", runs)).toBe("not-exercised");
  });
});

it("each check has its clients", () => {
  // Those of `tls.verified` are in more-trials.test.ts.
  expect([...Object.keys(rows), "polling.keeps-up", "tls.verified"].toSorted()).toEqual(
    checks.map(({ id }) => id).toSorted(),
  );
});
