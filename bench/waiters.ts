import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** The number of tests that wait for mail at the same time. */
export const waiterCount = 32;

/** How long the server has to start or to end waiting, in milliseconds. */
const settleMs = 150;

/** Runs `work` while calls wait for mail to other recipients, as the tests of a parallel suite do. */
export async function withWaiters<Result>(
  port: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // The first control call loads the control plane.
  await new Promise((resolve) => {
    startWaiting(port, "first@example.net", 0).on("close", resolve);
  });
  const waiting = Array.from({ length: waiterCount }, (_, number) =>
    startWaiting(port, `waiter${number}@example.net`, 60_000),
  );
  await delay(settleMs);
  try {
    return await work();
  } finally {
    for (const request of waiting) request.destroy();
    await delay(settleMs);
  }
}

function startWaiting(port: number, to: string, timeoutMs: number) {
  const path = `/_sandbox/emails/wait?to=${to}&timeoutMs=${timeoutMs}`;
  return get({ port, host: "127.0.0.1", path, agent: false }, (response) => {
    response.resume();
  }).on("error", () => {});
}
