import { describe, expect, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import type { Served } from "../world/workspace/served.ts";
import { newWorkspace, served } from "../world/workspace/served.ts";

const key = "7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b";
const firm = "acme-4711";

function states(sandbox: Served, params: object, more: object = {}): Promise<Reply> {
  return sandbox.control("POST", "/pact/states", {
    state: "an active lead exists",
    params,
    ...more,
  });
}

describe("provider states", () => {
  it("take adopt with a key and a Firm, and keep it through the teardown", async () => {
    const sandbox = served();
    const made = await states(sandbox, { adopt: { key, firm }, firmId: firm });
    expect(made.status).toBe(200);
    expect(at(made, "firmId")).toBe(firm);
    const read = await sandbox.api(key, "GET", `/leads/${text(made, "leadId")}`);
    expect(read.status).toBe(200);
    await states(sandbox, {}, { action: "teardown" });
    expect((await sandbox.api(key, "GET", `/leads/${text(made, "leadId")}`)).status).toBe(404);
    expect((await sandbox.api(key, "GET", `/firms/${firm}/leads`)).status).toBe(200);
  });

  it("take adopt: true, and adopt the Firm that they name", async () => {
    const sandbox = served();
    const made = await states(sandbox, { adopt: true, firmId: firm });
    expect((await sandbox.api(key, "GET", `/leads/${text(made, "leadId")}`)).status).toBe(200);
  });

  it.each([{ adopt: "yes" }, { adopt: { key: "test-key" } }, { adopt: { nope: 1 } }])(
    "refuse $adopt",
    async (params) => {
      const reply = await states(served(), params);
      expect(reply.status).toBe(422);
      expect(reply.text).toContain("adopt");
    },
  );

  it("refuse it in another workspace, and any key on a host of the network", async () => {
    const sandbox = served();
    await newWorkspace(sandbox, { id: "a" });
    const elsewhere = await sandbox.control("POST", "/workspaces/a/pact/states", {
      state: "an active lead exists",
      params: { adopt: true },
    });
    expect(elsewhere.status).toBe(422);
    const open = served({ host: "0.0.0.0" });
    expect((await states(open, { adopt: true })).status).toBe(422);
    expect((await states(open, { adopt: { key } })).status).toBe(200);
  });
});
