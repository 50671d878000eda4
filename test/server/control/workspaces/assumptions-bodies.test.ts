import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { assumedRulesOf } from "../../../support/reply.ts";
import { ids } from "../../../support/world.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import type { Served } from "../../../world/workspace/served.ts";
import { newWorkspace, served } from "../../../world/workspace/served.ts";
import { stalledIn } from "../calls/stalled.ts";

function postWithoutPhone(sandbox: Served, key: string, email: string): Promise<Reply> {
  const path = `/firms/${ids.partnerFirm}/leads`;
  return sandbox.api(key, "POST", path, { email, firstName: "Nia", lastName: "Next" });
}

describe("a Lead whose body is still arriving while assumptions change", () => {
  it("follows and cites the assumptions at its arrival", async () => {
    const sandbox = served();
    const under = stalledIn(sandbox, "under");
    await sandbox.control("PUT", "/assumptions", { "lead.required": "email-and-phone" });
    under.finish();
    const reply = await under.reply;
    expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    expect(assumedRulesOf(reply)).not.toContain("lead.required");
    const next = await postWithoutPhone(sandbox, partnerKey.key, "next@example.com");
    expect(`${next.status} ${next.text}`).toMatch(/^422 /);
    expect(assumedRulesOf(next)).toContain("lead.required");
  });
});

describe("Leads in two workspaces of one sandbox", () => {
  it("follow the assumptions of their own workspace, also after a change and back", async () => {
    const sandbox = served();
    const strict = await newWorkspace(sandbox, {
      id: "strict",
      assumptions: { "lead.required": "email-and-phone" },
    });
    const statuses: number[] = [];
    const post = async (key: string): Promise<void> => {
      const email = `lead${statuses.length}@example.com`;
      statuses.push((await postWithoutPhone(sandbox, key, email)).status);
    };
    const choose = (choice: string): Promise<Reply> =>
      sandbox.control("PUT", "/workspaces/strict/assumptions", { "lead.required": choice });
    await post(partnerKey.key);
    await post(strict);
    await choose("email-only");
    await post(strict);
    await choose("email-and-phone");
    await post(strict);
    await post(partnerKey.key);
    expect(statuses).toEqual([201, 422, 201, 422, 201]);
  });
});
