import { request as httpRequest } from "node:http";
import type { OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";

import { expect } from "vitest";
import * as z from "zod";

import type { Reply } from "../support/reply.ts";
import { replyOf } from "../support/reply.ts";
import { listeningSandbox } from "../support/sandbox.ts";

/** The fixture's Partner key of the sandbox environment in the default workspace. */
export const fixtureKey = "11111111-1111-4111-8111-111111111111";

/** A raw request; by default it has a valid key, and JSON as the type of a body. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Sends the body in chunks, without a content-length. */
  readonly chunked?: boolean;
}

/** A sandbox on a free port. */
export interface Server {
  readonly port: number;
  readonly send: (sent: Sent) => Promise<Reply>;
  /** Everything that a request can change: the Leads in every state and the mail. */
  readonly effects: () => Promise<string>;
}

/** The path that creates a Lead of the partner Firm. */
export const leadsPath = "/v1/firms/Harb0rPt/leads";

/** A valid body, with `fields` added. */
export function leadBody(fields: Readonly<Record<string, unknown>> = {}): string {
  const person = { email: "wire@example.com", firstName: "Wanda", lastName: "Wire" };
  return JSON.stringify({ ...person, ...fields });
}

export async function newServer(): Promise<Server> {
  const { url, controlUrl } = await listeningSandbox({ quota: null, logLevel: "silent" });
  const port = Number(new URL(url).port);
  const read = async (path: string): Promise<string> => (await fetch(controlUrl + path)).text();
  return {
    port,
    send: (sent) => sendTo(port, sent),
    effects: async () => (await read("/leads?limit=1000")) + (await read("/emails?limit=1000")),
  };
}

function sendTo(port: number, { method, path, headers, body, chunked }: Sent): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const length = chunked === true || body === undefined ? {} : { "content-length": sizeOf(body) };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const sent = httpRequest({
    port,
    method: method ?? (body === undefined ? "GET" : "POST"),
    path: path ?? leadsPath,
    headers: {
      host: "partner.localhost",
      "x-api-key": fixtureKey,
      connection: "close",
      ...type,
      ...length,
      ...headers,
    },
  });
  sent.on("error", reject);
  sent.on("response", (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", reject);
    incoming.on("end", () => {
      const pairs = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const answer = new Response(Buffer.concat(chunks), { headers: pairs });
      resolve(replyOf(answer).then((reply) => ({ ...reply, status: incoming.statusCode ?? 0 })));
    });
  });
  sent.end(body);
  return promise;
}

/**
 * Sends each row, changed by `to`, to one server. Returns the rows that did not get that status in the envelope, each
 * with its answer, and whether any of them had an effect.
 */
export async function unrefused(
  rows: readonly (Sent & { readonly name: string })[],
  status: number,
  to: Sent = {},
): Promise<readonly string[]> {
  const server = await newServer();
  const before = await server.effects();
  const faults: string[] = [];
  for (const { name, ...row } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- the answer to one row at a time
    const fault = refusalFault(await server.send({ ...row, ...to }), status);
    if (fault !== null) faults.push(`${name}: ${fault}`);
  }
  return (await server.effects()) === before ? faults : [...faults, "one had an effect"];
}

/** Sends the raw `text` and reads until the server closes the connection. */
export function converse(port: number, text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  // A connection can be reset after its answer.
  socket.on("error", () => {});
  socket.on("close", () => resolve(received));
  return promise;
}

const FieldError = z.strictObject({ code: z.string(), message: z.string() });
const Envelope = z.strictObject({ message: z.string().min(1) });
const EnvelopeWithFields = Envelope.extend({ fields: z.record(z.string(), z.array(FieldError)) });

/** Checks that `reply` is a refusal with that status in the documented envelope. */
export function expectRefusal(reply: Reply, status: number): void {
  expect(refusalFault(reply, status)).toBeNull();
}

function refusalFault(reply: Reply, status: number): string | null {
  const shape = status === 409 || status === 422 ? EnvelopeWithFields : Envelope;
  const checked = shape.safeParse(reply.json);
  if (reply.status === status && checked.success) return null;
  return `${reply.status} ${reply.text} ${checked.error?.message ?? ""}`;
}

function sizeOf(body: string | Uint8Array): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
}
