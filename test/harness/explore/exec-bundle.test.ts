import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { runHere, start, temporaryFolder } from "../../apps/cli/program.ts";
import { bundled, client, key, replay, whileServed } from "./bundled.ts";

/** The emails of the Leads in the world that `replay --serve` serves. */
function servedEmails(...args: readonly string[]): Promise<readonly string[]> {
  return whileServed(args, async (url) => {
    const answer = await fetch(`${url}/v1/leads`, { headers: { "x-api-key": key } });
    return Array.from((await answer.text()).matchAll(/"email":"([^"]+)"/g), ([, email]) =>
      String(email),
    );
  });
}

const folders = ["failing", "with-data"].map((name) =>
  mkdtempSync(join(tmpdir(), `lead-sandbox-${name}-`)),
);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Bundled = ReturnType<typeof bundled>;
const runs: { failing?: Bundled; withData?: Bundled } = {};

/** A run that fails. It runs for the first test that looks at it. */
function failing(): Bundled {
  runs.failing ??= bundled([], client(3), folders[0]);
  return runs.failing;
}

/** The same run with --keep-data. */
function withData(): Bundled {
  runs.withData ??= bundled(["--keep-data"], client(3), folders[1]);
  return runs.withData;
}

describe("exec --bundle for a failing run", { timeout: 60_000 }, () => {
  it("writes a bundle, names it, and exits with the code of the command", async () => {
    const { ended, bundle, text } = await failing();
    expect(ended).toMatchObject({ code: 3, stdout: "printed by the client" });
    expect(ended.stderr).toContain(`lead-sandbox replay ${bundle}`);
    expect(JSON.parse(text)).toMatchObject({
      format: "lead-sandbox-bundle/1",
      exitCode: 3,
      variation: null,
      verdict: null,
      calls: [
        { plane: "api", operation: "post-leads-for-firm", status: 201 },
        { plane: "api", operation: "get-leads-for-firm", status: 200 },
      ],
    });
  });

  it("lets replay repeat the run, and exit with 1 until the command passes; a passing run leaves the bundle and says so", async () => {
    const { bundle, file, text, mend } = await bundled();
    expect((await replay(bundle, "--run")).code).toBe(1);
    mend();
    expect((await replay(bundle, "--run")).code).toBe(0);
    expect((await replay(bundle, "--", process.execPath, "-e", "process.exit(2)")).code).toBe(1);
    const args = ["exec", "--bundle", bundle, "--", process.execPath, file];
    const passing = await start(args).ended;
    expect(passing.code).toBe(0);
    expect(passing.stderr).toContain(`${bundle} is from an earlier run`);
    expect(readFileSync(bundle, "utf8")).toBe(text);
  });

  it("lets replay --serve show the final state, and with --at the state before that call", async () => {
    const { bundle } = await withData();
    expect(await servedEmails(bundle)).toContain("noor@example.com");
    const before = await servedEmails(bundle, "--at", "1");
    expect(before.length).toBeGreaterThan(0);
    expect(before).not.toContain("noor@example.com");
  });

  it("replaces the client's people when it serves them", async () => {
    const { bundle } = await failing();
    const before = await servedEmails(bundle, "--at", "1");
    const after = await servedEmails(bundle);
    expect(after).toHaveLength(before.length + 1);
    expect(after).not.toContain("noor@example.com");
  });

  it("stores the settings of the run in the bundle", async () => {
    const { ended, bundle, text } = await bundled(
      ["--seed", "7", "--quota", "1", "--fixture", "empty", "--env", "url=THE_URL"],
      `
        const { THE_URL: url, LEAD_API_KEY: key } = process.env;
        const list = () => fetch(url + "/v1/leads", { headers: { "x-api-key": key } });
        const { data } = await (await list()).json();
        process.exit(data.length === 0 && (await list()).status === 429 ? 4 : 0);
      `,
    );
    const settings = { seed: 7, quota: 1, fixture: "empty", env: "url=THE_URL" };
    expect(JSON.parse(text)).toMatchObject({ exitCode: 4, settings });
    const repeat = /lead-sandbox replay (.*)/.exec(ended.stderr)?.[1] ?? "";
    expect(repeat).toBe(`${bundle} --env url=THE_URL`);
    expect((await replay(...repeat.split(" "), "--run")).code).toBe(1);
  });

  it("stores no personal data and no key, unless --keep-data is given", async () => {
    const secrets = ["noor", "Noor", "Nasser"];
    const { text } = await failing();
    for (const secret of [...secrets, key]) expect(text).not.toContain(secret);
    const { text: whole } = await withData();
    for (const secret of secrets) expect(whole).toContain(secret);
    expect(whole).not.toContain(key);
  });

  it.each([
    ["127, when the command is not found", ["no-such-command-here"], 127],
    ["137, when a signal ended the command", ["sh", "-c", "kill -9 $$"], 137],
  ])("writes a bundle for exit code %s", async (_what, command, code) => {
    const bundle = join(temporaryFolder(), "run.json");
    const ended = await start(["exec", "--bundle", bundle, "--", ...command]).ended;
    expect(ended.code).toBe(code);
    expect(JSON.parse(readFileSync(bundle, "utf8"))).toMatchObject({ exitCode: code });
  });
});

describe("exec --bundle for a passing run", { timeout: 60_000 }, () => {
  it("writes nothing", async () => {
    const { ended, text } = await bundled([], client(0));
    expect([ended.code, text]).toEqual([0, ""]);
  });
});

describe("exec --bundle with invalid usage", { timeout: 60_000 }, () => {
  const folder = import.meta.dirname;
  it.each([
    ["a bundle that is a folder", ["--bundle", folder], `--bundle ${folder}: it is a folder`],
    ["a bundle in a missing folder", ["--bundle", "/nowhere/at/all.json"], "cannot be written"],
    ["kept workspaces", ["--bundle", "x.json", "--data", folder], "--bundle and --data"],
  ])("exits with 2 for %s, before it runs the command", async (_what, options, message) => {
    const ran = join(temporaryFolder(), "ran");
    const { code, stderr } = await runHere(["exec", ...options, "--", "touch", ran]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(existsSync(ran)).toBe(false);
  });
});
