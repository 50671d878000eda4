import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { Started } from "../../apps/cli/program.ts";
import { start, temporaryFolder } from "../../apps/cli/program.ts";
import { bundled, clientHead } from "./bundled.ts";
import type { Exploring } from "./explored.ts";
import { explored, program, reportIn, startExplore } from "./explored.ts";

const create = `const made = await call("POST", leads, { email: "maya@example.com", firstName: "Maya", lastName: "Moss" });`;

/** A client that writes its process id to `pids`, and creates a Lead. */
function noting(pids: string): string {
  return `
    const { appendFileSync } = await import("node:fs");
    appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n");
    ${clientHead}
  `;
}

/** A prefix of source code that ignores every signal but SIGKILL. */
const stubborn = `for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});`;

/** The processes in `pids` that still run, without zombies. */
function running(pids: string): readonly string[] {
  const noted = existsSync(pids) ? readFileSync(pids, "utf8").split("\n").filter(Boolean) : [];
  if (noted.length === 0) throw new Error("The client never ran.");
  return noted.filter((pid) => {
    const status = `/proc/${pid}/status`;
    return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, "utf8"));
  });
}

/** Resolves once standard error contains `text`. */
async function expected({ process: { stderr } }: Started, text: RegExp): Promise<void> {
  let all = "";
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    all += String(chunk);
    if (text.test(all)) return;
  }
  throw new Error(`It ended without ${String(text)}: ${all}`);
}

/** Resolves once `file` exists. */
async function written(file: string): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- waits for another process
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function ended({ started, out, leftBehind }: Exploring) {
  const startedAt = performance.now();
  const { code, stderr } = await started.ended;
  const tookMs = performance.now() - startedAt;
  return { code, stderr, tookMs, left: leftBehind(), report: reportIn(out) };
}

const options = ["--only", "faults", "--jobs", "1"];

describe("an interruption of explore", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "by %s during a trial ends it, writes a partial report and exits with %i",
    async (signal, code) => {
      const pids = join(temporaryFolder(), "pids");
      const source = `${noting(pids)} ${create} await new Promise((r) => setTimeout(r, 300)); process.exit(made.status === 201 ? 0 : 1);`;
      const exploring = startExplore(options, program(source));
      await expected(exploring.started, /2\/10 /);
      exploring.started.process.kill(signal);
      const { report, ...rest } = await ended(exploring);
      expect(rest).toMatchObject({ code, left: [] });
      expect(rest.stderr).toContain("interrupted: this report covers the trials that finished");
      expect(report?.interrupted).toBe(true);
      expect(report?.trials.length).toBeGreaterThanOrEqual(2);
      expect(report?.trials.length).toBeLessThan(10);
      expect(report?.leftOut).toHaveLength(10 - (report?.trials.length ?? 0));
      expect(running(pids)).toEqual([]);
    },
    60_000,
  );

  it("during the baseline also writes a report, which names no problem of the command", async () => {
    const folder = temporaryFolder();
    const pids = join(folder, "pids");
    const exploring = startExplore(
      options,
      program(`${noting(pids)} ${create} setInterval(() => {}, 1e6);`),
    );
    await written(pids);
    exploring.started.process.kill("SIGINT");
    const { report, code, left } = await ended(exploring);
    expect({ code, left }).toEqual({ code: 130, left: [] });
    expect(report).toMatchObject({ interrupted: true, problem: null, trials: [] });
    expect(running(pids)).toEqual([]);
  }, 60_000);

  it("kills a command that ignores it after 5 s", async () => {
    const pids = join(temporaryFolder(), "pids");
    const source = `${noting(pids)} ${stubborn} ${create} setInterval(() => {}, 1e6);`;
    const exploring = startExplore(options, program(source));
    await written(pids);
    exploring.started.process.kill("SIGINT");
    const { code, tookMs } = await ended(exploring);
    expect(code).toBe(130);
    expect(tookMs).toBeLessThan(15_000);
    expect(running(pids)).toEqual([]);
  }, 60_000);

  it("of replay exits with 130 and reports no verdict", async () => {
    const { bundle, file } = await bundled();
    const ran = join(temporaryFolder(), "ran");
    writeFileSync(
      file,
      `(await import("node:fs")).writeFileSync(${JSON.stringify(ran)}, ""); setInterval(() => {}, 1e6);`,
    );
    const replay = start(["replay", bundle, "--run"]);
    await written(ran);
    replay.process.kill("SIGINT");
    const { code, stderr } = await replay.ended;
    expect({ code, judges: stderr.includes("The finding") }).toEqual({ code: 130, judges: false });
  }, 60_000);
});

describe("processes after explore", () => {
  it("include no command that ignores SIGTERM at its timeout: explore kills it after 5 s", async () => {
    const pids = join(temporaryFolder(), "pids");
    const source = `${noting(pids)} ${stubborn}
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const body = JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moss" });
      const made = await fetch(url + leads, { method: "POST", headers, body });
      process.exit(made.status === 201 ? 0 : 1);
    `;
    // The fifth fault, which is a hang. The budget has no time for a run of 90 s.
    const waiting = ["--only", "faults", "--shard", "5/10", "--timeout", "4s", "--budget", "60s"];
    const { report } = await explored(waiting, program(source));
    const hang = report?.trials.find(({ variation }) => variation.id === "fault:hang");
    expect(hang).toMatchObject({ verdict: "unfinished", exitCode: 137 });
    expect(running(pids)).toEqual([]);
  }, 120_000);

  it("include no child process of a command, even if it holds the output open", async () => {
    const pids = join(temporaryFolder(), "pids");
    const source = `${clientHead} ${create}
      const { spawn } = await import("node:child_process");
      const { appendFileSync } = await import("node:fs");
      const child = spawn("sleep", ["600"], { stdio: "inherit" });
      appendFileSync(${JSON.stringify(pids)}, child.pid + "\\n");
      process.exit(made.status === 201 ? 0 : 1);
    `;
    const { report } = await explored(["--only", "evolution"], program(source));
    expect(report?.problem).toBeNull();
    expect(report?.summary.trials).toBeGreaterThan(0);
    expect(running(pids)).toEqual([]);
  }, 60_000);
});
