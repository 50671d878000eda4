/** Traffic at a rate that the network of a test would not bring, and a console that shows it. */
import type { Browser } from "playwright-core";

import type { Console, Served } from "../apps/console/console.ts";
import { openConsole, partnerKey } from "../apps/console/console.ts";

/** Sends one request without the network, because the test needs a high rate. */
async function request({ sandbox, url }: Served, number: number): Promise<void> {
  const path = number % 10 === 0 ? "/v1/leads/NoSuch00" : "/v1/leads/LeadHPa1";
  const headers = { "x-api-key": partnerKey };
  const answer = await sandbox.fetch(new Request(url + path, { headers }));
  await answer.arrayBuffer();
}

/** Sends `count` requests as fast as the sandbox answers. */
export async function send(served: Served, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await request(served, number);
    // oxlint-disable-next-line no-await-in-loop -- yields to the streams
    if (number % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Sends `perSecond` requests a second until `isOver`, and resolves with the rate that it reached. */
export async function trickle(
  served: Served,
  perSecond: number,
  isOver: () => boolean,
): Promise<number> {
  let sent = 0;
  const begun = performance.now();
  while (!isOver()) {
    const due = Math.floor(((performance.now() - begun) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await request(served, sent);
    }
    // oxlint-disable-next-line no-await-in-loop -- a pause
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return (sent * 1_000) / (performance.now() - begun);
}

/** A console with some rows, of a key without a limit. */
export async function openWithRows(browser: Browser | undefined): Promise<Console> {
  const shown = await openConsole(browser);
  await shown.tester("PUT", "/quotas/HPkeySbx", { quotaPerHour: null });
  await send(shown, 30);
  await shown.visit();
  await shown.page.locator(".line-request").nth(10).waitFor();
  return shown;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

export function print(text: string): void {
  process.stdout.write(`console: ${text}\n`);
}
