/** Prepares V8's compile cache next to the command, as a new container would otherwise compile everything again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";

/**
 * Fills the folder `cache` next to the command in `out`. The cache is valid for that path, this version of Node, this
 * processor and the user with id `user`. Only a process that may run programs as another user can pass another id.
 */
export async function keepCompiled(out: string, user: number): Promise<void> {
  const command = join(out, "command");
  const cache = join(command, "cache");
  await mkdir(cache, { recursive: true });
  const starter = user === process.getuid?.() ? {} : { uid: user, gid: user };
  await chown(cache, user, user);
  const start = join(command, "start.mjs");
  const server = spawn(process.execPath, [start], {
    ...starter,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, LEAD_SANDBOX_PORT: "0", LEAD_SANDBOX_LOG_FORMAT: "json" },
  });
  const ended = once(server, "exit");
  const control = await Promise.race([controlUrl(server.stdout), ended.then(() => null)]);
  if (control === null) throw new Error("The built command ended before it served.");
  const { ok } = await fetch(`${control}/workspaces`);
  if (!ok) throw new Error("The built command did not list its workspaces.");
  const check = spawn(process.execPath, [start, "healthcheck", "--url", new URL(control).origin], {
    ...starter,
    stdio: "inherit",
  });
  const [code] = await once(check, "exit");
  if (code !== 0) throw new Error(`The built command's health check ended with ${code}.`);
  server.kill("SIGTERM");
  await ended;
}

/** The URL of the control plane, from the ready line. */
async function controlUrl(output: NodeJS.ReadableStream): Promise<string | null> {
  for await (const line of createInterface({ input: output })) {
    const ready: unknown = JSON.parse(line);
    if (typeof ready === "object" && ready !== null && "control" in ready) {
      return String(ready.control);
    }
  }
  return null;
}
