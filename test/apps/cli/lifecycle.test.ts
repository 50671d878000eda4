import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Ready } from "./program.ts";
import { readyLine, startProgram, startReady } from "./program.ts";

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process.
    return false;
  }
}
