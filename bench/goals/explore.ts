/** Goals for `explore`. */
import type { Goal } from "../judging.ts";
import { all, amount, atLeast, atMost, milliseconds, times } from "../judging.ts";
import { commandName, trialName } from "../measures/explore-overhead.ts";
import { clientName } from "../measures/explore-runs.ts";
import { unvaried } from "../measures/explore-unvaried.ts";
import { sandboxName } from "../targets/sandbox.ts";

export const exploreGoals: readonly Goal[] = [
  {
    what: "explore: a trial, above its command",
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
    what: "explore: 300 trials of a client that takes 200 ms",
    goal: "under 45 s on two cores",
    judge: all((of) => [
      amount(of.value("explore-trials", "trials"), atLeast(300), "trials"),
      amount(of.value("explore-trials", "in all"), (value) => value < 45, "s"),
      times(of.ratio("explore-trials", "in all", sandboxName, clientName), () => true),
    ]),
  },
  {
    what: "explore: 200 labelled tests under every fault",
    goal: "at most 15 runs of the suite",
    judge: all((of) => [
      amount(of.value("explore-packing", "tests"), atLeast(200), "tests"),
      amount(of.value("explore-packing", "runs"), atMost(15), "runs"),
    ]),
  },
  {
    what: "explore: memory under 1000 trials",
    goal: "under 300 MiB, flat within 10 % over the second half",
    judge: all((of) => [
      amount(of.value("explore-memory", "trials"), atLeast(1_000), "trials"),
      amount(of.value("explore-memory", "largest RSS"), (value) => value < 300, "MiB"),
      amount(of.value("explore-memory", "RSS above first half"), atMost(0.1), "of RSS"),
    ]),
  },
  {
    what: "explore: a request to another sandbox of the process",
    goal: "at most 1.05 × without explore",
    judge: all((of) => [
      times(
        of.ratio("explore-unvaried", "a request", unvaried.watched, unvaried.plain),
        atMost(1.05),
      ),
    ]),
  },
];
