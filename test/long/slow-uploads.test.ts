/** Bodies that stop, or arrive too slowly, end with 408; those of others are served meanwhile. */
import type { Socket } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import { isRemote } from "../support/target.ts";
import type { Scheme, Served } from "./sockets-served.ts";
import { neighbour, partnerKey, received, served, statusesIn } from "./sockets-served.ts";

const slowUploadMs = 500;
const waits = { headMs: 60_000, requestMs: 60_000, idleMs: 60_000, checkMs: 1_000, slowUploadMs };
const person = JSON.stringify({ email: "slow@example.com", firstName: "Sam", lastName: "Slow" });
const leads = "POST /v1/firms/Harb0rPt/leads";

function head(call: string, how: string): string {
  const lines = [
    `${call} HTTP/1.1`,
    "Host: localhost",
    `X-API-Key: ${partnerKey}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    how,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const sized = (bytes: number): string => `Content-Length: ${bytes}`;
const chunked = "Transfer-Encoding: chunked";

/** Writes `piece` every `everyMs` until the connection ends, `most` times at most. */
function drip(socket: Socket, piece: string, everyMs: number, most = Number.POSITIVE_INFINITY) {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    if (count > most || !socket.writable) clearInterval(timer);
    else socket.write(piece);
  }, everyMs);
  onTestFinished(() => clearInterval(timer));
}

/** What a client receives that sends this at once, and nothing more. */
async function stalled(server: Served, text: string, scheme: Scheme = "http"): Promise<string> {
  const socket = server.connected(scheme);
  const answer = received(socket);
  socket.write(text);
  return answer;
}

// The tests need raw connections and control of the server's timeouts.
describe.skipIf(isRemote)("a body that stops", () => {
  it.each([
    { name: "a Lead", text: `${head(leads, sized(1_000))}{` },
    { name: "a Lead of which nothing arrives", text: head(leads, sized(1_000)) },
    { name: "a long Lead", text: `${head(leads, sized(200_000))}{` },
    { name: "a Lead in chunks", text: `${head(leads, chunked)}1\r\n{\r\n` },
    { name: "the end of a Lead", text: `${head(leads, sized(300))}${person}` },
    { name: "a Lead over HTTPS", text: `${head(leads, sized(1_000))}{`, scheme: "https" as const },
    { name: "a PATCH", text: `${head("PATCH /v1/leads/none", sized(1_000))}{` },
    { name: "a state", text: `${head("PUT /_sandbox/state", sized(64 << 20))}{` },
    { name: "a clock", text: `${head("POST /_sandbox/clock/advance", sized(20))}{` },
    {
      name: "mails to delete",
      text: `${head("DELETE /_sandbox/mailpit/api/v1/messages", sized(9))}{`,
    },
    { name: "a form", text: `${head("POST /_sandbox/sign-up", sized(90))}email=` },
    { name: "a call of MCP", text: `${head("POST /_sandbox/mcp", sized(1_000))}{` },
  ])("is 408, and the connection is closed: $name", async ({ text, scheme }) => {
    const server = await served(waits);
    const before = await server.effects();
    const answer = await stalled(server, text, scheme);
    expect(statusesIn(answer)).toEqual([408]);
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(answer).toContain("application/json");
    expect(await server.effects()).toBe(before);
    expect((await neighbour(server.port, Promise.resolve(), 1)).failures).toEqual([]);
  });

  it("is 408 after another request on the same connection", async () => {
    const server = await served(waits);
    const get = `GET /v1/leads HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${partnerKey}\r\n\r\n`;
    const answer = await stalled(server, `${get}${head(leads, sized(1_000))}{`);
    expect(statusesIn(answer)).toEqual([200, 408]);
  });

  it("names the reason on the emulated API", async () => {
    const answer = await stalled(await served(waits), `${head(leads, sized(1_000))}{`);
    expect(answer).toContain('{"message":"Request timeout"}');
    expect(answer).toMatch(
      /x-sandbox-reason: The body arrived with less than 1,000 bytes a second/,
    );
  });
});

describe.skipIf(isRemote)("a body that arrives in small pieces", () => {
  it.each([
    { name: "with its length", how: sized(100_000), piece: "a" },
    { name: "in chunks", how: chunked, piece: "1\r\na\r\n" },
  ])("is 408 below 1 kB a second, $name", async ({ how, piece }) => {
    const server = await served(waits);
    const socket = server.connected("http");
    const answer = received(socket);
    socket.write(head(leads, how));
    drip(socket, piece, 25);
    expect(statusesIn(await answer)).toEqual([408]);
  });

  it.each([
    { name: "with its length", how: sized(person.length + 4_000), end: "" },
    { name: "in chunks", how: chunked, end: "0\r\n\r\n" },
  ])("is received at 2 kB a second, $name", async ({ how, end }) => {
    const server = await served(waits);
    const socket = server.connected("http");
    const answer = received(socket);
    const piece = (text: string): string =>
      how === chunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text;
    socket.write(head(leads, `${how}\r\nConnection: close`) + piece(person));
    drip(socket, piece(" ".repeat(100)), 50, 40);
    if (end !== "") setTimeout(() => socket.write(end), 2_300);
    expect(statusesIn(await answer)).toEqual([201]);
  });

  it("is received after 100 Continue", async () => {
    const server = await served(waits);
    const socket = server.connected("http");
    const answer = received(socket);
    const how = `${sized(person.length)}\r\nExpect: 100-continue\r\nConnection: close`;
    socket.write(head(leads, how));
    socket.once("data", () => socket.write(person));
    expect(statusesIn(await answer)).toEqual([100, 201]);
  });

  it("may stop while a planned fault delays its request", async () => {
    const server = await served(waits);
    const fault = JSON.stringify({ then: { delayMs: 3 * slowUploadMs }, times: 1 });
    const plan = head("POST /_sandbox/faults", `${sized(fault.length)}\r\nConnection: close`);
    expect(statusesIn(await stalled(server, plan + fault))).toEqual([201]);
    const socket = server.connected("http");
    const answer = received(socket);
    const how = `${sized(person.length)}\r\nConnection: close`;
    socket.write(head(leads, how) + person.slice(0, 9));
    setTimeout(() => socket.write(person.slice(9)), 3 * slowUploadMs);
    expect(statusesIn(await answer)).toEqual([201]);
  });
});
