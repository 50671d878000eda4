import { once } from "node:events";
import { connect } from "node:net";

import { onTestFinished } from "vitest";

import type { Ready } from "../cli/program.ts";

const keyLine = "X-API-Key: 11111111-1111-4111-8111-111111111111";

/** Requests that are not answered for a long time, and one that never is. */
const requests = [
  "GET /_sandbox/emails/wait?to=nobody&timeoutMs=60000",
  "GET /_sandbox/requests/wait?path=/nowhere&timeoutMs=60000",
  "GET /v1/plans",
  "GET /v1/leads",
];

/** Opens clients that wait: for mail, for requests, for live events, for a request that hangs and one that is delayed. */
export async function openWaitingClients({ url, control }: Ready): Promise<void> {
  await plan(control, { match: { path: "/v1/plans" }, then: { kind: "hang" } });
  await plan(control, { match: { path: "/v1/leads" }, then: { delayMs: 60_000 } });
  for (const request of requests) open(url, request);
  const events = open(url, "GET /_sandbox/events", "Accept: text/event-stream");
  // The stream reports the faults that applied: the requests before it have arrived by then.
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
  // The server cuts the connection off at the end: that is what is tested.
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
