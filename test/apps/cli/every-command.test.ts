import { existsSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { newProgram } from "../../../src/apps/cli/program.ts";
import { leavesOf } from "./command-leaves.ts";
import { commandRows } from "./command-rows.ts";
import type { Driven } from "./driven.ts";
import { argsIn, newDrivenWorkspace, serveDriven } from "./driven.ts";
import { runHere } from "./program.ts";

let driven: Driven;
beforeAll(async () => {
  driven = await serveDriven();
});
afterAll(() => driven.stop());

// In examples.test.ts, each runs as a process.
describe("each command", () => {
  it.each(commandRows)("$line prints text and exits 0", async ({ line, text }) => {
    const given = await newDrivenWorkspace(driven);
    const { code, stdout, stderr } = await runHere(argsIn(given, line), given.environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toEqual(text(given));
  });

  it.each(commandRows)("$line prints one JSON document with --json", async ({ line, json }) => {
    const given = await newDrivenWorkspace(driven);
    const printed = await runHere([...argsIn(given, line), "--json"], given.environment);
    expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code: 0, stderr: "" });
    const document: unknown = JSON.parse(printed.stdout);
    expect({ document }).toMatchObject({ document: json(given) });
  });

  it("finds the sandbox by options or by the environment, and options take precedence", async () => {
    const given = await newDrivenWorkspace(driven);
    const args = ["time", "show", "--url", given.url, "--workspace", given.id];
    const elsewhere = { LEAD_SANDBOX_URL: "http://127.0.0.1:1", LEAD_SANDBOX_WORKSPACE: "none" };
    const { code, stdout } = await runHere(args, elsewhere);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "2026-03-02T09:00:00.000Z  frozen\n" });
  });

  it.each([
    ["LEAD_SANDBOX_URL", (url: string) => `${url}/_sandbox/`],
    ["LEAD_SANDBOX_PORT", (url: string) => new URL(url).port],
    ["PORT", (url: string) => new URL(url).port],
  ])(
    "finds the sandbox by %s when no other variable names it, as in a container",
    async (name, valueOf) => {
      const { code } = await runHere(["healthcheck"], { [name]: valueOf(driven.url) });
      expect(code).toBe(0);
    },
  );

  it("emails show --raw prints the MIME source unchanged", async () => {
    const given = await newDrivenWorkspace(driven);
    const { stdout } = await runHere(["emails", "show", given.mailId, "--raw"], given.environment);
    expect(stdout).toBe(await given.workspace.emails.raw(given.mailId));
  });
});

/** Commands with tests in other files. */
const elsewhere: Readonly<Record<string, string>> = {
  serve: "lifecycle.test.ts",
  exec: "exec.test.ts",
  verify: "verify.test.ts",
  explore: "../../harness/explore/report/real-report.test.ts",
  replay: "../../harness/explore/clients.test.ts",
  assess: "../../harness/assess/clients.test.ts",
  simulate: "../../harness/simulate/bad-days.test.ts",
  "assumptions answer": "assumption-answers.test.ts",
  "assumptions list": "assumption-answers.test.ts",
  "workspaces restore": "workspaces-restore.test.ts",
  "report merge": "../../harness/explore/report/merge.test.ts",
  record: "record.test.ts",
  mcp: "../mcp/stdio.test.ts",
  "check-target": "check-target.test.ts",
  "check-har": "check-har.test.ts",
  changes: "../../harness/next/changes.test.ts",
  guide: "../../server/guide/command.test.ts",
  completion: "completion.test.ts",
  complete: "completion.test.ts",
};

describe("the command tree", () => {
  it("has no command without a test", async () => {
    const tested = new Set([
      ...commandRows.map(({ command }) => command),
      ...Object.keys(elsewhere),
    ]);
    const names = leavesOf(await newProgram(nowhere)).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...tested].toSorted());
    const files = Object.values(elsewhere).map((file) => `test/apps/cli/${file}`);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it("has --json on every command except those that serve or print a script", async () => {
    const without = leavesOf(await newProgram(nowhere))
      .filter(({ command }) => !command.options.some(({ long }) => long === "--json"))
      .map(({ name }) => name);
    expect(without).toEqual(["serve", "record", "mcp", "completion", "complete"]);
  });
});

const nowhere = { exit: () => {}, environment: {} };
