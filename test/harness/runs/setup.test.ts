/** The command that gives each run of a client a fresh state. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { setUp, SetupError } from "../../../src/harness/runs/setup.ts";

describe("the command of --setup", () => {
  it("runs in a shell before each run, with the variables of the client", async () => {
    const state = mkdtempSync(join(tmpdir(), "setup-"));
    onTestFinished(() => rmSync(state, { recursive: true }));
    await setUp(
      { setup: 'echo "$WHO" > "$STATE/a"' },
      { WHO: "maya", STATE: state, PATH: process.env["PATH"] },
    );
    expect(readFileSync(join(state, "a"), "utf8")).toBe("maya\n");
  });

  it.each([
    ["exit 3", "The command of --setup failed (exit code 3)."],
    ["echo one; echo two; exit 1", "The command of --setup failed (exit code 1): two"],
  ])("that fails ends the run: %s", async (setup, message) => {
    const running = setUp({ setup }, { PATH: process.env["PATH"] });
    await expect(running).rejects.toThrow(new SetupError(message));
  });

  it("does not run without one, or after an interruption", async () => {
    await expect(setUp({}, {})).resolves.toBeUndefined();
    const interrupted = { setup: "exit 1", signal: AbortSignal.abort() };
    await expect(setUp(interrupted, {})).resolves.toBeUndefined();
  });
});
