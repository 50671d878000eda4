import { copyFileSync } from "node:fs";
import { join } from "node:path";

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

describe("a start with --data, about keys", () => {
  it("names both shards in one line when the folder belongs to another one", async () => {
    const data = temporaryFolder();
    expect(await creating({ data, shard: "00" }, ["00-one", "00-two"])).toBe("");
    expect(expected({ data, shard: "00" })).toBe("");
    const line = (own: string): string =>
      `lead-sandbox: ${data} has workspaces of shard 00 (00-one, 00-two, default), but this sandbox has ${own}. ` +
      "A proxy in front of the shards does not find their keys here. Start it with another folder, or with the shard of these workspaces.\n";
    expect(expected({ data, shard: "01" })).toBe(line("shard 01"));
    expect(expected({ data })).toBe(line("no shard"));
    expect(expected({ data, shard: "01", logLevel: "silent" })).toBe("");
  });

  it("says nothing when only the default workspace is of no shard", async () => {
    const data = temporaryFolder();
    expect(expected({ data })).toBe("");
    expect(expected({ data, shard: "01" })).toBe("");
    await creating({ data }, ["one"]);
    expect(expected({ data, shard: "01" })).toContain("has workspaces of no shard (one), but this");
  });

  it("names two files that hold the same keys", async () => {
    const data = temporaryFolder();
    await creating({ data }, ["case", "other"]);
    copyFileSync(join(data, "case.sqlite"), join(data, "copy.sqlite"));
    expect(expected({ data })).toBe(
      `lead-sandbox: case.sqlite and copy.sqlite in ${data} hold the same keys, whose requests reach the workspace case only. Drop one of the two, or remove its file.\n`,
    );
  });
});

/** The messages for a sandbox with these settings, in which these workspaces are created afterwards. */
async function creating(settings: SandboxOptions, ids: readonly string[]): Promise<string> {
  const sandbox = openSandbox(settings);
  try {
    const url = "http://localhost/_sandbox/workspaces";
    const headers = { "content-type": "application/json" };
    const asked = ids.map((id) => ({ method: "POST", headers, body: JSON.stringify({ id }) }));
    const made = await Promise.all(asked.map((one) => sandbox.fetch(new Request(url, one))));
    expect(made.map(({ status }) => status)).toEqual(ids.map(() => 201));
  } finally {
    sandbox.close();
  }
  return expected(settings);
}

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
