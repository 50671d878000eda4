/** A call whose body takes long: its workspace is dropped meanwhile, and another one takes the id. */
import { describe, expect, it } from "vitest";

import { replyOf } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { withTwo } from "./isolated.ts";

const base = "/_sandbox/workspaces/mine";

/** A body that ends at `end`; `isRead` resolves when it is first read. */
function heldBody(value: unknown) {
  const isRead = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isRead.resolve();
        await end.promise;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(value)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isRead: isRead.promise, end: end.resolve };
}

/** Sends a body slowly with the token of a workspace, while another workspace takes its id. */
async function replaced(method: string, path: string, value: unknown) {
  const world = await withTwo();
  const { body, isRead, end } = heldBody(value);
  const headers = {
    authorization: `Bearer ${world.mine}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const sent: RequestInit = { method, headers, body, duplex: "half" };
  const answer = world.sandbox.fetch(new Request(`http://127.0.0.1${path}`, sent));
  await isRead;
  await world.send("DELETE", base, world.mine);
  const token = await world.make("mine");
  await world.send("POST", `${base}/sign-ups`, token, { email: "ada.active@example.com" });
  const shown = async (): Promise<string> => {
    const parts = ["state", "emails", "events"];
    const replies = parts.map((part) => world.send("GET", `${base}/${part}`, token));
    return (await Promise.all(replies)).map(({ text: one }) => one).join("\n");
  };
  const before = await shown();
  end();
  return { reply: await answer, before, after: await shown(), token };
}

// The sandboxes run in this process.
describe.skipIf(isRemote)("the token of a workspace that was dropped while a body came", () => {
  it.each([
    ["PATCH", base, { label: "stolen" }],
    ["PUT", `${base}/clock`, { now: "2031-01-01T00:00:00.000Z" }],
    ["POST", `${base}/reset`, {}],
    ["DELETE", `${base}/mailpit/api/v1/messages`, { ids: [] }],
    ["POST", "/_sandbox/session", {}],
  ])("opens neither the new one nor a session: %s %s", async (method, path, value) => {
    const { reply, before, after, token } = await replaced(method, path, value);
    const shown = await replyOf(reply);
    expect(shown.status).toBe(401);
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect(shown.text).not.toContain(token);
    expect(after).toBe(before);
  });

  it("does not act on the new one by MCP", async () => {
    const call = { name: "reset", arguments: { what: "workspace" } };
    const { reply, before, after } = await replaced("POST", `${base}/mcp`, {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: call,
    });
    expect(await reply.text()).toContain("does not accept the control token");
    expect(after).toBe(before);
  });
});
