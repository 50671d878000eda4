/** A sandbox in a separate process whose memory can be read. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import * as z from "zod";

const Ready = z.object({ event: z.literal("ready"), url: z.url() });
const Memory = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });

/** The memory of a process in bytes: RSS, used JavaScript heap, and external memory. */
export type Memory = z.infer<typeof Memory>;

export interface MeasuredSandbox {
  readonly url: string;
  /** Its memory after a garbage collection. */
  readonly memory: () => Promise<Memory>;
  /** Stops the process and returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts the sandbox with default settings overridden by `settings`, on a free port and without a quota. */
export async function startMeasured(settings: readonly string[] = []): Promise<MeasuredSandbox> {
  const own = ["--port", "0", "--quota", "off", "--log-format", "json"];
  const sandbox = ["src/start.mjs", ...own, ...settings];
  const probed = ["--expose-gc", "--import", fileOf("memory-probe.ts"), ...sandbox];
  const child = spawn(process.execPath, probed, {
    cwd: fileOf(".."),
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [line]: readonly unknown[] = await once(child.stdout ?? child, "data");
  const { url } = Ready.parse(JSON.parse(String(line)));
  return {
    url,
    async memory() {
      const answer = once(child, "message");
      child.send("memory");
      const [memory]: readonly unknown[] = await answer;
      return Memory.parse(memory);
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}
