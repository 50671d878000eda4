/** The state of a recorded run, restored from its bundle. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import type { BundledCall } from "../../../src/harness/explore/bundle/bundle-content.ts";
import { isReplayed, variedCallAt } from "../../../src/harness/explore/bundle/replayed.ts";
import {
  bundledCallName,
  newRunTime,
  stateBefore,
} from "../../../src/harness/explore/bundle/state-before.ts";
import { stateFiles } from "../../../src/harness/runs/state-files.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";

const bundled = (
  email: string,
  sentAtMs: number,
  given: Partial<BundledCall> = {},
): BundledCall => ({
  plane: "api",
  method: "POST",
  path: "/v1/firms/Harb0rPt/leads",
  body: JSON.stringify({
    email,
    firstName: "Maya",
    lastName: "Moss",
    phone: { number: "4165550100" },
  }),
  sentAtMs,
  workspaceId: "default",
  apiKeyId: "key-harbor-partner-sandbox",
  operation: "post-leads-for-firm",
  status: 201,
  variation: null,
  carriedOut: true,
  ...given,
});
const startsAt = Date.UTC(2026, 2, 2, 9);

/** The made Leads, with the seconds of their creation since the start, before call `at`. */
async function madeBefore(calls: readonly BundledCall[], at: number): Promise<readonly string[]> {
  const time = newRunTime(startsAt);
  const sandbox = openSandbox({ logLevel: "silent" }, { systemNow: time.now });
  onTestFinished(sandbox.close);
  const key = sandbox.describe().firms[0]?.apiKeys[0]?.id ?? "";
  const own = calls.map((call) => ({ ...call, apiKeyId: call.apiKeyId === null ? null : key }));
  await stateBefore(sandbox, { calls: own }, { at, time });
  const leads = sandbox.workspace().store().leads.all();
  return leads
    .filter(({ email }) => email.endsWith("@made.example"))
    .map(({ email, createdAt }) => `${email.split("@")[0]} ${(createdAt - startsAt) / 1_000}`);
}

describe("the state before a call", () => {
  const calls = [
    bundled("one@made.example", 1_000),
    bundled("two@made.example", 2_000, { carriedOut: false }),
    bundled("three@made.example", 3_000, { apiKeyId: null }),
    bundled("four@made.example", 4_000),
    bundled("five@made.example", 5_000),
  ];

  it("has what the calls before it did, at their times", async () => {
    expect(await madeBefore(calls, 5)).toEqual(["one 1", "four 4"]);
    expect(await madeBefore(calls, 1)).toEqual([]);
    expect(await madeBefore(calls, 6)).toEqual(["one 1", "four 4", "five 5"]);
  });

  it("keeps its time, never goes back, and then runs on", () => {
    const time = newRunTime(startsAt);
    expect(time.now()).toBe(startsAt);
    time.goTo(500);
    time.goTo(100);
    expect(time.now()).toBe(startsAt + 500);
    time.letGo();
    const later = time.now();
    expect(later).toBeGreaterThanOrEqual(startsAt + 500);
    expect(later).toBeLessThan(startsAt + 60_500);
  });

  it.each<readonly [Partial<BundledCall>, boolean]>([
    [{}, true],
    [{ carriedOut: false }, false],
    [{ method: "CONNECT" }, false],
    [{ method: "get" }, false],
    [{ path: "https://elsewhere.example/" }, false],
  ])("sends a call with %j again: %s", (given, isSent) => {
    expect(isReplayed(bundled("a@made.example", 0, given))).toBe(isSent);
  });

  it("ends before the varied call, or after the last one", () => {
    const varied = bundled("a@made.example", 0, { variation: "503" });
    expect(variedCallAt({ calls: [...calls, varied, ...calls] })).toBe(6);
    expect(variedCallAt({ calls })).toBe(6);
    expect(bundledCallName(varied)).toBe("POST /v1/firms/Harb0rPt/leads");
  });
});

/** A folder until the end of the test. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "lead-sandbox-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("the files that a client keeps", () => {
  it("are the regular files of its folder, by path", async () => {
    const state = folder();
    mkdirSync(join(state, "deep"));
    writeFileSync(join(state, "b.json"), "{}");
    writeFileSync(join(state, "deep/a.json"), "[]");
    symlinkSync(join(state, "b.json"), join(state, "link"));
    const files = await stateFiles({ LEAD_SANDBOX_STATE: state });
    expect([...files]).toEqual([
      ["b.json", "{}"],
      ["deep/a.json", "[]"],
    ]);
  });

  it("are compared up to 100 files and 1 MiB each", async () => {
    const state = folder();
    for (let at = 0; at < 101; at += 1) writeFileSync(join(state, `${at + 100}`), "");
    writeFileSync(join(state, "0"), "x".repeat(1_048_577));
    const files = await stateFiles({ LEAD_SANDBOX_STATE: state });
    expect(files.size).toBe(100);
    expect(files.get("0")?.length).toBe(1_048_576);
  });

  it("are none without the folder", async () => {
    expect((await stateFiles({})).size).toBe(0);
    expect((await stateFiles({ LEAD_SANDBOX_STATE: "/nowhere/at/all" })).size).toBe(0);
  });
});
