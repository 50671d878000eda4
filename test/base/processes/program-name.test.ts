import { existsSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { programName } from "../../../src/base/processes/program-name.ts";

describe("programName", () => {
  it("names a running program, where the system shows it", () => {
    const name = programName(process.pid);
    expect(name === null).toBe(!existsSync("/proc/self/comm"));
    expect(name).not.toBe("");
    expect(name).not.toContain("\n");
  });

  it("is null for a process that does not run", () => {
    expect(programName(2 ** 30)).toBeNull();
  });
});
