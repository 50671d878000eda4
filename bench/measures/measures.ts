import type { Measure } from "../bench.ts";
import { afterWrite, reset } from "./after-write.ts";
import { coldStart } from "./cold-start.ts";
import { commands } from "./commands.ts";
import { consoleOpen } from "./console-open.ts";
import { firstUse } from "./first-use.ts";
import { exploreOverhead, simulateOverhead } from "./overhead.ts";
import { residentMemory } from "./resident-memory.ts";
import { testFile } from "./test-file.ts";
import { testSuite } from "./test-suite.ts";
import { throughput } from "./throughput.ts";

/** All measures, in the order of the report. */
export const measures: readonly Measure[] = [
  testFile,
  testSuite,
  firstUse,
  coldStart,
  commands,
  ...throughput,
  afterWrite,
  reset,
  residentMemory,
  exploreOverhead,
  simulateOverhead,
  consoleOpen,
];
