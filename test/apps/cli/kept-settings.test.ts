import { describe, expect, it, vi } from "vitest";

import { reportKeptSettings } from "../../../src/apps/cli/serve/kept-settings.ts";
import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { startReady, temporaryFile, temporaryFolder } from "./program.ts";

describe("a start with --data", () => {
  it("reports each setting that differs in the stored workspace, and how to change it", async () => {
    const data = temporaryFolder();
    expect(expected({ data })).toBe("");
    const assumptions = temporaryFile("a.json", '{"lead.delete":"204","quota.value":"500"}');
    const asked = ["--fixture", "empty", "--quota", "100", "--seed", "7"];
    const program = await startReady(["--data", data, ...asked, "--assumptions", assumptions]);
    program.process.kill("SIGTERM");
    const { stderr } = await program.ended;
    expect(stderr.split("\n")).toEqual([
      `lead-sandbox: the workspace kept in ${data} has fixture default, but empty was requested. lead-sandbox reset --fixture empty changes it.`,
      `lead-sandbox: the workspace kept in ${data} has seed 1, but 7 was requested. Without ${data}/default.sqlite it is created again.`,
      `lead-sandbox: the workspace kept in ${data} has quota by fixture, but 100 was requested. PUT /_sandbox/quotas/{keyId} changes the quota of a key.`,
      `lead-sandbox: the workspace kept in ${data} has lead.delete 200, but 204 was requested. PUT /_sandbox/assumptions changes it.`,
      "",
    ]);
  });

  it("reports nothing if the settings match, if none are given, and when silent", () => {
    const data = temporaryFolder();
    const fixture = temporaryFile("two.json", "{}");
    const asked = { data, fixture, quota: null, assumptions: { "lead.delete": "204" } };
    expect(expected(asked)).toBe("");
    expect(expected(asked)).toBe("");
    expect(expected({ data })).toBe("");
    expect(expected({ data, seed: 9, logLevel: "silent" })).toBe("");
    expect(expected({ data, seed: 9 })).toContain("seed 1, but 9");
  });
});

/** The messages for a sandbox with these settings. */
function expected(settings: SandboxOptions): string {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const sandbox = openSandbox(settings);
  try {
    reportKeptSettings(sandbox);
    return stderr.mock.calls.join("");
  } finally {
    sandbox.close();
    stderr.mockRestore();
  }
}
