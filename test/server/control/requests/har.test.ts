import type { Entry, Har } from "har-format";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { partnerKey, servedOn } from "../opened.ts";

const Pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const Size = z.int().min(-1);
const Milliseconds = z.number().min(0);

/** The required members of HAR 1.2; no others are allowed. */
const Archive = z.strictObject({
  log: z.strictObject({
    version: z.literal("1.2"),
    creator: z.strictObject({ name: z.string().min(1), version: z.string().min(1) }),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: Milliseconds,
        request: z.strictObject({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          cookies: z.tuple([]),
          headers: Pairs,
          queryString: Pairs,
          postData: z.strictObject({ mimeType: z.string(), text: z.string() }).exactOptional(),
          headersSize: Size,
          bodySize: Size,
        }),
        response: z.strictObject({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.tuple([]),
          headers: Pairs,
          content: z.strictObject({
            size: z.int().min(0),
            mimeType: z.string(),
            text: z.string().exactOptional(),
          }),
          redirectURL: z.string(),
          headersSize: Size,
          bodySize: Size,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: Milliseconds, wait: Milliseconds, receive: Milliseconds }),
        comment: z.string().exactOptional(),
      }),
    ),
  }),
});

/** The archive of a world. */
async function archiveOf({ control }: Pick<World, "control">): Promise<Har> {
  return Archive.parse((await control("GET", "/requests.har")).json) satisfies Har;
}

async function onlyEntry(world: Pick<World, "control">): Promise<Entry> {
  const { log } = await archiveOf(world);
  const [entry, more] = log.entries;
  if (entry === undefined || more !== undefined) throw new Error("Expected one entry.");
  return entry;
}

const person = { email: "hal.har@example.com", firstName: "Hal", lastName: "Høst" };

describe("GET requests.har", () => {
  it("200 with no entries at the start", async () => {
    const { log } = await archiveOf(await newWorld());
    expect(log).toEqual({
      version: "1.2",
      creator: { name: "lead-sandbox", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      entries: [],
    });
  });

  it("200 with the id of the request, the time of the workspace's clock and the duration", async () => {
    const world = await newWorld();
    await world.api("GET", "/v1/leads");
    const entry = await onlyEntry(world);
    const { id, durationMs } = Object(at(await world.control("GET", "/requests"), "data.0"));
    expect(entry.comment?.split(" ")[0]).toBe(id);
    expect(entry.startedDateTime).toBe(monday);
    expect(entry.time).toBe(durationMs);
    const { send, wait, receive } = entry.timings;
    expect((send ?? 0) + wait + receive).toBe(entry.time);
  });

  it("200 with the whole URL at the requested host, and its query as parameters, too", async () => {
    const world = await newWorld();
    const path = "/v1/leads?filter=%7B%22email%22%3A%22a%2Bb%22%7D&limit=1&limit=2&x";
    await world.api("GET", path, { surface: "realtor", key: world.keys.realtor });
    const { request } = await onlyEntry(world);
    expect(request.url).toBe(`http://realtor.localhost${path}`);
    expect(request.queryString).toEqual([
      { name: "filter", value: '{"email":"a+b"}' },
      { name: "limit", value: "1" },
      { name: "limit", value: "2" },
      { name: "x", value: "" },
    ]);
  });

  it("200 with both bodies, their types and their sizes in bytes", async () => {
    const world = await newWorld();
    const body = JSON.stringify(person);
    const reply = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body: person });
    const { request, response } = await onlyEntry(world);
    const mimeType = "application/json";
    expect(request.postData).toEqual({ mimeType, text: body });
    expect(request.bodySize).toBe(Buffer.byteLength(body));
    const size = Buffer.byteLength(reply.text);
    expect(response.content).toEqual({ mimeType, text: reply.text, size });
    expect(response.bodySize).toBe(size);
  });

  it("200 without postData if no body was read, and with empty content for an empty answer", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    await world.api("DELETE", `/v1/leads/${ids.activeLead}`);
    const { request, response } = await onlyEntry(world);
    expect(request.postData).toBeUndefined();
    expect(request.bodySize).toBe(0);
    expect(response.status).toBe(204);
    expect(response.content).toEqual({ size: 0, mimeType: "x-unknown", text: "" });
  });

  it("200 with the request and response headers, including the rules", async () => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/leads", { headers: { "x-other": "yes" } });
    const { request, response } = await onlyEntry(world);
    expect(request.headers).toContainEqual({ name: "x-other", value: "yes" });
    // The journal leaves out Date, which is the time of the request.
    const sent = [...reply.headers]
      .filter(([name]) => name !== "date")
      .map(([name, value]) => ({ name, value }));
    expect(response.headers).toEqual(expect.arrayContaining(sent));
  });

  // The test resets sockets of its own server.
  it.skipIf(isRemote)("200 with status 0 for a request without an answer", async () => {
    const { url, control } = await servedOn();
    await control("POST", "/faults", { then: { kind: "reset" } });
    const headers = { "x-api-key": partnerKey.key };
    await expect(fetch(`${url}/v1/leads`, { headers })).rejects.toThrow(/./);
    const { request, response } = await onlyEntry({ control });
    expect(request.url).toBe(`${url}/v1/leads`);
    expect(response.status).toBe(0);
    expect(response.headers).toEqual([]);
  });
});
