import { describe, expect, it } from "vitest";

import type { SandboxClient } from "../../src/index.ts";
import { newSandboxClient } from "../../src/index.ts";
import { newSandbox } from "../support/sandbox.ts";
import { ids, monday } from "../support/world.ts";

/** A client of a sandbox without a port. */
function newClient(): SandboxClient {
  const sandbox = newSandbox();
  return newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
}

describe("a client of a sandbox in this process", () => {
  it("converts a Lead", async () => {
    const client = newClient();
    const { lead, emails } = await client.leads.convert(ids.activeLead);
    expect(lead.state).toBe("Converted");
    const { data } = await client.emails.list({ kind: "converted" });
    expect(data).toEqual(emails);
    expect(await client.emails.text(data[0]?.id ?? "")).toContain("Ada");
  });

  it("has separate workspaces, each with its own clock", async () => {
    const client = newClient();
    const { id } = await client.workspaces.create({ now: monday });
    const workspace = client.workspace(id);
    await workspace.clock.advance("PT1H");
    expect((await workspace.clock.get()).now).toBe("2026-03-02T10:00:00.000Z");
    expect((await client.clock.get()).mode).toBe("system");
  });

  it("gets the same errors as over a connection", async () => {
    const client = newClient();
    const refused = client.leads.convert(ids.archivedLead);
    await expect(refused).rejects.toMatchObject({ name: "SandboxError", status: 409 });
    await expect(client.quotas.set("HPkeySbx", 0)).rejects.toMatchObject({
      status: 422,
      fields: { quotaPerHour: [{ code: "INVALID" }] },
    });
  });

  it("downloads every byte of a snapshot", async () => {
    const client = newClient();
    const { bytes } = await client.snapshots.take("all");
    expect(await client.snapshots.download("all")).toHaveLength(bytes);
  });

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
