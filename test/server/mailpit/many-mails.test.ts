/** Lists and searches of many mails do not block the event loop. */
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { sized } from "../../long/size.ts";
import type { ServedMailbox } from "./served-mailbox.ts";
import { json, newServedMailbox } from "./served-mailbox.ts";

const mails = sized(400, 1_000);

async function withManyMails(): Promise<ServedMailbox> {
  const mailbox = await newServedMailbox();
  for (let number = 0; number < mails; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await mailbox.invite(`lead${number}@client.example`);
  }
  // Loads lazy modules and compiles the code.
  await readThrough(`${mailbox.base}/api/v1/messages?limit=40`);
  await readThrough(`${mailbox.base}/api/v1/search?query=larger:1&limit=1`, 300);
  return mailbox;
}

/** Reads an answer without keeping it, for at most `mostMs`. Returns the number of bytes. */
function readThrough(url: string, mostMs = 120_000): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = get(url, (answer) => {
    let bytes = 0;
    answer.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on("end", () => resolve(bytes));
  });
  request.on("error", (error) => (request.destroyed ? resolve(0) : reject(error)));
  const end = setTimeout(() => request.destroy(new Error("It took too long.")), mostMs);
  request.on("close", () => clearTimeout(end));
  return promise;
}

/** The processor time of this thread in milliseconds. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * The longest block of the event loop during `work`, in milliseconds of this thread's processor time. Wall-clock time
 * would include other programs on a busy machine.
 */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = spent();
  const ticks = setInterval(() => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  await work();
  await delay(20);
  clearInterval(ticks);
  return longest;
}

const calls = [
  { name: "messages?limit=0", path: "/api/v1/messages?limit=0" },
  { name: "a search by size", path: "/api/v1/search?query=larger:1" },
  { name: "a search that finds nothing", path: "/api/v1/search?query=nothing-of-the-kind" },
  { name: "a search by subject that finds nothing", path: "/api/v1/search?query=subject:nothing" },
  { name: "the newest of a search", path: "/api/v1/message/latest?query=to:lead0@" },
] as const;

/** The smallest of three measurements, as other programs rarely disturb all three. */
async function usualHold(work: () => Promise<unknown>): Promise<number> {
  const tries = [await longestHold(work), await longestHold(work), await longestHold(work)];
  return Math.min(...tries);
}

describe("an outbox of many mails", () => {
  it("blocks the event loop for less than 25 ms in any call", { timeout: 180_000 }, async () => {
    const mailbox = await withManyMails();
    const held: Record<string, number> = {};
    for (const { name, path } of calls) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      held[name] = await usualHold(() => readThrough(mailbox.base + path));
    }
    held["marking all as read"] = await usualHold(() =>
      mailbox.ask("PUT", "/api/v1/messages", json({ Read: true })),
    );
    await mailbox.ask("DELETE", "/api/v1/search?query=client.example");
    expect(Object.entries(held).filter(([, ms]) => ms > 25)).toEqual([]);
    expect((await mailbox.mailpit.listMessages()).total).toBe(0);
  });

  it(
    "lists every mail once, newest first, while mail is captured and deleted",
    { timeout: 60_000 },
    async () => {
      const mailbox = await newServedMailbox();
      for (let number = 0; number < 250; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await mailbox.invite(`lead${number}@client.example`);
      }
      const { messages } = await mailbox.mailpit.listMessages(0, 3);
      const gone = messages.map(({ ID }) => ID);
      const [listed] = await Promise.all([
        mailbox.mailpit.listMessages(0, 0),
        mailbox.invite("during@client.example"),
        mailbox.mailpit.deleteMessages({ IDs: gone.slice(0, 1) }),
      ]);
      const ids = listed.messages.map(({ ID }) => ID);
      expect(new Set(ids).size).toBe(ids.length);
      expect(listed.count).toBe(ids.length);
      expect(ids.length).toBeGreaterThanOrEqual(249);
      const before = listed.messages.map(({ To }) => Number(/\d+/.exec(To[0]?.Address ?? "")?.[0]));
      const known = before.filter((number) => !Number.isNaN(number));
      expect(known).toEqual(known.toSorted((a, b) => b - a));
    },
  );
});
