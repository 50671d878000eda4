/** Loaded into the sandbox that is profiled: records between two messages of its parent, and answers the second with the profile. */
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();

process.on("message", (message) => void (message === "start" ? start() : stop()));
// The channel must not keep the process alive after it was asked to stop.
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
