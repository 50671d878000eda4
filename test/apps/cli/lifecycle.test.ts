import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Ready } from "./program.ts";
import { readyLine, startProgram, startReady, temporaryFolder } from "./program.ts";

const partnerKey = "11111111-1111-4111-8111-111111111111";
const stopMsMax = 2_000;

describe.each(["SIGTERM", "SIGINT"] as const)("%s", (signal) => {
  it("exits 0 without further output", async () => {
    const program = await startReady();
    const before = performance.now();
    program.process.kill(signal);
    const { code, stdout, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readyLine(stdout)).toEqual(program.ready);
    expect(performance.now() - before).toBeLessThan(stopMsMax);
  });
});

// Both signals end the server the same way.
describe("SIGTERM", () => {
  it.each([
    { name: "an idle keep-alive connection", head: "GET /livez HTTP/1.1", answered: true },
    {
      name: "a request that waits for mail",
      head: "GET /_sandbox/emails/wait?timeoutMs=60000 HTTP/1.1",
      answered: false,
    },
    {
      name: "a half-sent body",
      head: "POST /v1/firms/Harb0rPt/leads HTTP/1.1\r\nContent-Length: 10",
      answered: false,
    },
    { name: "a half-sent head", head: "GET /v1/le", answered: false },
  ])("exits 0 in under 2 s with $name", async ({ head, answered }) => {
    const program = await startReady();
    const socket = await connected(program.ready);
    const complete = head.endsWith("/le") ? head : `${head}\r\nHost: a\r\n${keyLine}\r\n\r\n`;
    socket.write(complete);
    if (answered) await once(socket, "data");
    // When a request on another connection is answered, the bytes written before it have arrived.
    else await fetch(`${program.ready.url}/livez`);
    const before = performance.now();
    program.process.kill("SIGTERM");
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(performance.now() - before).toBeLessThan(stopMsMax);
  });
});

describe("npm start", () => {
  it("forwards SIGTERM to the sandbox, which exits 0", async () => {
    const program = startProgram("npm", ["start", "--silent", "--", "--log-format", "json"], {
      PORT: "0",
    });
    const ready = readyLine(await program.printed("{"));
    program.process.kill("SIGTERM");
    await program.ended;
    expect(isAlive(ready.pid)).toBe(false);
  });
});

describe("--data", () => {
  it("keeps a Lead over a restart (1.7)", async () => {
    const folder = temporaryFolder();
    const first = await startReady(["--data", folder]);
    const id = await createLead(first.ready);
    first.process.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);
    const second = await startReady(["--data", folder]);
    expect(await statusOf(second.ready, id)).toBe(200);
  });

  it("keeps an acknowledged Lead over kill -9 (1.5, 1.7)", async () => {
    const folder = temporaryFolder();
    const first = await startReady(["--data", folder]);
    const id = await createLead(first.ready);
    first.process.kill("SIGKILL");
    expect((await first.ended).signal).toBe("SIGKILL");
    const second = await startReady(["--data", folder]);
    expect(await statusOf(second.ready, id)).toBe(200);
  });

  it("keeps other workspaces with their keys and clocks until they are dropped", async () => {
    const folder = temporaryFolder();
    const first = await startReady(["--data", folder]);
    const now = "2026-03-02T09:00:00.000Z";
    await send(first.ready, "POST", "/_sandbox/workspaces", { id: "kept", now });
    await send(first.ready, "POST", "/_sandbox/workspaces", { id: "gone" });
    const before = await send(first.ready, "GET", "/_sandbox/workspaces/kept");
    await send(first.ready, "DELETE", "/_sandbox/workspaces/gone");
    first.process.kill("SIGTERM");
    await first.ended;
    const second = await startReady(["--data", folder]);
    const after = await send(second.ready, "GET", "/_sandbox/workspaces/kept");
    // The port is another one.
    const ofPort = /127\.0\.0\.1:\d+/g;
    expect(after.text.replaceAll(ofPort, "")).toBe(before.text.replaceAll(ofPort, ""));
    expect((await send(second.ready, "GET", "/_sandbox/workspaces/gone")).status).toBe(404);
    expect(existsSync(`${folder}/gone.sqlite`)).toBe(false);
  });
});

const keyLine = `X-API-Key: ${partnerKey}`;

async function connected({ url }: Ready): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  // The server may cut the connection off, which is what the test expects.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

async function createLead(ready: Ready): Promise<string> {
  const person = { email: "kept@example.com", firstName: "Kim", lastName: "Kept" };
  const { status, text } = await send(ready, "POST", "/v1/firms/Harb0rPt/leads", person);
  expect(`${status} ${text}`).toMatch(/^201 /);
  return /"id":"(\w+)"/.exec(text)?.[1] ?? "";
}

async function statusOf(ready: Ready, leadId: string): Promise<number> {
  return (await send(ready, "GET", `/v1/leads/${leadId}`)).status;
}

async function send(
  { url }: Ready,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url + path, {
    method,
    headers: { "x-api-key": partnerKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process.
    return false;
  }
}
