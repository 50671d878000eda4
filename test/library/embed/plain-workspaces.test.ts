import { describe, expect, it, onTestFinished } from "vitest";

import type { Sandbox, SandboxOptions } from "../../../src/index.ts";
import { createSandbox, newSandboxClient } from "../../../src/index.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";

async function opened(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A client that can only use the control API. */
function throughApi({ fetch }: Sandbox) {
  return newSandboxClient({ url: "http://127.0.0.1", fetch });
}

function inner() {
  const sandbox = openSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

describe("a workspace that is created without the control API", () => {
  it.each([{}, { label: "referral > sends a Lead" }, { fixture: "empty" }])(
    "matches the one that the control API would create from %j",
    async (body) => {
      const [direct, served] = await Promise.all([opened(), opened()]);
      const made = await direct.client.workspaces.create(body);
      const asked = await throughApi(served).workspaces.create(body);
      const { now: _at, ...clock } = made.clock;
      expect({ ...asked, clock: { ...asked.clock, now: "" } }).toEqual({
        ...made,
        clock: { ...clock, now: "" },
      });
      expect(await throughApi(direct).workspaces.get(made.id)).toMatchObject({ id: made.id });
    },
  );

  it("has the settings of its sandbox", async () => {
    const { client } = await opened({ seed: 7, quota: 3, fixture: "empty" });
    const { seed, fixture, firms } = await client.workspaces.create();
    expect({ seed, fixture }).toEqual({ seed: 7, fixture: "empty" });
    const quotas = firms.flatMap(({ apiKeys }) => apiKeys.map((key) => key.quotaPerHour));
    expect(new Set(quotas)).toEqual(new Set([3]));
  });

  it("is created and dropped without a request", async () => {
    const { plainWorkspaces, describe: shown, ...sandbox } = inner();
    const made = plainWorkspaces.create({ label: "one" });
    expect(made).toMatchObject({ id: "ws-1", label: "one" });
    expect(await plainWorkspaces.drop("ws-1")).toBe(true);
    expect(sandbox.keyOf("ws-1", made?.firms[0]?.apiKeys[0]?.id ?? "")).toBeNull();
    expect(await plainWorkspaces.drop("ws-1")).toBe(false);
    expect(await plainWorkspaces.drop(shown().id)).toBe(false);
  });

  it.each([
    { seed: 7 },
    { label: "" },
    { label: "two\nlines" },
    { label: 7 },
    { fixture: "no-such" },
    { fixture: null },
    { lable: "misspelt" },
  ])("is left to the control API for the body %j", (body) => {
    expect(inner().plainWorkspaces.create(body)).toBeNull();
  });
});

describe("the client of a sandbox in this process", () => {
  it("fails with the errors of the control API", async () => {
    const { workspaces } = (await opened()).client;
    await expect(workspaces.create({ seed: 0.5 })).rejects.toMatchObject({ status: 422 });
    await expect(workspaces.create({ fixture: "no-such" })).rejects.toMatchObject({ status: 422 });
    await expect(workspaces.drop("no-such")).rejects.toMatchObject({ status: 404 });
    await expect(workspaces.drop("default")).rejects.toMatchObject({ status: 409 });
  });

  it("reports a workspace as missing when it drops it twice", async () => {
    const { client } = await opened();
    const { id } = await client.workspaces.create();
    const twice = [client.workspaces.drop(id), client.workspaces.drop(id)];
    const [first, second] = await Promise.allSettled(twice);
    expect(first).toEqual({ status: "fulfilled", value: { id } });
    expect(second).toMatchObject({ status: "rejected", reason: { status: 404 } });
  });

  it("creates and drops nothing after the sandbox is closed", async () => {
    const { client, close } = await opened();
    const { id } = await client.workspaces.create();
    await close();
    await expect(client.workspaces.create()).rejects.toThrow("No sandbox answers");
    await expect(client.workspaces.drop(id)).rejects.toThrow("No sandbox answers");
  });
});
