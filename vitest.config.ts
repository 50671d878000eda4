import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

// Files share their worker: importing the store costs more than most files run.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    // Much of the time is spent waiting for processes, browsers and containers.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
  },
});
