/**
 * More workspaces in a data folder than the process may open files, and the time that a shutdown
 * takes.
 */
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";

import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";

import type { Ready, Started } from "../apps/cli/program.ts";
import { readyLine, startProgram, temporaryFolder } from "../apps/cli/program.ts";
import { commandFile } from "../support/command.ts";
import { sized } from "./size.ts";

const Made = z.object({
  data: z.object({
    firms: z.array(z.object({ id: z.string(), apiKeys: z.array(z.object({ key: z.string() })) })),
  }),
});

/** Starts a sandbox in `data` that may have `files` files open. */
async function startWith(
  files: number,
  data: string,
): Promise<Started & { readonly ready: Ready }> {
  const serve = 'exec "$0" "$1" --port 0 --log-format json --quota off --data "$2"';
  const args = ["-c", `ulimit -n ${files}; ${serve}`, process.execPath, commandFile(), data];
  const started = startProgram("bash", args, {});
  return { ...started, ready: readyLine(await started.printed("\n")) };
}

interface Used {
  readonly key: string;
  readonly email: string;
}

/** Creates a workspace with one Lead. */
async function newUsed({ url, control }: Ready, number: number): Promise<Used> {
  const headers = { "content-type": "application/json" };
  const made = await fetch(`${control}/workspaces`, { method: "POST", headers, body: "{}" });
  expect(`${made.status} ${made.ok ? "" : await made.text()}`).toBe("201 ");
  const [firm] = Made.parse(await made.json()).data.firms;
  const key = firm?.apiKeys[0]?.key ?? "";
  const email = `lead-${number}@example.com`;
  const lead = await fetch(`${url}/v1/firms/${firm?.id}/leads`, {
    method: "POST",
    headers: { ...headers, "x-api-key": key },
    body: JSON.stringify({ email, firstName: "Una", lastName: "Used" }),
  });
  expect(lead.status).toBe(201);
  return { key, email };
}

async function newUsedOnes(ready: Ready, count: number): Promise<readonly Used[]> {
  const used: Used[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  while (used.length < count) used.push(await newUsed(ready, used.length));
  return used;
}

/** The emails in `used` whose Lead is missing. */
async function missing({ url }: Ready, used: readonly Used[]): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { key, email } of used) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const list = await fetch(`${url}/v1/leads`, { headers: { "x-api-key": key } });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (!(await list.text()).includes(email)) lost.push(email);
  }
  return lost;
}

/** The files in `data` that a sandbox has open; none where the system does not list them. */
function databasesOf({ process: { pid } }: Started, data: string): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).flatMap((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return []; // Closed meanwhile.
    }
  });
  return files.filter((file) => file.startsWith(data)).toSorted();
}

async function stopMs({ process: child, ended }: Started): Promise<number> {
  const from = performance.now();
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, signal: null });
  return performance.now() - from;
}

describe.skipIf(process.platform === "win32")("a data folder with many used workspaces", () => {
  const many = sized(105, 400);
  it(`opens ${many} of them in turn, with a limit of 220 open files`, async () => {
    const data = temporaryFolder();
    const first = await startWith(220, data);
    const used = await newUsedOnes(first.ready, many);
    expect(await missing(first.ready, used)).toEqual([]);
    const listed = await fetch(`${first.ready.control}/workspaces`);
    expect(listed.status).toBe(200);
    expect(await missing(first.ready, used.slice(0, 3))).toEqual([]);
    const open = databasesOf(first, data);
    const scraped = await fetch(`${first.ready.control}/metrics`);
    expect(await scraped.text()).toMatch(/^lead_sandbox_bytes\{kind="outbox"\} [1-9]/m);
    expect(databasesOf(first, data), "a scrape opens none").toEqual(open);
    await stopMs(first);
    const second = await startWith(220, data);
    expect(await missing(second.ready, used)).toEqual([]);
  }, 300_000);

  const most = sized(30, 2_000);
  it(`stops within 2 s after ${most} were used, and keeps every Lead`, async () => {
    const data = temporaryFolder();
    const first = await startWith(65_536, data);
    const used = await newUsedOnes(first.ready, most);
    const ms = await stopMs(first);
    process.stdout.write(`stopped after ${most} used workspaces in ${Math.round(ms)} ms\n`);
    expect(ms).toBeLessThan(2_000);
    const second = await startWith(65_536, data);
    expect(
      await missing(
        second.ready,
        used.filter((_, number) => number % 10 === 0),
      ),
    ).toEqual([]);
    expect(await missing(second.ready, used.slice(-10))).toEqual([]);
  }, 600_000);

  it("reports too many open files, and recovers once there are fewer", async () => {
    const files = 100;
    const { ready } = await startWith(files, temporaryFolder());
    const ask = keptConnection(ready);
    expect((await ask()).status).toBe(201);
    const sockets = await connectionsTo(ready, files);
    const refused = await ask();
    expect(refused.status).toBe(500);
    expect(refused.body).toMatch(/the process has too many open files\..*ulimit -n/);
    for (const socket of sockets) socket.destroy();
    await passed(500);
    expect((await ask()).status).toBe(201);
  }, 60_000);
});

/** Creates workspaces over one connection, opened before the process reaches its file limit. */
function keptConnection({ control }: Ready) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return () => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const headers = { "content-type": "application/json" };
    const asked = request(`${control}/workspaces`, { method: "POST", agent, headers }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => {
        body += String(chunk);
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    asked.on("error", reject);
    asked.end("{}");
    return promise;
  };
}

/** Opens enough connections that the process cannot open another file. */
async function connectionsTo({ url }: Ready, count: number): Promise<readonly Socket[]> {
  const { port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), "127.0.0.1"));
  for (const socket of sockets) socket.on("error", () => {});
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await passed(1_000);
  return sockets;
}
