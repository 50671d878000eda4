import { expect } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids } from "../../../support/world.ts";

export const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
export const person = { email: "rea.redacted@example.com", firstName: "Rea", lastName: "Roe" };

/** Requests with a text in one place each. */
export const places: readonly {
  readonly place: string;
  readonly send: (world: World, secret: string) => Promise<Reply>;
}[] = [
  { place: "the path", send: (world, secret) => world.api("GET", `/v1/leads/${secret}`) },
  {
    place: "a path that is none",
    send: (world, secret) => world.api("GET", `/nope/${secret}/x`),
  },
  {
    place: "the query",
    send: (world, secret) => world.api("GET", `/v1/leads?include=${secret}&x=${secret}`),
  },
  {
    place: "the request's and the answer's body",
    send: (world, secret) =>
      world.api("POST", ofFirm, { body: { ...person, clientData: { notes: `key ${secret}.` } } }),
  },
  {
    place: "a body that is not JSON",
    send: (world, secret) =>
      world.api("POST", ofFirm, {
        rawBody: `{"${secret}`,
        headers: { "content-type": "application/json" },
      }),
  },
  {
    place: "the name of a field that is refused",
    send: (world, secret) => world.api("POST", ofFirm, { body: { ...person, [secret]: 1 } }),
  },
  {
    place: "an email, which a mail is sent to",
    send: (world, secret) =>
      world.api("POST", ofFirm, { body: { ...person, email: `${secret}@example.com` } }),
  },
  {
    place: "some header",
    send: (world, secret) =>
      world.api("GET", "/v1/leads", { headers: { referer: `http://localhost/?key=${secret}` } }),
  },
];

/** The paths of the control API that report requests. */
const tellers: readonly string[] = [
  "/requests",
  "/requests.har",
  "/requests.http",
  "/requests/wait?timeoutMs=0",
  "/requests/wait?count=9&timeoutMs=0",
  "/events",
];

/** Everything that is reported about one request, as one text. */
export async function everyTelling(world: World, reply: Reply): Promise<string> {
  const id = reply.headers.get("x-sandbox-request-id") ?? "";
  const expected = await Promise.all(
    [`/requests/${id}`, ...tellers].map((path) => world.control("GET", path)),
  );
  expect(expected[0]?.status).toBe(200);
  return expected.map((one) => one.text).join("\n");
}

/** The parts of a key in a text that are longer than the visible prefix. */
export function traces(expected: string, secret: string): readonly string[] {
  const lower = expected.toLowerCase();
  return [secret, secret.slice(0, 35), secret.slice(1), secret.slice(0, 9)]
    .map((part) => part.toLowerCase())
    .filter((part) => lower.includes(part));
}
