/** A mix of requests. Of twenty, five create a Lead, six read one, five list, two change one, and two are invalid. */
import { Agent, request as httpRequest } from "node:http";

import * as z from "zod";

const firmPath = "/v1/firms/Harb0rPt/leads";
const key = "11111111-1111-4111-8111-111111111111";
/**
 * Creates choose from this many emails. When each has its Lead, a create gets 409 and the number of Leads stays
 * constant.
 */
const emailsMax = 5_000;
const connections = 16;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends requests over keep-alive connections. */
export interface Load {
  /** Sends the next `count` requests of the mix. */
  readonly run: (count: number) => Promise<void>;
  /** Calls the control API. Fails unless the status is 200. */
  readonly control: (method: string, path: string) => Promise<unknown>;
  /** The number of answers by status. */
  readonly statuses: () => ReadonlyMap<number, number>;
  readonly close: () => void;
}

/** Creates a load on the sandbox at `url` that starts with the first request of the mix. */
export function newLoad(url: string): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<number, number>();
  const made: string[] = ["LeadHPa1"];
  let number = 0;
  const sendNext = async (end: number): Promise<void> => {
    while (number < end) {
      const sent = nth(number, made);
      number += 1;
      // oxlint-disable-next-line no-await-in-loop -- a connection carries one request at a time
      const { status, body } = await send(agent, url, sent);
      if (status === 201) made.push(idIn(body));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  return {
    async run(count) {
      const end = number + count;
      await Promise.all(Array.from({ length: connections }, () => sendNext(end)));
    },
    async control(method, path) {
      const { status, body } = await send(agent, url, { method, path: `/_sandbox${path}` });
      if (status !== 200) throw new Error(`${method} ${path} returned ${status}: ${body}`);
      return JSON.parse(body);
    },
    statuses: () => statuses,
    close: () => agent.destroy(),
  };
}

const Created = z.object({ data: z.object({ id: z.string() }) });

function idIn(body: string): string {
  return Created.parse(JSON.parse(body)).data.id;
}

/** Request `number` of the mix. Clients follow all their Leads, so reads and changes go through those in `made`. */
function nth(number: number, made: readonly string[]): Sent {
  const kind = number % 20;
  const created = Math.floor(number / 20) * 4 + kind;
  const email = `client${created % emailsMax}@example.com`;
  const id = made[(number * 7919) % made.length] ?? "";
  const person = { email, firstName: "Maya", lastName: "Moreau" };
  if (kind < 4) return { method: "POST", path: firmPath, body: withPlans(person), key };
  if (kind === 4) return { method: "POST", path: firmPath, body: { email: "nobody" }, key };
  if (kind < 9) return { method: "GET", path: `/v1/leads/${id}`, key };
  if (kind < 11) return { method: "GET", path: `/v1/leads/nolead${number % 100}`, key };
  if (kind < 14) return { method: "GET", path: "/v1/leads?limit=20&scope=withDeleted", key };
  if (kind < 16) return { method: "GET", path: "/v1/plans?limit=5", key };
  if (kind < 18) {
    const lastName = `Abel-${number}`;
    return { method: "PATCH", path: `/v1/leads/${id}`, body: { lastName }, key };
  }
  return kind === 18
    ? { method: "GET", path: "/v1/leads" }
    : { method: "DELETE", path: "/v1/nowhere", key };
}

function withPlans(person: object): object {
  return { ...person, clientData: { Plans: [{ type: "Buying" }] } };
}

function send(agent: Agent, url: string, sent: Sent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const body = sent.body === undefined ? "" : JSON.stringify(sent.body);
  const headers = {
    "content-length": Buffer.byteLength(body),
    ...(body === "" ? {} : { "content-type": "application/json" }),
    ...(sent.key === undefined ? {} : { "x-api-key": sent.key }),
  };
  const request = httpRequest(
    url + sent.path,
    { agent, method: sent.method, headers },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
      });
    },
  );
  request.on("error", reject);
  request.end(body);
  return promise;
}
