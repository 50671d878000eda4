import { connect } from "node:net";
import type { Socket } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import { isRemote } from "../../../support/target.ts";
import type { Served } from "../opened.ts";
import { servedOn } from "../opened.ts";
import { largeWorld, worldNow } from "../workspaces/large-world.ts";

/** A served sandbox with many Leads, a snapshot of them and long requests. */
async function servedWithMany(): Promise<Served> {
  const served = await servedOn();
  const { control, api, workspace } = served;
  expect((await control("PUT", "/state", largeWorld(workspace, 2_000))).status).toBe(200);
  await control("POST", "/snapshots", { name: "kept" });
  const requests = Array.from({ length: 20 }, () => api("GET", "/v1/leads?limit=100"));
  await Promise.all(requests);
  return served;
}

/** Requests `path` on a socket of its own, and stops reading after the first bytes of the answer. */
async function halfRead(url: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /_sandbox${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  const head = await new Promise<string>((resolve, reject) => {
    socket.once("data", (bytes) => {
      socket.pause();
      resolve(bytes.toString("latin1"));
    });
    socket.once("error", reject);
  });
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

const paths = [
  "/state",
  "/requests.har",
  "/requests?limit=1000",
  "/events",
  "/pact",
  "/snapshots/kept/state",
  "/snapshots/kept/download",
];

// The tests look into their own sandbox.
describe.skipIf(isRemote)("a long answer of the control API", () => {
  it("has its length, changes nothing, and delays no reset when its client leaves or does not read it", async () => {
    const { url, workspace, control, api } = await servedWithMany();
    const before = worldNow(workspace);
    const whole = await fetch(`${url}/_sandbox/state`);
    const body = Buffer.from(await whole.arrayBuffer());
    expect(body.toString("utf8")).toBe(JSON.stringify({ data: before }));
    expect(whole.headers.get("content-length")).toBe(String(body.length));
    const leaving = await Promise.all(paths.map((path) => halfRead(url, path)));
    await Promise.all(paths.map((path) => halfRead(url, path)));
    for (const socket of leaving) socket.destroy();
    expect(worldNow(workspace)).toEqual(before);
    expect((await control("POST", "/reset")).status).toBe(200);
    expect(worldNow(workspace).leads.length).toBeLessThan(100);
    expect((await api("GET", "/v1/leads")).status).toBe(200);
  });
});
