import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { Opened, Served } from "../opened.ts";
import { opened, partnerKey, servedOn } from "../opened.ts";
import type { EventReader, ToldEvent } from "./event-reader.ts";
import { readEvents } from "./event-reader.ts";

const path = "/_sandbox/workspaces";
const headers = { accept: "text/event-stream" };

async function streamOf({ url }: Served): Promise<EventReader> {
  return readEvents(await fetch(url + path, { headers }));
}

async function inProcess({ fetch: ask }: Opened): Promise<EventReader> {
  return readEvents(await ask(`http://127.0.0.1${path}`, { headers }));
}

/** `workspaceId type` of each message. */
function shown(messages: readonly ToldEvent[]): readonly string[] {
  return messages.map((one) => `${String(member(one, "workspaceId"))} ${String(one.event)}`);
}

function member({ data }: ToldEvent, name: string): unknown {
  return typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined;
}

// The stream would also report workspaces of other tests.
describe.skipIf(isRemote)("GET workspaces as a stream", () => {
  it("200 with the events of every workspace as they happen, in order", async () => {
    const served = await servedOn();
    const { control } = served;
    await control("POST", "/workspaces", { id: "before" });
    const reader = await streamOf(served);
    await control("PUT", "/assumptions", {});
    await control("PUT", "/workspaces/before/assumptions", {});
    await control("POST", "/workspaces", { id: "later", label: "a test", fixture: "empty" });
    await control("PUT", "/workspaces/later/assumptions", {});
    await control("PUT", "/assumptions", {});
    expect(shown(await reader.next(5))).toEqual([
      "default assumptions.set",
      "before assumptions.set",
      "later workspace-created",
      "later assumptions.set",
      "default assumptions.set",
    ]);
  });

  it("200 with each event in the format of GET events", async () => {
    const served = await servedOn();
    const reader = await streamOf(served);
    await served.api("GET", "/v1/leads", { headers: { traceparent: partnerKey.key } });
    const [expected] = await reader.next(1);
    const listed = at(await served.control("GET", "/events"), "data.1");
    expect(expected?.id).toBe(undefined);
    expect(expected?.data).toEqual({ workspaceId: "default", ...Object(listed) });
    expect(JSON.stringify(expected)).not.toContain(partnerKey.key);
  });

  it("200 without earlier events, and with those of all other workspaces", async () => {
    const served = await servedOn();
    await served.api("GET", "/v1/leads");
    const reader = await streamOf(served);
    await served.control("POST", "/workspaces", { id: "one", ttlSeconds: 60 });
    expect(await reader.next(1)).toMatchObject([
      {
        event: "workspace-created",
        data: {
          type: "workspace-created",
          workspaceId: "one",
          label: null,
          owner: null,
          fixture: "default",
        },
      },
    ]);
  });

  it.each([
    { reason: "dropped", end: ({ control }: Served) => control("DELETE", "/workspaces/one") },
    {
      reason: "expired",
      end: ({ control }: Served) =>
        control("POST", "/workspaces/one/clock/advance", { by: "PT2M" }),
    },
  ])("200 with the end of a workspace that is $reason, used or not", async ({ reason, end }) => {
    const served = await servedOn();
    await served.control("POST", "/workspaces", { id: "one", ttlSeconds: 60 });
    const reader = await streamOf(served);
    await end(served);
    await served.control("PUT", "/assumptions", {});
    await served.control("GET", "/workspaces");
    const expected = await reader.next(2 + (reason === "expired" ? 1 : 0));
    const ended = expected.find(({ event }) => event === "workspace-dropped");
    expect(ended?.data).toMatchObject({ type: "workspace-dropped", workspaceId: "one", reason });
  });

  it("200 with the reset of a workspace, whose cursors restart", async () => {
    const served = await servedOn();
    const reader = await streamOf(served);
    await served.control("POST", "/reset");
    await served.control("PUT", "/assumptions", {});
    expect(await reader.next(2)).toMatchObject([
      { event: "reset", data: { workspaceId: "default", type: "reset" } },
      { event: "assumptions.set", data: { workspaceId: "default", cursor: 1 } },
    ]);
  });

  it("200 with a new workspace with the id of a dropped one", async () => {
    const served = await servedOn();
    const reader = await streamOf(served);
    for (let times = 0; times < 2; times += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await served.control("POST", "/workspaces", { id: "again" });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await served.control("PUT", "/workspaces/again/assumptions", {});
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await served.control("DELETE", "/workspaces/again");
    }
    const round = ["workspace-created", "assumptions.set", "workspace-dropped"];
    expect((await reader.next(6)).map(({ event }) => event)).toEqual([...round, ...round]);
  });

  it("ends with the reason when the server stops", async () => {
    const served = await servedOn();
    const reader = await streamOf(served);
    const rest = reader.rest();
    await served.stop();
    expect((await rest).map(({ event }) => event)).toEqual(["server-stopped"]);
  });
});

describe.skipIf(isRemote)("a slow reader of all workspaces", () => {
  it("gets the number of missed events of each workspace, which do not delay each other", async () => {
    const open = await opened();
    const { sandbox, control } = open;
    await control("POST", "/workspaces", { id: "quiet" });
    const reader = await inProcess(open);
    const workspace = sandbox.workspace();
    for (let count = 0; count < 30_000; count += 1) {
      workspace.emit("assumptions.set", { count });
      if (count === 20_000) {
        // oxlint-disable-next-line no-await-in-loop -- during the stream
        await control("PUT", "/workspaces/quiet/assumptions", {});
      }
    }
    const expected: ToldEvent[] = [];
    let [missed, events] = [0, 0];
    while (missed + events < 30_000) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const one of await reader.next(1)) {
        expected.push(one);
        missed += Number(member(one, "missed") ?? 0);
        if (one.event !== "gap" && member(one, "workspaceId") === "default") events += 1;
      }
    }
    expect(missed).toBeGreaterThan(10_000);
    const quiet = expected.findIndex((one) => member(one, "workspaceId") === "quiet");
    // At most what was buffered before it.
    expect(quiet).toBeLessThan(1_000);
  });
});
