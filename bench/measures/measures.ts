import type { Measure } from "../bench.ts";
import { afterWrite } from "./after-write.ts";
import { coldStart } from "./cold-start.ts";
import { commands } from "./commands.ts";
import { diskStart } from "./disk-start.ts";
import { exploreOverhead } from "./explore-overhead.ts";
import { exploreMemory, explorePacking, exploreTrials } from "./explore-runs.ts";
import { exploreUnvaried } from "./explore-unvaried.ts";
import { fileMode } from "./file-mode.ts";
import { fixtureLoad } from "./fixture-load.ts";
import { fixtureStart } from "./fixture-start.ts";
import { install } from "./install.ts";
import { limiter } from "./limiter.ts";
import { mailCost } from "./mail-cost.ts";
import { memory } from "./memory.ts";
import { randomRead } from "./random-read.ts";
import { reset } from "./reset.ts";
import { residentMemory } from "./resident-memory.ts";
import { sizes } from "./sizes.ts";
import { testFile } from "./test-file.ts";
import { testSuite } from "./test-suite.ts";
import { throughput } from "./throughput.ts";
import { waiters } from "./waiters.ts";
import { workspaceCycle } from "./workspace-cycle.ts";
import { workspaces } from "./workspaces.ts";

/** Measures by part of the report, in order. */
export const parts: readonly { readonly title: string; readonly measures: readonly Measure[] }[] = [
  {
    title: "What users wait for",
    measures: [
      testFile,
      testSuite,
      workspaceCycle,
      coldStart,
      fixtureStart,
      commands,
      install,
      afterWrite,
      randomRead,
      waiters,
      residentMemory,
    ],
  },
  { title: "Throughput against peers", measures: [throughput, mailCost, fileMode] },
  {
    title: "Scale",
    measures: [sizes, reset, fixtureLoad, workspaces, memory, diskStart, limiter],
  },
  {
    title: "Explore",
    measures: [exploreOverhead, exploreTrials, explorePacking, exploreMemory, exploreUnvaried],
  },
];

export const measures: readonly Measure[] = parts.flatMap((part) => part.measures);

/** The measures of waiting times of users. */
export const feltMeasures: readonly Measure[] = parts[0]?.measures ?? [];
