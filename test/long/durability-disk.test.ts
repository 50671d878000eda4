/**
 * Writes that fail because the disk is full: a clear error, no partial write, and recovery once
 * there is room.
 */
import { describe, expect, it } from "vitest";

import { startReady } from "../apps/cli/program.ts";
import type { Reply } from "../support/reply.ts";
import { at, replyOf } from "../support/reply.ts";
import { chanceOf, seed } from "./durability-chance.ts";
import { diskKinds } from "./durability-disk.ts";
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
