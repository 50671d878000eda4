/**
 * Runs inside a profiled sandbox. Records from the first message of its parent to the second, and answers that with
 * the profile.
 */
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();

process.on("message", (message) => void (message === "start" ? start() : stop()));
// The IPC channel must not keep the process alive.
process.channel?.unref();

async function start(): Promise<void> {
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 250 });
  await session.post("Profiler.start");
  process.send?.("started");
}

async function stop(): Promise<void> {
  const { profile } = await session.post("Profiler.stop");
  process.send?.(profile);
}
