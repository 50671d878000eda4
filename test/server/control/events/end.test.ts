import { once } from "node:events";
import { connect } from "node:net";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { listeningSandbox } from "../../../support/sandbox.ts";
import { isRemote } from "../../../support/target.ts";
import { opened, partnerKey, servedOn, watchListeners } from "../opened.ts";
import type { EventReader, ToldEvent } from "./event-reader.ts";
import { readEvents } from "./event-reader.ts";

const headers = { accept: "text/event-stream" };
const path = "/_sandbox/events";
const inProcess = `http://127.0.0.1${path}`;

async function streamAt(url: string): Promise<EventReader> {
  return readEvents(await fetch(url, { headers }));
}

/** The last message of a stream that the sandbox ends. */
function closing(cursor: number, reason: string): ToldEvent {
  const type = "workspace-dropped";
  return { id: String(cursor), event: type, data: { type, cursor, reason } };
}

// Listeners are internals of this process.
describe.skipIf(isRemote)("a stream of events", () => {
  it("goes on when another server of the same sandbox is closed", async () => {
    const { sandbox, url, close } = await listeningSandbox({ logLevel: "silent" });
    const other = await sandbox.listen();
    const reader = await streamAt(url + path);
    await other.close();
    sandbox.workspace().clock.set({ mode: "frozen", now: 0 });
    await fetch(`${url}/v1/leads`, { headers: { "x-api-key": partnerKey.key } });
    const [first] = await reader.next(1);
    expect(first?.event).toBe("request");
    await close();
    expect((await reader.rest()).at(-1)).toMatchObject({ data: { reason: "server-stopped" } });
  });

  it("counts in the metrics until it ends or its reader goes", async () => {
    const { url, control } = await servedOn();
    await control("POST", "/workspaces", { id: "short" });
    const open = async (): Promise<string> =>
      /^lead_sandbox_open_streams (\d+)$/m.exec((await control("GET", "/metrics")).text)?.[1] ?? "";
    expect(await open()).toBe("0");
    const reader = await streamAt(`${url}/_sandbox/workspaces/short/events`);
    const gone = new AbortController();
    await fetch(`${url}${path}`, { headers, signal: gone.signal });
    await fetch(`${url}/_sandbox/workspaces`, { headers, signal: gone.signal });
    expect(await open()).toBe("3");
    gone.abort();
    await expect.poll(open).toBe("1");
    await control("DELETE", "/workspaces/short");
    await reader.rest();
    expect(await open()).toBe("0");
  });

  it("ends when its workspace expires, after the clock change and with the reason", async () => {
    const { url, control } = await servedOn();
    await control("POST", "/workspaces", { id: "brief", ttlSeconds: 60 });
    const reader = await streamAt(`${url}/_sandbox/workspaces/brief/events`);
    await control("POST", "/workspaces/brief/clock/advance", { by: "PT2M" });
    expect(await reader.rest()).toMatchObject([{ event: "clock.moved" }, closing(1, "expired")]);
  });

  it("continues when another workspace is dropped", async () => {
    const { url, control } = await servedOn();
    await control("POST", "/workspaces", { id: "other" });
    const reader = await streamAt(`${url}${path}?after=1`);
    await control("DELETE", "/workspaces/other");
    await control("PUT", "/assumptions", {});
    expect(await reader.next(1)).toMatchObject([{ event: "assumptions.set" }]);
  });

  it("removes the listener of a client whose connection is reset", async () => {
    const { workspace, url } = await servedOn();
    const listeners = watchListeners(workspace);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: ${headers.accept}\r\n\r\n`);
    await once(socket, "data");
    expect(listeners.count()).toBe(1);
    socket.resetAndDestroy();
    await listeners.gone;
    expect(listeners.count()).toBe(0);
  });

  it("removes the listener of a client that leaves, in the same process", async () => {
    const { workspace, fetch: ask } = await opened();
    const listeners = watchListeners(workspace);
    const response = await ask(inProcess, { headers });
    expect(listeners.count()).toBe(1);
    await response.body?.cancel();
    expect(listeners.count()).toBe(0);
  });

  it("sends a keep-alive comment every 15 seconds", async () => {
    const { control, fetch: ask } = await opened();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const comments: string[] = [];
    const response = await ask(`${inProcess}?after=1`, { headers });
    const reader = readEvents(response, (text) => comments.push(text));
    vi.advanceTimersByTime(14_999);
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(15_000);
    await control("PUT", "/assumptions", {});
    expect(await reader.next(1)).toMatchObject([{ id: "2", event: "assumptions.set" }]);
    expect(comments.map((text) => text.trim())).toEqual(["events", "still here", "still here"]);
    await reader.leave();
    expect(vi.getTimerCount()).toBe(0);
  });
});
