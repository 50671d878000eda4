import { describe, expect, it } from "vitest";

import { intercept } from "../../../src/library/embed/msw.ts";
import { refer, remote } from "./remote.ts";

describe("the sandbox of a test with LEAD_SANDBOX_CONTROL_URL", () => {
  it("serves a program with a hard-coded host, through Mock Service Worker", async () => {
    const { sandbox } = await remote();
    const workspace = await sandbox.workspace();
    using _ = intercept(sandbox, { hosts: ["api.partner.dit.example"] });
    const through = { ...workspace, apiKey: workspace.apiKey, firmId: workspace.firmId, fetch };
    expect(await refer(through, "https://api.partner.dit.example")).toBe(201);
    expect(await workspace.client.requests.count()).toBe(1);
  });
});
