/** What the sandbox is to reach. */
import type { Goal } from "./judging.ts";
import { all, amount, atLeast, atMost, milliseconds, times } from "./judging.ts";
import { commandName, trialName } from "./measures/explore-overhead.ts";
import { clientName } from "./measures/explore-runs.ts";
import { unvaried } from "./measures/explore-unvaried.ts";
import { quotas } from "./measures/limiter.ts";
import { resetSizes } from "./measures/reset.ts";
import { bareHonoName } from "./targets/bare-hono.ts";
import { sandboxName } from "./targets/sandbox.ts";

/** Every goal; each is a row of the report. */
export const goals: readonly Goal[] = [
  {
    what: "cold start to the first 200, bundle, default fixture",
    goal: `at most 1.5 × bundled ${bareHonoName}`,
    judge: all((of) => [times(of.ratio("cold-start", "first 200"), atMost(1.5))]),
  },
  {
    what: "peak memory at the first answer",
    goal: `at most 1.2 × ${bareHonoName}`,
    judge: all((of) => [times(of.ratio("cold-start", "peak memory"), atMost(1.2))]),
  },
  {
    what: "GET one, 10 and 50 connections",
    goal: `at least 0.65 × ${bareHonoName} with a Map, and 2 × every peer`,
    judge: all((of) => [
      times(of.ratio("get-one", "at 10"), atLeast(0.65), "at 10: "),
      times(of.ofBestPeer("get-one", "at 10"), atLeast(2), "of the best peer "),
      times(of.ratio("get-one", "at 50"), atLeast(0.65), "at 50: "),
      times(of.ofBestPeer("get-one", "at 50"), atLeast(2), "of the best peer "),
    ]),
  },
  {
    what: "POST, 10 and 50 connections",
    goal: `at least 0.45 × ${bareHonoName}; p99 at 10 under 10 ms`,
    judge: all((of) => [
      times(of.ratio("create", "at 10"), atLeast(0.45), "at 10: "),
      times(of.ratio("create", "at 50"), atLeast(0.45), "at 50: "),
      milliseconds(of.value("create", "p99 at 10"), (value) => value < 10, "p99 at 10: "),
    ]),
  },
  {
    what: "POST with the welcome mail against without",
    goal: "at least 0.95 ×",
    judge: all((of) => [
      times(
        of.ratio("mail-cost", "at 10", "with the welcome mail", "without the welcome mail"),
        atLeast(0.95),
      ),
    ]),
  },
  {
    what: "list of 20 with total, 10 connections",
    goal: `at least 0.4 × ${bareHonoName}, ahead of every peer; at 1M Leads at least 0.9 × of its own speed at 1k`,
    judge: all((of) => [
      times(of.ratio("list", "at 10"), atLeast(0.4)),
      times(of.ofBestPeer("list", "at 10"), (value) => value > 1, "of the best peer "),
      times(of.between("sizes", "first page, 1M", "first page, 1k"), atLeast(0.9), "1M to 1k: "),
    ]),
  },
  {
    what: "offset 900k of 1M",
    goal: "under 2 ms in the server",
    judge: all((of) => [milliseconds(of.value("sizes", "deep, 1M"), (value) => value < 2)]),
  },
  {
    what: "exact filter on a documented field at 1M, total included",
    goal: "under 5 ms where few match",
    judge: all((of) => [milliseconds(of.value("sizes", "filter, 1M"), (value) => value < 5)]),
  },
  {
    what: `reset over HTTP, in memory, fixture of ${resetSizes.join(", ")} Leads alike`,
    goal: "median under 0.6 ms, p95 under 1.5 ms",
    judge: all((of) =>
      resetSizes.flatMap((size) => [
        milliseconds(of.value("reset", `median, ${size}`), (value) => value < 0.6, `${size}: `),
        milliseconds(of.value("reset", `p95, ${size}`), (value) => value < 1.5, "p95 "),
      ]),
    ),
  },
  {
    what: `load another fixture of ${resetSizes.join(", ")}`,
    goal: "under 1, 5, 50 ms",
    judge: all((of) =>
      resetSizes.map((size, index) =>
        milliseconds(
          of.value("fixture-load", `median, ${size}`),
          (value) => value < ([1, 5, 50][index] ?? 0),
          `${size}: `,
        ),
      ),
    ),
  },
  {
    what: "1000 workspaces",
    goal: "under 0.5 ms and 300 KiB each at first use, nothing before (at most 10 KiB)",
    judge: all((of) => [
      milliseconds(of.value("workspaces", "first use: time"), (value) => value < 0.5),
      amount(of.value("workspaces", "in all: memory"), (value) => value < 300, "KiB", "in all "),
      amount(of.value("workspaces", "made: memory"), atMost(10), "KiB", "before "),
    ]),
  },
  {
    what: "limiter decision, any quota",
    goal: "under 100 ns, 16 bytes per request in the window",
    judge: all((of) =>
      quotas.flatMap((quota) => [
        amount(of.value("limiter", `time, ${quota}`), (value) => value < 100, "ns", `${quota}: `),
        amount(of.value("limiter", `memory, ${quota}`), atMost(16), "bytes"),
      ]),
    ),
  },
  {
    what: "memory after 1M mixed requests, journal on",
    goal: "at most 250 MiB, flat within 10 % over the second half",
    judge: all((of) => [
      amount(of.value("memory", "requests"), atLeast(1_000_000), "requests"),
      amount(of.value("memory", "largest RSS"), atMost(250), "MiB"),
      amount(of.value("memory", "heap from its mean"), atMost(0.1), "of the heap"),
      amount(of.value("memory", "RSS above first half"), atMost(0.1), "of RSS"),
    ]),
  },
  {
    what: "file mode, POST, 50 connections",
    goal: `at least 0.3 × ${bareHonoName}, every acknowledged write there after kill -9`,
    judge: all((of) => [
      times(of.ratio("file-mode", "at 50"), atLeast(0.3)),
      amount(of.value("file-mode", "missing"), (value) => value === 0, "missing"),
    ]),
  },
  {
    what: "a trial of explore over its command",
    goal: "under 30 ms",
    judge: all((of) => [
      milliseconds(
        of.value("explore-overhead", "over the command", trialName),
        (value) => value < 30,
      ),
      times(of.ratio("explore-overhead", "median", trialName, commandName), () => true),
    ]),
  },
  {
    what: "300 trials of a client that takes 200 ms",
    goal: "under 45 s on two cores",
    judge: all((of) => [
      amount(of.value("explore-trials", "trials"), atLeast(300), "trials"),
      amount(of.value("explore-trials", "in all"), (value) => value < 45, "s"),
      times(of.ratio("explore-trials", "in all", sandboxName, clientName), () => true),
    ]),
  },
  {
    what: "200 labelled tests under every fault",
    goal: "at most 15 runs of the suite",
    judge: all((of) => [
      amount(of.value("explore-packing", "tests"), atLeast(200), "tests"),
      amount(of.value("explore-packing", "runs"), atMost(15), "runs"),
    ]),
  },
  {
    what: "memory of explore under 1000 trials",
    goal: "under 300 MiB, flat within 10 % over the second half",
    judge: all((of) => [
      amount(of.value("explore-memory", "trials"), atLeast(1_000), "trials"),
      amount(of.value("explore-memory", "largest RSS"), (value) => value < 300, "MiB"),
      amount(of.value("explore-memory", "RSS above first half"), atMost(0.1), "of RSS"),
    ]),
  },
  {
    what: "a request, with an explored sandbox in the same process",
    goal: "at most 1.05 × alone",
    judge: all((of) => [
      times(
        of.ratio("explore-unvaried", "a request", unvaried.watched, unvaried.plain),
        atMost(1.05),
      ),
    ]),
  },
];
