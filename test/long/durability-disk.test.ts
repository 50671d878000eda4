/**
 * Writes that fail because the disk is full: a clear error, no partial write, and recovery once
 * there is room.
 */
import { statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { startReady } from "../apps/cli/program.ts";
import type { Reply } from "../support/reply.ts";
import { at, replyOf } from "../support/reply.ts";
import { chanceOf, seed } from "./durability-chance.ts";
import { diskKinds, limited, limitFiles } from "./durability-disk.ts";
import { recordsOf } from "./durability-records.ts";
import { newTwin } from "./durability-twin.ts";
import type { Twin } from "./durability-twin.ts";
import { sized } from "./size.ts";

const calls = sized(25, 400);

describe("disks of limited size", () => {
  it.runIf(process.env["LEAD_SANDBOX_TEST_DISKS"] === "required")(
    "exist on this machine, at least one kind, if they are required",
    () => expect(diskKinds.map(({ missing }) => missing)).toContain(null),
  );
});

describe.each(diskKinds)("$name", ({ name, missing, open }) => {
  const title = missing === null ? "" : `, left out here: ${missing}`;
  it.skipIf(missing !== null)(
    `answers 500 with the reason, keeps its data, still reads, and recovers with room (seed ${seed})${title}`,
    async () => {
      const disk = open();
      const args = ["--data", disk.folder, "--quota", "off"];
      const first = await startReady(args);
      const { url, pid } = first.ready;
      const twin = await newTwin("twin-1", chanceOf(seed), true);
      const before = await called(twin, url, calls);
      expect(before.refused).toEqual([]);
      disk.fill(pid);
      const full = await called(twin, url, calls);
      expect(full.refused.length).toBeGreaterThan(0);
      expect(full.refused.map(reasonOf).filter((reason) => !saysSo.test(reason))).toEqual([]);
      expect(await twin.compare(url)).toBe("same");
      expect(await makesWorkspace(url)).toBe(500);
      disk.makeRoom(pid);
      expect(await makesWorkspace(url)).toBe(201);
      const after = await called(twin, url, calls);
      expect(after.refused).toEqual([]);
      expect(await twin.compare(url)).toBe("same");
      process.stdout.write(
        `${name}: ${full.refused.length} of ${full.made} calls refused while full\n`,
      );
      first.process.kill("SIGTERM");
      expect(await first.ended).toMatchObject({ code: 0, signal: null });
      expect(await twin.compare((await startReady(args)).ready.url)).toBe("same");
    },
    120_000,
  );

  it.skipIf(missing !== null)(
    `keeps exactly the concurrent Leads that were answered with 201${title}`,
    async () => {
      const disk = open();
      const { ready } = await startReady(["--data", disk.folder, "--quota", "off"]);
      const before = await atOnce(ready.url, "before");
      disk.fill(ready.pid);
      const full = await atOnce(ready.url, "full");
      disk.makeRoom(ready.pid);
      const after = await atOnce(ready.url, "after");
      const refused = full.filter(({ reply }) => reply.status !== 201);
      expect(refused.length).toBeGreaterThan(0);
      expect(
        refused.map(({ reply }) => reasonOf(reply)).filter((reason) => !saysSo.test(reason)),
      ).toEqual([]);
      expect([...before, ...after].map(({ reply }) => reply.status)).toEqual(
        Array(clients * 2).fill(201),
      );
      const there = await recordsOf(`${ready.url}/_sandbox`, (email) =>
        email.endsWith("@client.example"),
      );
      const answered = [...before, ...full, ...after].filter(({ reply }) => reply.status === 201);
      expect(new Set(there.keys())).toEqual(new Set(answered.map(({ email }) => email)));
    },
    120_000,
  );

  it.skipIf(missing !== null).each(["SIGKILL", "SIGTERM"] as const)(
    `keeps every answered write after %s while the disk is full (seed ${seed})${title}`,
    async (signal) => {
      const disk = open();
      const args = ["--data", disk.folder, "--quota", "off"];
      const first = await startReady(args);
      const twin = await newTwin("twin-1", chanceOf(seed), true);
      await called(twin, first.ready.url, calls);
      disk.fill(first.ready.pid);
      await called(twin, first.ready.url, calls);
      first.process.kill(signal);
      const { code, stderr } = await first.ended;
      // Exit code 4 means that even the final save found no room.
      expect(signal === "SIGKILL" ? [null] : [0, 4]).toContain(code);
      expect(code !== 4 || stderr.includes("cannot be written")).toBe(true);
      disk.makeRoom(process.pid);
      expect(await twin.compare((await startReady(args)).ready.url)).toBe("same");
    },
    120_000,
  );
});

const { missing: noLimits, open: openLimited } = limited;

describe.skipIf(noLimits !== null)("a disk that fills between two writes of a call", () => {
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

  it.each([
    { method: "PATCH", path: "/workspaces/ws", body: { label: "L", owner: "O", ttlSeconds: 9e4 } },
    { method: "POST", path: "/workspaces/ws/snapshots/one/restore", body: undefined },
    { method: "POST", path: "/workspaces/ws/clock/advance", body: { by: "P400D" } },
    { method: "POST", path: "/workspaces/ws/faults", body: { then: { status: 503 } } },
  ])(
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
          const { json } = await control(url, "GET", `/workspaces/ws${part}`);
          return JSON.stringify(json, (name, value: unknown) => (name === "now" ? null : value));
        });
        return (await Promise.all(texts)).join("\n");
      };
      const statuses: number[] = [];
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
        if (status >= 500) expect(await seen()).toBe(before);
      }
      expect(statuses).toContain(500);
    },
    120_000,
  );
});

const rounds = 12;

/** What a page of 1 KiB takes in a log. */
const pageInLog = 1_048;

async function control(url: string, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  return replyOf(await fetch(`${url}/_sandbox${path}`, { method, ...sent }));
}

const saysSo =
  /^The (?:workspace file|data folder) .*cannot be written: |^Internal server error The workspace file .* cannot be written: /;

const clients = 40;
const key = "11111111-1111-4111-8111-111111111111";

/** Sends creates at the same moment and returns their responses. */
function atOnce(url: string, name: string) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const made = async (email: string) => {
    const body = JSON.stringify({ email, firstName: "Cal", lastName: "Crowd" });
    const reply = await fetch(`${url}/v1/firms/Harb0rPt/leads`, { method: "POST", headers, body });
    return { email, reply: await replyOf(reply) };
  };
  return Promise.all(
    Array.from({ length: clients }, (_, number) => made(`${name}${number}@client.example`)),
  );
}

/** Makes that many calls, and checks after each rejected one that it had no effect. */
async function called(twin: Twin, url: string, count: number) {
  const refused: Reply[] = [];
  let made = 0;
  while (made < count) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const reply = await twin.step(url);
    if (reply === null) throw new Error("The sandbox ended.");
    made += 1;
    if (reply.status !== 500) continue;
    refused.push(reply);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const verdict = await twin.compare(url);
    if (verdict !== "same") throw new Error(`After ${reply.text}: ${JSON.stringify(verdict)}`);
  }
  return { refused, made };
}

/** The reason in a response: in the body on the control plane, in a header of the emulated API. */
function reasonOf(reply: Reply): string {
  return `${String(at(reply, "message"))} ${reply.headers.get("x-sandbox-reason") ?? ""}`;
}

/** The status of creating one more workspace. */
async function makesWorkspace(url: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ id: "one-more" });
  return (await fetch(`${url}/_sandbox/workspaces`, { method: "POST", headers, body })).status;
}
