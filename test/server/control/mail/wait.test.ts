import { describe, expect, it, onTestFinished, vi } from "vitest";

import { text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { opened, servedOn, settled, watched, watchListeners } from "../opened.ts";

/** Longer than any test: an answer cannot be due to the timeout. */
const never = 60_000;

describe("GET emails/wait", () => {
  it("200 with the newest of several matches, in any case", async () => {
    const world = await newWorld();
    await world.createLead({ email: "a@example.com" });
    await world.createLead({ email: "b@example.com" });
    const reply = await world.control("GET", "/emails/wait?to=EXAMPLE.COM&timeoutMs=0");
    expect(text(reply, "data.to.0")).toBe("b@example.com");
  });

  it("404 after the timeout, with the note that no mail arrived", async () => {
    const world = await newWorld();
    const reply = await world.control("GET", "/emails/wait?timeoutMs=0");
    expect(reply.status).toBe(404);
    expect(text(reply, "hint")).toContain("No mail was captured");
  });

  it("404 despite mail of another workspace", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "quiet" });
    const waiting = world.server("GET", "/workspaces/quiet/emails/wait?timeoutMs=20");
    await world.createLead();
    expect((await waiting).status).toBe(404);
  });

  it("200 for mail after a reset during the wait", async () => {
    const world = await newWorld();
    const waiting = world.control("GET", `/emails/wait?kind=welcome&timeoutMs=${never}`);
    await world.control("POST", "/reset");
    await world.createLead();
    expect((await waiting).status).toBe(200);
  });
});

/** Both waits, each with the action that ends it. */
const waits = [
  { path: "/emails/wait", method: "POST", target: `/v1/firms/${ids.partnerFirm}/leads` },
  { path: "/requests/wait", method: "GET", target: "/v1/leads" },
] as const;
const body = { email: "wanda.wait@example.com", firstName: "Wanda", lastName: "Wu" };

// The tests check internals of this process: timers, listeners and sockets.
describe.skipIf(isRemote).each(waits)("GET $path, internally", (row) => {
  const { path, method, target } = row;
  const call = method === "POST" ? { body } : {};

  it("sets one timer for the timeout, and clears it at an earlier answer", async () => {
    const { api, control } = await opened();
    fakeTimers();
    const set = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const waiting = control("GET", `${path}?timeoutMs=${never - 7}`);
    await settled();
    await api(method, target, call);
    expect((await waiting).status).toBe(200);
    const ours = set.mock.calls.flatMap(([, ms], index) => (ms === never - 7 ? [index] : []));
    expect(ours.length).toBe(1);
    expect(cleared).toHaveBeenCalledWith(set.mock.results[ours[0] ?? 0]?.value);
  });

  it.each([
    { query: "?timeoutMs=1000", timeoutMs: 1_000 },
    { query: "", timeoutMs: 5_000 },
  ])("answers 404 after $timeoutMs ms and not earlier", async ({ query, timeoutMs }) => {
    const { control } = await opened();
    fakeTimers();
    const waiting = control("GET", path + query);
    const isSettled = watched(waiting);
    await settled();
    vi.advanceTimersByTime(timeoutMs - 1);
    await settled();
    expect(isSettled()).toBe(false);
    vi.advanceTimersByTime(1);
    expect((await waiting).status).toBe(404);
  });

  it("leaves no listener, with or without a match", async () => {
    const { workspace, api, control } = await opened();
    const listeners = watchListeners(workspace);
    const waiting = control("GET", `${path}?timeoutMs=${never}`);
    await settled();
    expect(listeners.count()).toBe(1);
    await api(method, target, call);
    await waiting;
    expect(listeners.count()).toBe(0);
    await control("DELETE", path.replace("/wait", ""));
    await control("GET", `${path}?timeoutMs=0`);
    expect(listeners.count()).toBe(0);
  });

  it("ends when the client aborts, in the same process", async () => {
    const { workspace, fetch } = await opened();
    const listeners = watchListeners(workspace);
    const client = new AbortController();
    const url = `http://127.0.0.1/_sandbox${path}?timeoutMs=${never}`;
    const waiting = fetch(url, { signal: client.signal });
    await settled();
    client.abort();
    expect((await waiting).status).toBe(404);
    expect(listeners.count()).toBe(0);
  });

  it("ends at once when the client aborted before", async () => {
    const { fetch } = await opened();
    const url = `http://127.0.0.1/_sandbox${path}?timeoutMs=${never}`;
    const reply = await fetch(url, { signal: AbortSignal.abort() });
    expect(reply.status).toBe(404);
  });

  it("ends when the client disconnects, over a socket", async () => {
    const { workspace, url } = await servedOn();
    const listeners = watchListeners(workspace);
    const client = new AbortController();
    const asked = `${url}/_sandbox${path}?timeoutMs=${never}`;
    const waiting = fetch(asked, { signal: client.signal });
    const isSettled = watched(waiting);
    await vi.waitFor(() => expect(listeners.count()).toBe(1), 10_000);
    expect(isSettled()).toBe(false);
    client.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    await listeners.gone;
    expect(listeners.count()).toBe(0);
  });

  it("answers 404 when the server stops, which it does not delay", async () => {
    const { workspace, url, stop } = await servedOn();
    const listeners = watchListeners(workspace);
    const waiting = Array.from({ length: 20 }, () =>
      fetch(`${url}/_sandbox${path}?timeoutMs=${never}`),
    );
    await vi.waitFor(() => expect(listeners.count()).toBe(20), 10_000);
    const [replies] = await Promise.all([Promise.all(waiting), stop()]);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 404));
    expect(listeners.count()).toBe(0);
  });
});

/** Fakes timers: from now on they run only when the test advances them. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}
