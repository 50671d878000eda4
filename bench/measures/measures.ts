import type { Measure } from "../bench.ts";
import { afterWrite } from "./after-write.ts";
import { blocking } from "./blocking.ts";
import { coldStart } from "./cold-start.ts";
import { diskStart } from "./disk-start.ts";
import { exploreOverhead } from "./explore-overhead.ts";
import { exploreMemory, explorePacking, exploreTrials } from "./explore-runs.ts";
import { exploreUnvaried } from "./explore-unvaried.ts";
import { fileMode } from "./file-mode.ts";
import { fixtureLoad } from "./fixture-load.ts";
import { fixtureStart } from "./fixture-start.ts";
import { limiter } from "./limiter.ts";
import { mailCost } from "./mail-cost.ts";
import { memory } from "./memory.ts";
import { reset } from "./reset.ts";
import { sizes } from "./sizes.ts";
import { throughput } from "./throughput.ts";
import { waiters } from "./waiters.ts";
import { workspaceCycle } from "./workspace-cycle.ts";
import { workspaces } from "./workspaces.ts";

/** Every measure, in the order of the report. */
export const measures: readonly Measure[] = [
  coldStart,
  workspaceCycle,
  fixtureStart,
  afterWrite,
  blocking,
  waiters,
  throughput,
  mailCost,
  sizes,
  reset,
  fixtureLoad,
  workspaces,
  limiter,
  memory,
  fileMode,
  diskStart,
  exploreOverhead,
  exploreTrials,
  explorePacking,
  exploreMemory,
  exploreUnvaried,
];
