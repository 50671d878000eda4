/** Each run of a client has a fresh state. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { temporaryFolder } from "../../apps/cli/program.ts";
import { clientHead } from "./bundled.ts";
import { exploredHere, program } from "./explored.ts";

/** Creates a person unless `file`, an expression, says that this was done; fails if that call fails. */
function remembering(file: string): readonly string[] {
  return program(`${clientHead}
    const { existsSync, writeFileSync } = await import("node:fs");
    const done = ${file};
    if (existsSync(done)) process.exit(0);
    const made = await call("POST", leads, { email: "maya@example.com", firstName: "Maya", lastName: "Moss" });
    if (made.status !== 201) process.exit(1);
    writeFileSync(done, "");
  `);
}

const options = ["--only", "unknowns", "--shard", "1/4"];

/** A path whose name a shell must not read as words or commands. */
const oddPath = (): string => join(temporaryFolder(), "it's $HOME & done");

describe("a client that keeps state from run to run", () => {
  it("is told that its second run called nothing, and what to do", async () => {
    const done = oddPath();
    const { code, stderr, report } = await exploredHere(options, remembering(JSON.stringify(done)));
    expect({ code, kind: report?.problem?.kind }).toEqual({ code: 3, kind: "no-calls" });
    expect(stderr).toContain("The second run called nothing.");
    expect(stderr).toMatch(/LEAD_SANDBOX_STATE.*--setup/s);
  }, 60_000);

  it("is told the same when its second run fails", async () => {
    const done = oddPath();
    const client = remembering(JSON.stringify(done));
    const failing = ["sh", "-c", `test ! -e "$DONE" && exec "$@"`, "sh", ...client];
    const { code, stderr } = await exploredHere(options, ["env", `DONE=${done}`, ...failing]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/fails without any variation.*keeps state.*LEAD_SANDBOX_STATE/s);
  }, 60_000);

  it("is explored if it keeps its state in LEAD_SANDBOX_STATE, an empty folder for each run", async () => {
    const place = `process.env.LEAD_SANDBOX_STATE + "/done"`;
    const { report } = await exploredHere(options, remembering(place));
    expect(report?.problem).toBeNull();
    expect(report?.summary.tested).toBeGreaterThan(5);
  }, 60_000);

  it("is explored if --setup empties it, one run at a time, and the line to reproduce repeats it", async () => {
    const done = oddPath();
    const setup = `test -n "$LEAD_API_KEY" && rm -f '${done.replaceAll("'", String.raw`'\''`)}'`;
    const { report } = await exploredHere(
      [...options, "--setup", setup],
      remembering(JSON.stringify(done)),
    );
    expect(report?.problem).toBeNull();
    expect(report?.summary.tested).toBeGreaterThan(5);
    expect(report?.setup).toBe(setup);
  }, 60_000);

  it.each([
    ["echo storage is locked >&2; exit 7", "failed (exit code 7): storage is locked"],
    ["no-such-program-here", "failed (exit code 127)"],
  ])(
    "exits with 2 if --setup fails: %s",
    async (setup, message) => {
      const { code, stderr } = await exploredHere(["--setup", setup], ["true"]);
      expect(code).toBe(2);
      expect(stderr).toContain(`The command of --setup ${message}`);
    },
    60_000,
  );

  it("gets its state folder removed after each run, with what it wrote into it", async () => {
    const seen = join(temporaryFolder(), "seen");
    writeFileSync(seen, "");
    const client = program(`${clientHead}
      const { appendFileSync, mkdirSync, readdirSync, writeFileSync } = await import("node:fs");
      const state = process.env.LEAD_SANDBOX_STATE;
      if (readdirSync(state).length > 0) process.exit(9);
      mkdirSync(state + "/deep/er", { recursive: true });
      writeFileSync(state + "/deep/er/file", "x", { mode: 0o400 });
      appendFileSync(${JSON.stringify(seen)}, state + "\\n");
      await call("GET", leads);
    `);
    // exploredHere() fails if a file is left behind in the folder for temporary files.
    const { code } = await exploredHere(options, client);
    expect(code).toBe(0);
    expect(existsSync(seen) && readdirSync(temporaryFolder())).toEqual([]);
  }, 60_000);
});
