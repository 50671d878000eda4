import { once } from "node:events";
import { connect } from "node:net";

import { onTestFinished } from "vitest";

import type { Ready } from "../apps/cli/program.ts";

const keyLine = "X-API-Key: 11111111-1111-4111-8111-111111111111";

/** Requests that the sandbox answers late, and one that it never answers. */
const requests = [
  "GET /_sandbox/emails/wait?to=nobody&timeoutMs=60000",
  "GET /_sandbox/requests/wait?path=/nowhere&timeoutMs=60000",
  "GET /v1/plans",
  "GET /v1/leads",
];

/** Opens clients that wait for mail, requests, live events, a hanging request and a delayed one. */
export async function openWaitingClients({ url, control }: Ready): Promise<void> {
  await plan(control, { match: { path: "/v1/plans" }, then: { kind: "hang" } });
  await plan(control, { match: { path: "/v1/leads" }, then: { delayMs: 60_000 } });
  for (const request of requests) open(url, request);
  const events = open(url, "GET /_sandbox/events", "Accept: text/event-stream");
  // The stream reports applied faults, so the requests before it have arrived.
  let expected = "";
  while (expected.split("event: fault.met").length <= 2) {
    // oxlint-disable-next-line no-await-in-loop -- a stream has an order
    const [chunk]: readonly unknown[] = await once(events, "data");
    expected += String(chunk);
  }
}

function open(url: string, request: string, ...headers: readonly string[]) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  // At the end the server cuts the connection, as the test expects.
  socket.on("error", () => {});
  socket.write([`${request} HTTP/1.1`, "Host: a", keyLine, ...headers, "", ""].join("\r\n"));
  return socket;
}

async function plan(control: string, fault: object): Promise<void> {
  const response = await fetch(`${control}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
  if (response.status !== 201) throw new Error(`No fault: ${await response.text()}`);
}
