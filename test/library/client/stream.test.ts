import { describe, expect, it, vi } from "vitest";

import type { SandboxClient } from "../../../src/index.ts";
import { newSandboxClient } from "../../../src/index.ts";
import { collector } from "../../support/collector.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { isRemote } from "../../support/target.ts";
import { ids } from "../../support/world.ts";
import { newServedClient } from "./served-client.ts";

const collectGarbage = collector();

type Stream = ReturnType<SandboxClient["events"]["stream"]>;

/** Reads `count` items of a stream. Returns the type and cursor of each. */
async function next(stream: Stream, count: number): Promise<readonly string[]> {
  const expected: string[] = [];
  while (expected.length < count) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { done, value } = await stream.next();
    if (done === true) break;
    expected.push(`${value.cursor} ${value.type}`);
  }
  return expected;
}

/** Reads a stream to its end. */
function rest(stream: Stream): Promise<readonly string[]> {
  return next(stream, Number.POSITIVE_INFINITY);
}

/** A sandbox on a port that counts the listeners of its default workspace. */
async function countedSandbox() {
  const { sandbox, url, close } = await listeningSandbox();
  const { events } = sandbox.workspace();
  const { subscribe } = events;
  const standing = { listeners: 0 };
  vi.spyOn(events, "subscribe").mockImplementation((listener) => {
    const unsubscribe = subscribe(listener);
    standing.listeners += 1;
    let isGone = false;
    return () => {
      if (!isGone) standing.listeners -= 1;
      isGone = true;
      unsubscribe();
    };
  });
  const gone = () => vi.waitFor(() => expect(standing.listeners).toBe(0), 10_000);
  const come = () => vi.waitFor(() => expect(standing.listeners).toBe(1), 10_000);
  return { url, client: newSandboxClient({ url }), sandbox, close, standing, gone, come };
}

describe("events.stream", () => {
  it("reports past events, then new ones, each once and in order", async () => {
    const { workspace } = await newServedClient();
    await workspace.leads.archive(ids.activeLead);
    await workspace.clock.advance(1);
    const stream = workspace.events.stream();
    expect(await next(stream, 2)).toEqual(["1 lead.archived", "2 clock.moved"]);
    await workspace.faults.plan({ then: { status: 503 }, times: 1 });
    await workspace.clock.advance(1);
    expect(await next(stream, 2)).toEqual(["3 fault.planned", "4 clock.moved"]);
    await stream.return();
  });

  it("reports the same events as events.list, including their data", async () => {
    const { workspace, createLead } = await newServedClient();
    await createLead("told@example.com");
    await workspace.signUp({ email: "o'neil+zoe@example.com", firstName: "Zoë 🎉\u2028\r\n" });
    const { data } = await workspace.events.list();
    const expected: unknown[] = [];
    for await (const event of workspace.events.stream()) {
      expected.push(event);
      if (expected.length === data.length) break;
    }
    expect(expected).toEqual(data);
  });

  it("resumes after a cursor without gaps and duplicates", async () => {
    const { workspace } = await newServedClient();
    const first = workspace.events.stream();
    await workspace.clock.advance(1);
    await workspace.clock.advance(1);
    expect(await next(first, 2)).toEqual(["1 clock.moved", "2 clock.moved"]);
    await first.return();
    await workspace.clock.advance(1);
    const second = workspace.events.stream({ after: 2 });
    await workspace.clock.advance(1);
    expect(await next(second, 2)).toEqual(["3 clock.moved", "4 clock.moved"]);
    await second.return();
  });

  it("yields reset when the workspace is reset, and then events from cursor 1", async () => {
    const { workspace } = await newServedClient();
    const stream = workspace.events.stream();
    await workspace.clock.advance(1);
    expect(await next(stream, 1)).toEqual(["1 clock.moved"]);
    await workspace.reset();
    await workspace.clock.advance(1);
    expect(await next(stream, 2)).toEqual(["0 reset", "1 clock.moved"]);
    await stream.return();
  });

  it("gets no events of another workspace", async () => {
    const { client, workspace } = await newServedClient();
    const { id } = await client.workspaces.create({ now: "2026-03-02T09:00:00.000Z" });
    const stream = workspace.events.stream();
    await client.workspace(id).clock.advance(7);
    await workspace.clock.advance(1);
    const { value } = await stream.next();
    expect(value).toMatchObject({ cursor: 1, data: { to: "2026-03-02T09:00:00.001Z" } });
    await stream.return();
    await client.workspaces.drop(id);
  });

  it("ends with the reason when its workspace is dropped", async () => {
    const { client, workspace, id } = await newServedClient();
    const stream = workspace.events.stream();
    await workspace.clock.advance(1);
    await next(stream, 1);
    const ending = rest(stream);
    await client.workspaces.drop(id);
    expect(await ending).toEqual(["1 workspace-dropped"]);
  });

  it("rejects for an unknown workspace", async () => {
    const { client } = await newServedClient();
    const stream = client.workspace("nobody").events.stream();
    await expect(stream.next()).rejects.toMatchObject({ name: "SandboxError", status: 404 });
  });

  it("ends without an error when its signal aborts, during a wait or before the call", async () => {
    const { workspace } = await newServedClient();
    const controller = new AbortController();
    const { signal } = controller;
    const stream = workspace.events.stream({ signal });
    await workspace.clock.advance(1);
    await next(stream, 1);
    const ending = rest(stream);
    controller.abort();
    expect(await ending).toEqual([]);
    expect(await rest(workspace.events.stream({ signal }))).toEqual([]);
  });
});

// A test of another process could not observe a server's connections and shutdown.
describe.skipIf(isRemote)("the server behind events.stream", () => {
  it.each([
    ["aborts", async (_stream: Stream, controller: AbortController) => controller.abort()],
    ["leaves the loop", async (stream: Stream) => void (await stream.return())],
  ])("releases a reader that %s", async (_name, leave) => {
    const { client, standing, come, gone } = await countedSandbox();
    const controller = new AbortController();
    const stream = client.events.stream({ signal: controller.signal });
    await client.clock.freeze();
    await next(stream, 1);
    await come();
    // An abort must work after a garbage collection.
    collectGarbage();
    await leave(stream, controller);
    expect(await rest(stream)).toEqual([]);
    await gone();
    expect(standing.listeners).toBe(0);
  });

  it("ends the stream when it closes, within its grace period", async () => {
    const { client, close } = await countedSandbox();
    const stream = client.events.stream();
    await client.clock.freeze();
    await next(stream, 1);
    const from = performance.now();
    const [expected] = await Promise.all([rest(stream), close()]);
    expect(expected).toEqual(["1 workspace-dropped"]);
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});

describe.skipIf(isRemote)("an aborted wait", () => {
  it.each([
    [
      "emails.waitFor",
      ({ emails }: SandboxClient, signal: AbortSignal) =>
        emails.waitFor({ timeoutMs: 60_000 }, signal),
    ],
    [
      "requests.waitFor",
      ({ requests }: SandboxClient, signal: AbortSignal) =>
        requests.waitFor({ timeoutMs: 60_000 }, signal),
    ],
  ])("for %s rejects with the AbortError, and ends on the server", async (_name, wait) => {
    const { client, come, gone } = await countedSandbox();
    const controller = new AbortController();
    const waiting = wait(client, controller.signal);
    await come();
    collectGarbage();
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    await gone();
  });

  it("rejects with the given reason, also when it was aborted before the call", async () => {
    const { client } = await countedSandbox();
    const reason = new Error("the test is over");
    const waiting = client.emails.waitFor({}, AbortSignal.abort(reason));
    await expect(waiting).rejects.toBe(reason);
  });

  it("rejects with the TimeoutError of a signal that times out", async () => {
    const { client } = await countedSandbox();
    const waiting = client.emails.waitFor({ timeoutMs: 60_000 }, AbortSignal.timeout(20));
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
