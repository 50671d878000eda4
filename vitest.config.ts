import { defineConfig } from "vitest/config";

// One process for all files: importing the store costs more than most files run.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    testTimeout: 20_000,
  },
});
