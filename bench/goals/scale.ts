/** Goals for large data sets, many workspaces and long runs. */
import type { Goal } from "../judging.ts";
import { all, amount, atLeast, atMost, milliseconds, times } from "../judging.ts";
import { quotas } from "../measures/limiter.ts";
import { resetSizes } from "../measures/reset.ts";

const loadMsMax = [1, 5, 50];

export const scaleGoals: readonly Goal[] = [
  {
    what: "lists of 1M Leads",
    goal: "first page at least 0.9 × that of 1k; offset 900k under 2 ms; filter by email under 5 ms",
    judge: all((of) => [
      times(of.between("sizes", "first page, 1M", "first page, 1k"), atLeast(0.9), "first page "),
      milliseconds(of.value("sizes", "deep, 1M"), (value) => value < 2, "offset "),
      milliseconds(of.value("sizes", "filter, 1M"), (value) => value < 5, "filter "),
    ]),
  },
  {
    what: `reset to ${resetSizes.join(", ")} Leads over HTTP`,
    goal: "median under 0.6 ms, p95 under 1.5 ms at every size",
    judge: all((of) =>
      resetSizes.flatMap((size) => [
        milliseconds(of.value("reset", `median, ${size}`), (value) => value < 0.6, `${size}: `),
        milliseconds(of.value("reset", `p95, ${size}`), (value) => value < 1.5, "p95 "),
      ]),
    ),
  },
  {
    what: `reset to another fixture of ${resetSizes.join(", ")} Leads`,
    goal: "under 1, 5 and 50 ms",
    judge: all((of) =>
      resetSizes.map((size, index) =>
        milliseconds(
          of.value("fixture-load", `median, ${size}`),
          (value) => value < (loadMsMax[index] ?? 0),
          `${size}: `,
        ),
      ),
    ),
  },
  {
    what: "1000 workspaces, each",
    goal: "first use under 0.5 ms; under 300 KiB when used, at most 10 KiB before",
    judge: all((of) => [
      milliseconds(of.value("workspaces", "first use: time"), (value) => value < 0.5),
      amount(of.value("workspaces", "in all: memory"), (value) => value < 300, "KiB", "used "),
      amount(of.value("workspaces", "made: memory"), atMost(10), "KiB", "before "),
    ]),
  },
  {
    what: "memory after 1M mixed requests, collected",
    goal: "at most 250 MiB, flat within 10 % over the second half",
    judge: all((of) => [
      amount(of.value("memory", "requests"), atLeast(1_000_000), "requests"),
      amount(of.value("memory", "largest RSS"), atMost(250), "MiB"),
      amount(of.value("memory", "heap from its mean"), atMost(0.1), "of the heap"),
      amount(of.value("memory", "RSS above first half"), atMost(0.1), "of RSS"),
    ]),
  },
  {
    what: "rate limiter: one decision",
    goal: "under 100 ns; at most 16 bytes for each request in the window",
    judge: all((of) =>
      quotas.flatMap((quota) => [
        amount(of.value("limiter", `time, ${quota}`), (value) => value < 100, "ns", `${quota}: `),
        amount(of.value("limiter", `memory, ${quota}`), atMost(16), "bytes"),
      ]),
    ),
  },
];
