import { describe, expect, it } from "vitest";

import type { SandboxClientOptions } from "../../../src/index.ts";
import { newSandboxClient } from "../../../src/index.ts";
import { newServedClient } from "./served-client.ts";

/** The headers of each request that `call` sends. */
async function sentHeaders(
  options: Omit<SandboxClientOptions, "url" | "fetch">,
  call: (client: ReturnType<typeof newSandboxClient>) => Promise<unknown>,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const sent: Record<string, string>[] = [];
  const client = newSandboxClient({
    url: "http://127.0.0.1",
    ...options,
    async fetch(request) {
      sent.push(Object.fromEntries(request.headers));
      return Response.json({ data: {} });
    },
  });
  await call(client);
  return sent;
}

describe("the headers of a client", () => {
  it("are part of every call, also for another workspace", async () => {
    const headers = { "X-API-Key": "0c0ffee0" };
    const sent = await sentHeaders({ headers }, async (client) => {
      await client.health();
      await client.workspaces.create({ id: "a" });
      await client.workspace("a").emails.raw("x");
      await client.workspace("a").clock.advance(5);
    });
    expect(sent.map((one) => one["x-api-key"])).toEqual(
      Array.from({ length: 4 }, () => "0c0ffee0"),
    );
  });

  it("are part of the request for the event stream", async () => {
    const { url } = await newServedClient();
    const sent: (string | null)[] = [];
    const client = newSandboxClient({
      url,
      headers: { "x-api-key": "0c0ffee0" },
      fetch(request) {
        sent.push(request.headers.get("x-api-key"));
        return fetch(request);
      },
    });
    const signal = AbortSignal.timeout(5_000);
    const events = client.events.stream({ signal });
    const first = events[Symbol.asyncIterator]().next();
    await client.signUp({ email: "new@example.com" });
    expect((await first).done).toBe(false);
    expect(sent).toEqual(["0c0ffee0", "0c0ffee0"]);
  });

  it("never replace a header that a call requires, in any spelling", async () => {
    const headers = { "Content-Type": "text/plain", AUTHORIZATION: "Basic x", "x-other": "kept" };
    const [sent] = await sentHeaders({ headers, token: "secret" }, (client) =>
      client.workspaces.create({ id: "a" }),
    );
    expect(sent).toMatchObject({
      "content-type": "application/json",
      authorization: "Bearer secret",
      "x-other": "kept",
    });
  });
});
