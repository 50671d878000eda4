/** Calls of several writes on a disk that fills between them. */
import { statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { startReady } from "../apps/cli/program.ts";
import type { Reply } from "../support/reply.ts";
import { replyOf } from "../support/reply.ts";
import { limited, limitFiles } from "./durability-disk.ts";
import { spread } from "./size.ts";

const key = "11111111-1111-4111-8111-111111111111";
const { missing: noLimits, open: openLimited } = limited;

describe.skipIf(noLimits !== null)("a disk that fills between two writes of a call", () => {
  it("keeps an Idempotency-Key together with its Lead, or neither of them", async () => {
    const { folder } = openLimited();
    const args = ["--data", folder, "--quota", "off"];
    const { url, pid } = (await startReady(args)).ready;
    await control(url, "PUT", "/assumptions", { "http.idempotency-key": "409" });
    const create = async (name: string): Promise<number> => {
      const reply = await fetch(`${url}/v1/firms/Harb0rPt/leads`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": name },
        body: JSON.stringify({ email: `${name}@example.com`, firstName: "Cal", lastName: "Full" }),
      });
      return reply.status;
    };
    for (let number = 0; number < 100; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- fills the list of keys
      await create(`before-${number}`);
    }
    const statuses: number[] = [];
    await whileFull({ pid, folder }, async (round) => {
      statuses.push(await create(`full-${round}`));
    });
    const again = await Promise.all(statuses.map((_, round) => create(`full-${round}`)));
    expect(again).toEqual(statuses.map((status) => (status === 500 ? 201 : 409)));
    expect(new Set(statuses)).toEqual(new Set([500, 201]));
  }, 120_000);

  it.each(spread(changes, 2))(
    "changes nothing when $method $path is 500",
    async ({ method, path, body }) => {
      const { folder } = openLimited();
      const { url, pid } = (await startReady(["--data", folder, "--quota", "off"])).ready;
      await control(url, "POST", "/workspaces", { id: "ws", label: "before" });
      await control(url, "PUT", "/workspaces/ws/clock", { mode: "frozen" });
      await control(url, "POST", "/workspaces/ws/snapshots", { name: "one" });
      await control(url, "PATCH", "/workspaces/ws", { label: "now" });
      const seen = async (): Promise<string> => {
        const parts = ["", "/clock", "/faults", "/leads", "/events?limit=1000"];
        const texts = parts.map(async (part) => {
          return (await control(url, "GET", `/workspaces/ws${part}`)).text;
        });
        return (await Promise.all(texts)).join("\n");
      };
      const statuses: number[] = [];
      const changed: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const before = await seen();
        const log = statSync(join(folder, "ws.sqlite-wal")).size;
        limitFiles(pid, String(log + round * pageInLog));
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { status } = await control(url, method, path, body);
        limitFiles(pid, "unlimited");
        statuses.push(status);
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        if (status >= 500 && (await seen()) !== before) changed.push(round);
      }
      expect(statuses).toContain(500);
      expect(changed).toEqual([]);
    },
    120_000,
  );
});

const changes = [
  { method: "POST", path: "/workspaces/ws/snapshots/one/restore", body: undefined },
  { method: "PATCH", path: "/workspaces/ws", body: { label: "L", owner: "O", ttlSeconds: 9e4 } },
  { method: "POST", path: "/workspaces/ws/clock/advance", body: { by: "P400D" } },
  { method: "POST", path: "/workspaces/ws/faults", body: { then: { status: 503 } } },
];

const rounds = 12;

/** What a page of 1 KiB takes in a log. */
const pageInLog = 1_048;

async function control(url: string, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  return replyOf(await fetch(`${url}/_sandbox${path}`, { method, ...sent }));
}

/** Sends a call while the log can grow by each number of pages, from none on. */
async function whileFull(
  { pid, folder }: { readonly pid: number; readonly folder: string },
  call: (round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const log = statSync(join(folder, "default.sqlite-wal")).size;
    limitFiles(pid, String(log + round * pageInLog));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await call(round);
    limitFiles(pid, "unlimited");
  }
}
