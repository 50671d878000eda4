import { describe, expect, it } from "vitest";

import { isRemote } from "../../../support/target.ts";
import type { Served } from "../opened.ts";
import { partnerKey, servedOn } from "../opened.ts";
import type { EventReader } from "./event-reader.ts";
import { readEvents } from "./event-reader.ts";

const accept = { accept: "text/event-stream" };

/** Opens the event stream of a workspace over a socket. */
async function streamOf(
  { url }: Served,
  path = "/events",
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  return readEvents(await fetch(`${url}/_sandbox${path}`, { headers: { ...accept, ...headers } }));
}

/** Sends a request over its own socket. */
async function send({ url }: Served, path = "/v1/leads"): Promise<void> {
  const answer = await fetch(url + path, { headers: { "x-api-key": partnerKey.key } });
  await answer.body?.cancel();
}

/** A served sandbox with four events: of its clock and of three requests, cursors 1 to 4. */
async function withFourEvents(): Promise<Served> {
  const served = await servedOn();
  await send(served);
  await send(served);
  await send(served);
  return served;
}

async function idsOf(reader: EventReader, count: number): Promise<readonly string[]> {
  return (await reader.next(count)).map(({ id }) => id ?? "");
}

// The tests use sockets, and stop their own server.
describe.skipIf(isRemote)("GET events as a stream", () => {
  it.each(["text/event-stream", "application/json, text/event-stream;q=0.9"])(
    "200 for Accept: %s, with no-store",
    async (wanted) => {
      const { url } = await servedOn();
      const headers = { accept: wanted };
      const answer = await fetch(`${url}/_sandbox/events`, { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/event-stream");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      await answer.body?.cancel();
    },
  );

  it.each([
    { query: "", headers: {}, first: "1" },
    { query: "?after=2", headers: {}, first: "3" },
    { query: "?after=5", headers: {}, first: "1" },
    { query: "?after=1", headers: { "last-event-id": "3" }, first: "4" },
    { query: "?after=1", headers: { "last-event-id": "" }, first: "2" },
    { query: "?after=1", headers: { "last-event-id": "x" }, first: "2" },
    { query: "?after=1", headers: { "last-event-id": "-3" }, first: "2" },
    { query: "?after=1", headers: { "last-event-id": "0" }, first: "1" },
    { query: "", headers: { "last-event-id": "99" }, first: "1" },
  ])("200 from $first on for events$query and $headers", async ({ query, headers, first }) => {
    const served = await withFourEvents();
    const reader = await streamOf(served, `/events${query}`, headers);
    await send(served);
    expect(await idsOf(reader, 1)).toEqual([first]);
  });

  it("200 with a new event at once, not with the next comment", async () => {
    const served = await servedOn();
    const comments: string[] = [];
    const answer = await fetch(`${served.url}/_sandbox/events?after=1`, { headers: accept });
    const reader = readEvents(answer, (text) => comments.push(text.trim()));
    await send(served);
    expect(await idsOf(reader, 1)).toEqual(["2"]);
    expect(comments).toEqual(["events"]);
  });

  it.each([1, 7])(
    "200 without gaps or duplicates for a client that reconnects after every %i events under traffic",
    async (count) => {
      const served = await servedOn();
      const traffic = Array.from({ length: 60 }, () => send(served));
      const seen: string[] = [];
      while (seen.length < 61) {
        const headers = { "last-event-id": seen.at(-1) ?? "0" };
        // oxlint-disable-next-line no-await-in-loop -- each connection resumes where the previous one ended
        const reader = await streamOf(served, "/events", headers);
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        seen.push(...(await idsOf(reader, Math.min(count, 61 - seen.length))));
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        await reader.leave();
      }
      await Promise.all(traffic);
      expect(seen).toEqual(Array.from({ length: 61 }, (_, index) => String(index + 1)));
    },
  );

  it.each([
    { name: "a reset", method: "POST", path: "/reset", body: {}, first: "assumptions.set" },
    { name: "a state put", method: "PUT", path: "/state", body: {}, first: "assumptions.set" },
    {
      name: "a snapshot restored",
      method: "POST",
      path: "/snapshots/first/restore",
      first: "snapshot.restored",
    },
  ])("200 with reset at $name, and cursors restart", async ({ method, path, body, first }) => {
    const served = await withFourEvents();
    await served.control("POST", "/snapshots", { name: "first" });
    const reader = await streamOf(served, "/events?after=5");
    await served.control(method, path, body);
    await served.control("PUT", "/assumptions", { "lead.delete": "204" });
    const [reset, next] = await reader.next(2);
    expect(reset).toEqual({ id: "0", event: "reset", data: {} });
    expect(next).toMatchObject({ id: "1", event: first });
  });

  it("200 with all events since a reset for a client that reconnects with its id", async () => {
    const served = await withFourEvents();
    const reader = await streamOf(served, "/events?after=4");
    await served.control("POST", "/reset");
    const [reset] = await reader.next(1);
    await reader.leave();
    await send(served);
    await send(served);
    const back = await streamOf(served, "/events", { "last-event-id": reset?.id ?? "" });
    expect(await idsOf(back, 2)).toEqual(["1", "2"]);
  });
});
