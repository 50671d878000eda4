import { readFileSync } from "node:fs";

import { describe, expect, it, onTestFinished } from "vitest";

import type { WorkspaceClient } from "../../../src/index.ts";
import { createSandbox, newSandboxClient, SandboxError } from "../../../src/index.ts";
import { servedUrl } from "./served-client.ts";

/**
 * A workspace as in the guide, with the program under test: it sends a Lead and throws when the request is refused.
 */
async function begun(): Promise<{
  readonly workspace: WorkspaceClient;
  readonly createLead: (email: string) => Promise<string>;
}> {
  const url = await servedUrl();
  const sandbox = newSandboxClient({ url });
  const { id, firms } = await sandbox.workspaces.create({ now: "2026-03-02T09:00:00.000Z" });
  const workspace = sandbox.workspace(id);
  const [firm] = firms;
  const [apiKey] = firm?.apiKeys ?? [];
  onTestFinished(() => void sandbox.workspaces.drop(id).catch(() => null));
  return {
    workspace,
    async createLead(email) {
      const sent = await fetch(`${url}/v1/firms/${firm?.id}/leads`, {
        method: "POST",
        headers: { "x-api-key": apiKey?.key ?? "", "content-type": "application/json" },
        body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
      });
      if (!sent.ok) throw new Error(`The Lead was answered ${sent.status}.`);
      const { data } = await workspace.leads.list({ limit: 1 });
      return data[0]?.id ?? "";
    },
  };
}

describe("docs/world.md", () => {
  it("contains every example exactly as this test runs it", () => {
    const own = withoutLayout(readFileSync("test/library/client/guide.test.ts", "utf8"));
    const blocks = examples();
    expect(blocks.length).toBeGreaterThanOrEqual(8);
    expect(blocks.filter((block) => !own.includes(withoutLayout(asRunHere(block))))).toEqual([]);
  });

  it("shows how to convert a Lead", async () => {
    const { workspace, createLead } = await begun();
    const leadId = await createLead("maya@example.com");
    const { leads, emails } = await workspace.signUp({ email: "maya@example.com" });
    expect(leads.map(({ state }) => state)).toEqual(["Converted"]);
    expect(emails.map(({ kind }) => kind)).toEqual(["converted"]);
    expect(await workspace.leads.get(leadId)).toEqual(leads[0]);
  });

  it("shows how to wait for a mail", async () => {
    const { workspace, createLead } = await begun();
    const invitation = workspace.emails.waitFor({ to: "maya@example.com", kind: "welcome" });
    await createLead("maya@example.com");
    const { id: emailId, links } = await invitation;
    expect(links).toHaveLength(1);
    expect(await workspace.emails.text(emailId)).toContain("Hello Maya");
  });

  it("shows how to plan a fault", async () => {
    const { workspace, createLead } = await begun();
    const match = { operationId: "post-leads-for-firm" };
    await workspace.faults.plan({ match, then: { status: 503, when: "after" }, times: 1 });
    await expect(createLead("maya@example.com")).rejects.toThrow("503");
    expect((await workspace.leads.list({ limit: 1 })).data[0]?.email).toBe("maya@example.com");
    await expect(createLead("maya@example.com")).rejects.toThrow("409");
  });

  it("shows how to advance time past a quota", async () => {
    const { workspace, createLead } = await begun();
    await workspace.quotas.use("HPkeySbx", { count: 500, over: "PT30M" });
    await expect(createLead("late@example.com")).rejects.toThrow("429");
    await workspace.clock.advance({ untilAllowed: "HPkeySbx" });
    await createLead("late@example.com");
    expect((await workspace.clock.get()).now).toBe("2026-03-02T09:30:00.000Z");
  });

  it("shows how to let the clock wait instead of the client", async () => {
    const { workspace, createLead } = await begun();
    await workspace.clock.freeze(undefined, { onRefusal: "jump" });
    await workspace.quotas.use("HPkeySbx", { count: 500, over: "PT30M" });
    await expect(createLead("late@example.com")).rejects.toThrow("429");
    await createLead("late@example.com");
    await workspace.clock.run(undefined, { rate: 60 });
    expect(await workspace.clock.get()).toMatchObject({ rate: 60, onRefusal: "stay" });
  });

  it("shows how to stream events", async () => {
    const { workspace, createLead } = await begun();
    await createLead("maya@example.com");
    await workspace.signUp({ email: "maya@example.com" });
    for await (const event of workspace.events.stream({ signal: AbortSignal.timeout(5_000) })) {
      if (event.type === "lead.converted") break;
    }
    expect((await workspace.clock.get()).mode).toBe("frozen");
  });

  it("shows how to catch a refusal", async () => {
    const { workspace } = await begun();
    const archiving = workspace.leads.archive("NoLead00");
    await expect(archiving).rejects.toThrow(SandboxError);
    await expect(archiving).rejects.toMatchObject({ status: 404 });
  });

  it("shows how to run the sandbox in the same process", async () => {
    const inProcess = await createSandbox({ seed: 7 });
    const { client, fetch, apiKey } = await inProcess.workspace({
      now: "2026-03-02T09:00:00.000Z",
    });
    const answer = await fetch("http://partner.localhost/v1/leads", {
      headers: { "x-api-key": apiKey },
    });
    expect(answer.status).toBe(200);
    expect(await client.requests.count({ path: "/leads" })).toBe(1);
    await inProcess.close();
  });
});

/** The examples of the guide without imports. */
function examples(): readonly string[] {
  const guide = readFileSync("docs/world.md", "utf8");
  return Array.from(guide.matchAll(/```ts\n([^]*?)\n```/g), ([, block = ""]) =>
    block.replaceAll(/^import .*\n/gm, ""),
  );
}

/** An example with its fixed port replaced by the test's port. */
function asRunHere(example: string): string {
  return example.replace('{ url: "http://127.0.0.1:4610" }', "{ url }");
}

/** Code without whitespace that a formatter may change. */
function withoutLayout(code: string): string {
  return code.replaceAll(/\s+/g, "").replaceAll(/,(?=[)}\]])/g, "");
}
