import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

import { LaneReporter } from "./test/support/lane-reporter.ts";
import { machineSlowness } from "./test/support/machine-speed.ts";
import { BeginWithLong } from "./test/support/suite-order.ts";

/** The report from which `.ci/run` counts the tests. */
const report = process.env["LEAD_SANDBOX_TEST_REPORT"];

/** Time limits follow the speed of the machine, so that a busy one fails no test. */
const slowness = machineSlowness();

/** Suites of browsers, processes, containers, histories and internals: `npm run test:all` runs them, `npm test` does not. */
const slow = [
  "test/adopt/commands.test.ts",
  "test/server/kits/{kits,pages}.test.ts",
  ..."apps/cli browser contract harness/pact image long package property scaling server/mailpit world/mail world/store"
    .split(" ")
    .map(inFolder),
  "test/architecture/stragglers.test.ts",
  "test/harness/assess/{clients,every-check,evidence,more-trials,not-assessed,page}.test.ts",
  "test/apps/console/*.test.ts",
  "test/apps/mcp/{hows,sizes,skills-ref,stdio*,conformance}.test.ts",
  "test/server/control/{access/tenant-bodies,events/slow,provider-states/reach}.test.ts",
  "test/server/control/calls/{content-encoding,head,long-answers,many,many-problems,over-limit,traffic,traffic-sockets,unreadable}.test.ts",
  "test/server/control/{requests/explain-property,workspaces/state-long,workspaces/state-property}.test.ts",
  "test/docs/{background,ci,explain,explore-ci,faults,generate-a-client,tour}.test.ts",
  "test/library/embed/{guide,many,msw,node-test,remote-msw,setup,testcontainers,vitest}.test.ts",
  "test/harness/check-har/{drifted,memory,moments,recordings}.test.ts",
  "test/harness/check-target/{assumptions,care,check,deviations,fakes,stopped}.test.ts",
  "test/harness/explore/{clients,elsewhere,exec-bundle,faults,fresh-state,interruption,packing}.test.ts",
  "test/harness/explore/{announced,announced-options,announced-processes,late-results,packed-hang}.test.ts",
  "test/harness/explore/{parallel-retries,rough,same-answers,too-large}.test.ts",
  "test/harness/next/{hostile-documents,pacts,edge/*}.test.ts",
  "test/harness/runs/result-files.test.ts",
  "test/harness/explore/{baseline-problems,reference-client,served-bundle,still-running}.test.ts",
  "test/harness/explore/{confirmation,no-end,nondeterminism,open-calls,tested,unusable-results}.test.ts",
  "test/harness/explore/report/{ctrf,hidden-report,html,real-report}.test.ts",
  "test/harness/simulate/{bad-days,causes,defects,edges,golden,languages,pollers,processes,replay-history,serve-history,stdin-lines,strangers,url-ticks}.test.ts",
  "test/network/https/{authority,https-clients,tls-names}.test.ts",
  "test/server/api/schemas/schema-check.test.ts",
  "test/server/tracing/traces.test.ts",
  "test/input/large-bodies.test.ts",
  "test/network/intercept/{clients,commands,namespace,trust-files}.test.ts",
  "test/peer-bugs.test.ts",
  "test/world/workspace/{broken-workspaces,file-storage,registry,save-world}.test.ts",
];

function inFolder(folder: string): string {
  return `test/${folder}/**/*.test.ts`;
}

// Files share their worker: importing the store costs more than most files run.
export default defineConfig({
  test: {
    isolate: false,
    pool: "threads",
    // Tests wait for sockets a quarter of the time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: Math.round(20_000 * slowness),
    hookTimeout: Math.round(10_000 * slowness),
    setupFiles: ["test/support/scope-tests.ts"],
    // The report lists tests that passed on a retry.
    retry: process.env["CI"] === undefined ? 0 : 1,
    sequence: { sequencer: BeginWithLong },
    reporters: ["default", new LaneReporter(), ...(report === undefined ? [] : ["json" as const])],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: slow,
          setupFiles: ["test/support/rules-shown.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: slow,
          globalSetup: "test/support/built.ts",
          // A worker waits half of the time for processes, browsers and containers. A project with workers of its own
          // runs after the other.
          maxWorkers: availableParallelism() + 3,
          sequence: { groupOrder: 1 },
          // Other processes are slow on a busy machine.
          testTimeout: Math.round(60_000 * slowness),
        },
      },
    ],
  },
});
