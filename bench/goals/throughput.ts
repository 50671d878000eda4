/** Goals for throughput, mostly relative to peers. */
import type { Goal } from "../judging.ts";
import { all, amount, atLeast, atMost, milliseconds, times } from "../judging.ts";
import { bareHonoName } from "../targets/bare-hono.ts";

export const throughputGoals: readonly Goal[] = [
  {
    what: "GET of one Lead, 10 and 50 connections",
    goal: `at least 0.65 × ${bareHonoName} and 2 × every peer`,
    judge: all((of) => [
      times(of.ratio("get-one", "at 10"), atLeast(0.65), "at 10: "),
      times(of.ofBestPeer("get-one", "at 10"), atLeast(2), "best peer "),
      times(of.ratio("get-one", "at 50"), atLeast(0.65), "at 50: "),
      times(of.ofBestPeer("get-one", "at 50"), atLeast(2), "best peer "),
    ]),
  },
  {
    what: "list of 20 with total, 10 connections",
    goal: `at least 0.4 × ${bareHonoName} and faster than every peer`,
    judge: all((of) => [
      times(of.ratio("list", "at 10"), atLeast(0.4)),
      times(of.ofBestPeer("list", "at 10"), (value) => value > 1, "best peer "),
    ]),
  },
  {
    what: "POST",
    goal: `at 1 connection at most 0.3 ms above ${bareHonoName}; at 10 at least 1.5 × emulate`,
    judge: all((of) => [
      milliseconds(of.above("create", "p50 at 1"), atMost(0.3), "at 1: "),
      times(of.ratio("create", "at 10", undefined, "emulate"), atLeast(1.5), "at 10: "),
    ]),
  },
  {
    what: "POST in file mode, 50 connections",
    goal: `at least 0.1 × ${bareHonoName}; no acknowledged write lost after kill -9`,
    judge: all((of) => [
      times(of.ratio("file-mode", "at 50"), atLeast(0.1)),
      amount(of.value("file-mode", "missing"), (value) => value === 0, "lost"),
    ]),
  },
];
