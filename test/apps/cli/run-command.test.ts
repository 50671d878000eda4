import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { gracePeriodMs, runCommand } from "../../../src/base/processes/run-command.ts";
import { environmentPrinter } from "./environments.ts";
import { start, temporaryFile, temporaryFolder } from "./program.ts";

/** A program that writes its pid into `file` and ends only on SIGKILL. */
function stubborn(file: string): string {
  return temporaryFile(
    "stubborn.mjs",
    `import { writeFileSync } from "node:fs";
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
    setInterval(() => {}, 1e6);
    writeFileSync(${JSON.stringify(file)}, String(process.pid));`,
  );
}

/** A shell script that starts `program` in the background and continues when it runs. */
function leaving(program: string, pidFile: string): string {
  return `"${process.execPath}" "${program}" & until [ -s "${pidFile}" ]; do sleep 0.05; done`;
}

/** Whether the process that wrote `file` is running. A zombie is not. */
function isRunning(file: string): boolean {
  const pid = readFileSync(file, "utf8");
  try {
    process.kill(Number(pid), 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  return !(existsSync(status) && /^State:\s+Z/m.test(readFileSync(status, "utf8")));
}

async function isWritten(file: string): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- waits for another process
  while (!existsSync(file) || readFileSync(file, "utf8") === "") await delay(10);
}

describe("exec: a grandchild that ignores SIGTERM", () => {
  it("gets SIGKILL 5 s after the command has ended, and the exit code stays the same", async () => {
    const file = join(temporaryFolder(), "pid");
    const startedAt = performance.now();
    const script = `${leaving(stubborn(file), file)}; exit 3`;
    const { code } = await start(["exec", "--allow-no-requests", "--", "sh", "-c", script]).ended;
    expect({ code, isRunning: isRunning(file) }).toEqual({ code: 3, isRunning: false });
    expect(performance.now() - startedAt).toBeGreaterThan(gracePeriodMs);
  }, 20_000);

  it("also gets SIGKILL after a SIGTERM, a SIGHUP or a SIGINT to exec", async () => {
    // Each takes the whole grace period, so all run in parallel.
    const ends = (["SIGTERM", "SIGHUP", "SIGINT"] as const).map(async (signal) => {
      const file = join(temporaryFolder(), "pid");
      const script = `${leaving(stubborn(file), file)}; echo running; wait`;
      const program = start(["exec", "--", "bash", "-c", script]);
      await program.printed("running");
      program.process.kill(signal);
      const { code } = await program.ended;
      return { signal, isRunning: isRunning(file), isSignal: (code ?? 0) > 128 };
    });
    for (const end of await Promise.all(ends)) {
      expect(end).toMatchObject({ isRunning: false, isSignal: true });
    }
  }, 30_000);
});

describe("exec: a command that ignores SIGTERM", () => {
  it("gets SIGKILL 5 s after SIGTERM", async () => {
    const file = join(temporaryFolder(), "pid");
    const program = start(["exec", "--", process.execPath, stubborn(file)]);
    await isWritten(file);
    program.process.kill("SIGTERM");
    expect((await program.ended).code).toBe(137);
    expect(isRunning(file)).toBe(false);
  }, 20_000);
});

describe("runCommand", () => {
  const env = { PATH: process.env["PATH"] };

  it("ends a command that exceeds its timeout, and reports that", async () => {
    const command = [process.execPath, "-e", "setInterval(() => {}, 1e6)"];
    expect(await runCommand({ command, env, stdio: "ignore", timeoutMs: 300 })).toEqual({
      code: 143,
      signal: "SIGTERM",
      timedOut: true,
      error: null,
    });
  });

  it("ends all processes of a timed-out command, by SIGKILL if necessary", async () => {
    const file = join(temporaryFolder(), "pid");
    const command = ["sh", "-c", `${leaving(stubborn(file), file)}; wait`];
    const end = await runCommand({ command, env, stdio: "ignore", timeoutMs: 2000 });
    expect(end.timedOut).toBe(true);
    expect(isRunning(file)).toBe(false);
  }, 20_000);

  it("does not wait for a zombie whose parent, in another group, does not reap it", async () => {
    const file = join(temporaryFolder(), "pid");
    const startedAt = performance.now();
    const command = ["python3", "-c", leavingZombie, file];
    const end = await runCommand({ command, env, stdio: "ignore", timeoutMs: 60_000 });
    const tookMs = performance.now() - startedAt;
    process.kill(Number(readFileSync(file, "utf8")));
    expect(end.code).toBe(0);
    expect(tookMs).toBeLessThan(gracePeriodMs);
  }, 20_000);

  it("ends 2 s after a command whose daemon holds its output, and names the daemon", async () => {
    const file = join(temporaryFolder(), "pid");
    const startedAt = performance.now();
    const command = ["python3", "-c", leavingDaemon, file];
    const chunks: Buffer[] = [];
    const end = await runCommand({
      command,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      onOutput: (chunk) => chunks.push(chunk),
    });
    const tookMs = performance.now() - startedAt;
    const pid = Number(readFileSync(file, "utf8"));
    process.kill(pid, "SIGKILL");
    const name = process.platform === "linux" ? `"python3 \\n" (process ${pid})` : "a process";
    expect(end).toMatchObject({ code: 3, stillRunning: [expect.stringMatching(/process/)] });
    expect(end.stillRunning).toEqual([name]);
    expect(Buffer.concat(chunks).toString()).toContain("hello");
    expect(tookMs).toBeGreaterThanOrEqual(2_000);
    expect(tookMs).toBeLessThan(gracePeriodMs);
  }, 20_000);

  it("names no process on Linux when none is found, although the output is still open", async (context) => {
    context.skip(process.platform !== "linux", "Other systems do not show who holds the output.");
    const file = join(temporaryFolder(), "pid");
    const startedAt = performance.now();
    const end = await runCommand({
      command: ["python3", "-c", leavingOutputInTransit, file],
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const tookMs = performance.now() - startedAt;
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
    expect(end).toEqual({ code: 3, signal: null, timedOut: false, error: null });
    expect(tookMs).toBeLessThan(gracePeriodMs);
  }, 20_000);

  it("reads the output that a command wrote right before its exit", async () => {
    const source = `process.stdout.write("x".repeat(60_000))`;
    let bytes = 0;
    const end = await runCommand({
      command: [process.execPath, "-e", source],
      env,
      stdio: ["ignore", "pipe", "pipe"],
      onOutput: (chunk) => void (bytes += chunk.length),
    });
    expect(end.stillRunning).toBeUndefined();
    expect(bytes).toBe(60_000);
  });

  it("gives a command as much time as configured", async () => {
    const command = [process.execPath, "-e", "setTimeout(() => {}, 900)"];
    const more = [500, 60_000];
    const moreMs = (): number => more.shift() ?? 0;
    const end = await runCommand({ command, env, stdio: "ignore", timeoutMs: 100, moreMs });
    expect(end).toMatchObject({ code: 0, timedOut: false });
    expect(more).toEqual([]);
  });

  it("returns without delay when the command leaves no process behind", async () => {
    const startedAt = performance.now();
    const end = await runCommand({ command: ["true"], env, stdio: "ignore", timeoutMs: 60_000 });
    expect(end).toEqual({ code: 0, signal: null, timedOut: false, error: null });
    expect(performance.now() - startedAt).toBeLessThan(gracePeriodMs);
  });

  it.each([
    { name: "127 for a missing program", command: ["no-such-command-here"], code: 127 },
    { name: "126 for a file that is not executable", command: ["package.json"], code: 126 },
  ])("reports $name, with the error", async ({ command, code }) => {
    const [file = ""] = command;
    const path = existsSync(file) ? [join(process.cwd(), file)] : command;
    const end = await runCommand({ command: path, env, stdio: "ignore" });
    expect(end).toMatchObject({ code, signal: null, timedOut: false });
    expect(end.error).toBeInstanceOf(Error);
  });

  it("gives the command only the environment that was passed", async () => {
    const [file, flag, source] = environmentPrinter;
    const out = join(temporaryFolder(), "environment.json");
    const write = source.replace("process.stdout.write(", `fs.writeFileSync("${out}", `);
    await runCommand({ command: [file, flag, write], env: { ONLY: "this" }, stdio: "ignore" });
    expect(JSON.parse(readFileSync(out, "utf8"))).toEqual({ ONLY: "this" });
  });
});

/** Writes the id of a process that leaves the group without reaping its child, which stays in the group. */
const leavingZombie = `
import os, sys, time
if os.fork() == 0:
    if os.fork() == 0:
        os._exit(0)
    os.setsid()
    with open(sys.argv[1] + ".new", "w") as file:
        file.write(str(os.getpid()))
    os.rename(sys.argv[1] + ".new", sys.argv[1])
    time.sleep(60)
    os._exit(0)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
`;

/** Leaves a process in a session of its own that holds the output; its name has a line break. */
const leavingDaemon = `
import os, sys, time
if os.fork() == 0:
    os.setsid()
    with open("/proc/self/comm", "w") if os.path.exists("/proc/self/comm") else open(os.devnull, "w") as name:
        name.write("python3 \\n")
    with open(sys.argv[1] + ".new", "w") as file:
        file.write(str(os.getpid()))
    os.rename(sys.argv[1] + ".new", sys.argv[1])
    time.sleep(60)
    os._exit(0)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
print("hello", flush=True)
sys.exit(3)
`;

/** Leaves its output in a message that its daemon does not receive, so that no process has it among its files. */
const leavingOutputInTransit = `import os, socket, sys, time
ours, theirs = socket.socketpair()
socket.send_fds(ours, [b"output"], [1, 2])
if os.fork() == 0:
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in (1, 2):
        os.dup2(nothing, file)
    with open(sys.argv[1] + ".part", "w") as pid:
        pid.write(str(os.getpid()))
    os.rename(sys.argv[1] + ".part", sys.argv[1])
    time.sleep(60)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
os._exit(3)`;
