/** Requests whose bodies stop halfway. */
import { connect } from "node:net";

import { onTestFinished } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { replyOf } from "../../../support/reply.ts";
import { ids } from "../../../support/world.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import type { Served } from "../../../world/workspace/served.ts";

/** A request whose body is incomplete. */
export interface Stalled {
  readonly reply: Promise<Reply>;
  readonly finish: () => void;
}

const path = `/v1/firms/${ids.partnerFirm}/leads`;

/** A Lead for a test client, as JSON. */
export function leadOf(client: string): string {
  return JSON.stringify({
    email: `${client}@example.com`,
    firstName: "Wil",
    lastName: "Writer",
  });
}

/** Starts to create a Lead in this process, in the workspace of `key`. */
export function stalledIn(
  sandbox: Pick<Served, "fetch">,
  client: string,
  key: string = partnerKey.key,
): Stalled {
  const rest = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  const lead = leadOf(client);
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(lead.slice(0, 10)));
      await rest.promise;
      controller.enqueue(encoder.encode(lead.slice(10)));
      controller.close();
    },
  });
  const request = new Request(`http://partner.localhost${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body,
    duplex: "half",
  });
  return { reply: answered(sandbox.fetch(request)), finish: () => rest.resolve() };
}

async function answered(response: Promise<Response>): Promise<Reply> {
  return replyOf(await response);
}

/** A client that sends half a Lead over its own socket. */
export interface StalledSocket {
  /** Everything received until the connection ended. */
  readonly ended: Promise<string>;
  /** Closes the connection from the client. */
  readonly hangUp: () => void;
}

/** Starts to create a Lead over the network; resolves when the first half is sent. */
export async function stalledAt(url: string, client: string, key: string): Promise<StalledSocket> {
  const { hostname, port } = new URL(url);
  const lead = leadOf(client);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const ended = Promise.withResolvers<string>();
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString();
  });
  // These tests expect a connection reset.
  socket.on("error", () => {});
  socket.on("close", () => ended.resolve(received));
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: partner.localhost",
    `x-api-key: ${key}`,
    "content-type: application/json",
    `content-length: ${lead.length}`,
  ].join("\r\n");
  const sent = Promise.withResolvers<void>();
  socket.write(`${head}\r\n\r\n${lead.slice(0, 10)}`, () => sent.resolve());
  await sent.promise;
  return { ended: ended.promise, hangUp: () => void socket.destroy() };
}
