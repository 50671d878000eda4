import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { dataFolder, served } from "../../../world/workspace/served.ts";

describe.skipIf(isRemote)("a provider state that a limit rejects", () => {
  it.each([
    { state: "the service fails", params: { status: 503 }, shown: "/faults" },
    { state: "the time is", params: { now: "2030-01-02T03:04:05.000Z" }, shown: "/clock" },
    { state: "the time is", params: { now: "2020-01-02T03:04:05.000Z" }, shown: "/quotas" },
    { state: "the API key has used its burst", params: {}, shown: "/quotas" },
    {
      state: "the rule is chosen",
      params: { rule: "lead.delete", choice: "204" },
      shown: "/assumptions",
    },
  ])("leaves $shown as it was: $state, $params", async ({ state, params, shown }) => {
    const data = dataFolder();
    const first = served({ data });
    await first.control("PUT", "/clock", { mode: "frozen" });
    await first.control("POST", "/quotas/HPkeySbx/use", { count: 7 });
    first.close();
    // The database is larger than the limit already, so every transaction that may add something is rolled back.
    const sandbox = served({ data, workspaceBytesMax: 1_000 });
    const before = await sandbox.control("GET", shown);
    const refused = await sandbox.control("POST", "/pact/states", { state, params });
    const after = await sandbox.control("GET", shown);
    expect([refused.status, at(after, "data")]).toEqual([507, at(before, "data")]);
  });
});
