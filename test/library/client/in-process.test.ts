import { describe, expect, it } from "vitest";

import type { SandboxClient } from "../../../src/index.ts";
import { newSandboxClient } from "../../../src/index.ts";
import { newSandbox } from "../../support/sandbox.ts";

/** A client of a sandbox without a port. */
function newClient(): SandboxClient {
  const sandbox = newSandbox();
  return newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
}

describe("a client of a sandbox in this process", () => {
  it("streams events, and ends on abort", async () => {
    const client = newClient();
    const controller = new AbortController();
    const { signal } = controller;
    const types: string[] = [];
    await client.clock.freeze();
    for await (const { type } of client.events.stream({ signal })) {
      types.push(type);
      if (types.length === 1) await client.clock.advance(1);
      if (types.length === 2) await client.reset();
      if (types.length === 3) controller.abort();
    }
    expect(types).toEqual(["clock.moved", "clock.moved", "reset"]);
  });

  it("rejects an aborted wait with an AbortError", async () => {
    const client = newClient();
    const controller = new AbortController();
    const waiting = client.emails.waitFor({ timeoutMs: 60_000 }, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });
});
