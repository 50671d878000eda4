/** What other people do in the world of a run, and the control calls that repeat it. */
import { describe, expect, it } from "vitest";

import { leadState, newLead } from "../../../src/domain/model/lead.ts";
import type { LeadAction } from "../../../src/harness/runs/others.ts";
import { addLeads, othersIn } from "../../../src/harness/runs/others.ts";
import type { Sandbox } from "../../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { config } from "../explore/settings.ts";

/** A sandbox with two Leads of one email and one of another, besides two Leads of other people. */
function sandboxWithLeads(): Sandbox {
  const sandbox = openSandbox(config());
  const workspace = sandbox.workspace();
  const { leads } = workspace.store();
  const [firm] = sandbox.describe().firms;
  workspace.transaction(() => {
    leads.clear();
    for (const [id, email] of [
      ["LeadOne1", "Maya.Singh@example.com"],
      ["LeadTwo2", "maya.singh@example.com"],
      ["LeadThr3", "other@example.com"],
    ] as const) {
      const parent = { resourceType: "Firm", resourceId: firm?.id ?? "" } as const;
      const fields = {
        id,
        environment: "sandbox",
        firmId: firm?.id ?? "",
        now: 1,
        ...parent,
      } as const;
      leads.insert(leads.nextNumber(), newLead(fields, { email }));
    }
  });
  addLeads(sandbox, 2);
  return sandbox;
}

function done(sandbox: Sandbox, action: LeadAction, email?: string) {
  const calls: string[] = [];
  othersIn(sandbox.workspace(), action, email, ({ method, path }) => {
    calls.push(`${method} ${path}`);
  });
  const states = sandbox
    .workspace()
    .store()
    .leads.all()
    .map((lead) => `${lead.id} ${leadState(lead)}`)
    .toSorted();
  return { calls, states };
}

const added = ["Mor00001 Active", "Mor00002 Active"];

describe("what other people do", () => {
  it("archives the Active Leads of one email, and names the calls that repeat it", () => {
    const sandbox = sandboxWithLeads();
    expect(done(sandbox, "archive", "maya.singh@example.com")).toEqual({
      calls: ["LeadOne1", "LeadTwo2"].map(
        (id) => `POST /_sandbox/workspaces/default/leads/${id}/archive`,
      ),
      states: ["LeadOne1 Archived", "LeadThr3 Active", "LeadTwo2 Archived", ...added],
    });
    expect(done(sandbox, "convert", "maya.singh@example.com").calls).toEqual([]);
    sandbox.close();
  });

  it("converts each Lead once, although a sign-up converts the other Leads of its email (state.convert)", () => {
    const sandbox = sandboxWithLeads();
    expect(done(sandbox, "convert")).toEqual({
      calls: ["LeadOne1", "LeadThr3"].map(
        (id) => `POST /_sandbox/workspaces/default/leads/${id}/convert`,
      ),
      states: ["LeadOne1 Converted", "LeadThr3 Converted", "LeadTwo2 Converted", ...added],
    });
    sandbox.close();
  });

  it("is repeated by its calls in another sandbox", async () => {
    const { calls, states } = done(sandboxWithLeads(), "convert");
    const other = sandboxWithLeads();
    for (const call of calls) {
      const [method = "", path = ""] = call.split(" ");
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const answer = await other.fetch(new Request(`http://127.0.0.1${path}`, { method }));
      expect(answer.status).toBe(200);
    }
    expect(done(other, "archive", "nobody@example.com").states).toEqual(states);
    other.close();
  });
});
