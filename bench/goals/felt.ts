/** Goals for waiting times of users. */
import type { Goal } from "../judging.ts";
import { all, amount, atLeast, atMost, milliseconds, times } from "../judging.ts";
import { afterReset, firstUses, readsAfterWrite } from "../measures/after-write.ts";
import { commandNames, emptyScript } from "../measures/commands.ts";
import { costPerFile, testFileNames } from "../measures/test-file.ts";
import { aboveFake, testSuiteNames } from "../measures/test-suite.ts";
import { waitersNames } from "../measures/waiters.ts";
import { cycleColumns, firstUseColumns } from "../measures/workspace-cycle.ts";
import { bareHonoName } from "../targets/bare-hono.ts";

const firstUseMsMax = { import: 60, create: 5, "first workspace": 20, "first POST": 10 };

export const feltGoals: readonly Goal[] = [
  {
    what: "Vitest: cost of a test file",
    goal: "at most 120 ms, with one line of configuration",
    judge: all((of) => [
      milliseconds(of.value("test-file", costPerFile, testFileNames.shared), atMost(120)),
    ]),
  },
  {
    what: "Vitest: 400 small tests over HTTP",
    goal: `at most 1.4 × the same suite against ${bareHonoName}`,
    judge: all((of) => [
      times(
        of.ratio("test-suite", "whole run", testSuiteNames.http, testSuiteNames.bare),
        atMost(1.4),
      ),
    ]),
  },
  {
    what: "Vitest: a small test in process",
    goal: "at most 3 ms above a fake",
    judge: all((of) => [
      milliseconds(of.value("test-suite", aboveFake, testSuiteNames.inProcess), atMost(3)),
    ]),
  },
  {
    what: "new workspace, 5 requests, drop: processor time",
    goal: `in process at most 1.3 ms; by HTTP at most 5.5 × ${bareHonoName}`,
    judge: all((of) => [
      milliseconds(of.value("workspace-cycle", cycleColumns.inProcess), atMost(1.3)),
      times(of.ratio("workspace-cycle", cycleColumns.http), atMost(5.5), "by HTTP "),
    ]),
  },
  {
    what: "first use in a fresh Node: import, create, first workspace, first POST",
    goal: "at most 60, 5, 20 and 10 ms",
    judge: all((of) =>
      firstUseColumns.map((column) =>
        milliseconds(of.value("first-use", column), atMost(firstUseMsMax[column])),
      ),
    ),
  },
  {
    what: "start to the first 200",
    goal: `at most 1.5 × ${bareHonoName}`,
    judge: all((of) => [times(of.ratio("cold-start", "first 200"), atMost(1.5))]),
  },
  {
    what: "peak memory at the first 200",
    goal: `at most 1.2 × ${bareHonoName}`,
    judge: all((of) => [times(of.ratio("cold-start", "peak memory"), atMost(1.2))]),
  },
  {
    what: "start with a fixture of 100k and 1M Leads",
    goal: "at most 0.8 s and 200 MiB; 6 s and 700 MiB",
    judge: all((of) => [
      amount(of.value("fixture-start", "first Lead, 100k"), atMost(0.8), "s", "100k: "),
      amount(of.value("fixture-start", "peak memory, 100k"), atMost(200), "MiB"),
      amount(of.value("fixture-start", "first Lead, 1M"), atMost(6), "s", "1M: "),
      amount(of.value("fixture-start", "peak memory, 1M"), atMost(700), "MiB"),
    ]),
  },
  {
    what: `commands ${commandNames.join(", ")}`,
    goal: "at most 1.3 × an empty Node script",
    judge: all((of) =>
      commandNames.map((name) =>
        times(of.ratio("commands", "whole run", name, emptyScript), atMost(1.3)),
      ),
    ),
  },
  {
    what: "size of the installed package",
    goal: "no more than before: at most 38 MB, SQLite's prebuilt binaries included",
    judge: all((of) => [
      amount(of.value("install", "in all"), atMost(38), "MB"),
      amount(of.value("install", "SQLite's binaries"), () => true, "MB", "SQLite's binaries "),
    ]),
  },
  ...listGoals(),
  {
    what: "GET of a random Lead of 1k and of 100k, 10 connections",
    goal: `at least 0.6 × ${bareHonoName}`,
    judge: all((of) =>
      ["1k", "100k"].map((size) => times(of.ratio("random-read", size), atLeast(0.6), `${size}: `)),
    ),
  },
  {
    what: "POST while 32 clients wait for mail",
    goal: "at most 1.2 × without waits",
    judge: all((of) => [
      times(of.ratio("waiters", "POST", waitersNames.with, waitersNames.without), atMost(1.2)),
    ]),
  },
  {
    what: "memory after 100k mixed requests, no forced collection",
    goal: "at most 220 MiB",
    judge: all((of) => [
      amount(of.value("resident-memory", "requests"), atLeast(100_000), "requests"),
      amount(of.value("resident-memory", "RSS afterwards"), atMost(220), "MiB"),
    ]),
  },
];

function listGoals(): readonly Goal[] {
  const { filter, order, deepOrder, orderAndFilter, withDeleted } = readsAfterWrite;
  const bounds = [
    ...[filter, order, deepOrder, withDeleted].map((column) => [column, 5] as const),
    [orderAndFilter, 15] as const,
    [firstUses, 80] as const,
  ];
  return [
    {
      what: "lists of 100k Leads after a write",
      goal: "at most 5 ms; order + filter 15 ms; the first uses of an order 80 ms",
      judge: all((of) =>
        bounds.map(([column, bound]) =>
          milliseconds(of.value("after-write", column), atMost(bound), `${column}: `),
        ),
      ),
    },
    {
      what: "first list of 100k Leads after a reset",
      goal: "at most 1 ms",
      judge: all((of) => [milliseconds(of.value("after-write", afterReset), atMost(1))]),
    },
  ];
}
