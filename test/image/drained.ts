/** A request that is in flight when a server is asked to stop. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

import { onTestFinished, vi } from "vitest";

/** A request with its head sent, but not its body. */
export interface WaitingRequest {
  /** Waits until the server refuses new connections, as its shutdown has begun. */
  readonly refused: () => Promise<void>;
  /** Sends the body and returns the response. */
  readonly finish: () => Promise<string>;
}

/** Starts to create a Lead at `url`, and waits until the server expects the body. */
export async function openWaitingRequest(url: string): Promise<WaitingRequest> {
  const { host, port } = new URL(url);
  const socket = connectTo(port);
  const body = JSON.stringify({ email: "mona@example.com", firstName: "Mona", lastName: "Moss" });
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  const lines = [
    "POST /v1/firms/Harb0rPt/leads HTTP/1.1",
    `Host: ${host}`,
    "X-API-Key: 11111111-1111-4111-8111-111111111111",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Expect: 100-continue",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await vi.waitFor(() => {
    if (!text.includes("100 Continue")) throw new Error(`The server does not wait: ${text}`);
  }, 10_000);
  const refused = () =>
    vi.waitFor(
      async () => {
        if (await takes(port)) throw new Error("The server still takes connections.");
      },
      { timeout: 5_000, interval: 5 },
    );
  const finish = async (): Promise<string> => {
    const closed = once(socket, "close");
    socket.write(body);
    await closed;
    return text;
  };
  return { refused, finish };
}

/** Whether the server accepts a new connection. */
function takes(port: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connectTo(port);
  socket.on("connect", () => {
    resolve(true);
    socket.destroy();
  });
  socket.on("close", () => resolve(false));
  return promise;
}

function connectTo(port: string): Socket {
  const socket = connect(Number(port), "127.0.0.1");
  // A refused connection is an expected result; `close` follows.
  socket.on("error", () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}
