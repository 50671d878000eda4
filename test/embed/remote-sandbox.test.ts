import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { Sandbox, SandboxOptions } from "../../src/embed/sandbox.ts";
import { createSandbox } from "../../src/embed/sandbox.ts";
import { openTestSandbox } from "../../src/embed/test-sandbox.ts";
import type { FixtureWorld, SandboxWorkspace } from "../../src/embed/workspace.ts";

interface Remote {
  /** The sandbox that is served. */
  readonly server: Sandbox;
  readonly url: string;
  /** The one that a test is given for it. */
  readonly sandbox: Sandbox;
}

async function remote(options?: SandboxOptions, serverOptions?: SandboxOptions): Promise<Remote> {
  const server = await createSandbox(serverOptions);
  onTestFinished(() => server.close());
  const { url, controlUrl } = await server.listen();
  const environment = {
    LEAD_SANDBOX_URL: url,
    LEAD_SANDBOX_CONTROL_URL: controlUrl,
    LEAD_SANDBOX_CONTROL_TOKEN: serverOptions?.controlToken ?? undefined,
  };
  return { server, url, sandbox: await openTestSandbox(options, { environment, fetch }) };
}

const maya = { email: "maya@example.com", firstName: "Maya", lastName: "Moreau" };

async function refer(workspace: SandboxWorkspace, url = workspace.url): Promise<number> {
  const { apiKey, firmId } = workspace;
  const sent = await workspace.fetch(`${url}/v1/firms/${firmId}/leads`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify(maya),
  });
  return sent.status;
}

async function idsOf({ client }: Sandbox): Promise<readonly string[]> {
  return (await client.workspaces.list()).data.map(({ id }) => id);
}

/** What a sandbox for tests writes to stderr while `work` runs. */
async function told(work: () => Promise<unknown>): Promise<string> {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await work();
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

/** A world of one Firm with a key whose text is given. */
const world = {
  assumptions: { "lead.delete": "204" },
  firms: [{ id: "Lighths1", name: "Lighthouse Loans", firmType: "Partner" }],
  firmMembers: [
    {
      id: "LHowner1",
      firmId: "Lighths1",
      email: "lea@lighthouse.example",
      firstName: "Lea",
      lastName: "Light",
      isOwner: true,
    },
  ],
  referralCodes: [{ id: "LHcode01", firmId: "Lighths1" }],
  apiKeys: [
    {
      id: "LHkey001",
      firmId: "Lighths1",
      key: "11111111-2222-4333-8444-555555555555",
      roleType: "Partner",
      environment: "sandbox",
    },
  ],
} satisfies FixtureWorld;

describe("the sandbox of a test with LEAD_SANDBOX_CONTROL_URL", () => {
  it("makes its workspaces in the sandbox that runs, with the token, and sends requests there", async () => {
    const { server, url, sandbox } = await remote({}, { controlToken: "secret" });
    const workspace = await sandbox.workspace({ label: "a test" });
    expect([sandbox.url, workspace.url]).toEqual([url, url]);
    expect(await refer(workspace)).toBe(201);
    expect(await server.client.workspace(workspace.id).requests.count()).toBe(1);
    expect((await server.client.workspaces.get(workspace.id)).label).toBe("a test");
    expect(await workspace.report()).toContain("→ 201");
    await workspace.drop();
    expect(await idsOf(server)).toEqual(["default"]);
  });

  it("leaves that sandbox running when it is closed, without the workspaces of the test", async () => {
    const { server, sandbox } = await remote();
    const other = await server.workspace();
    const [, gone] = [await sandbox.workspace(), await sandbox.workspace()];
    await server.client.workspaces.drop(gone.id);
    const listening = await sandbox.listen();
    await listening.close();
    await sandbox.close();
    expect(await idsOf(server)).toEqual(["default", other.id]);
    expect(await refer(other)).toBe(201);
  });

  it("listens where that sandbox does, and serves no surface alone", async () => {
    const { url, sandbox } = await remote();
    const text = await told(async () => {
      const { url: listening, controlUrl } = await sandbox.listen({ port: 4711 });
      expect([listening, controlUrl]).toEqual([url, `${url}/_sandbox`]);
    });
    expect(text).toMatch(/not applied: port of listen/);
    await expect(sandbox.listen({ surface: "realtor-sandbox" })).rejects.toThrow(/realtor-sandbox/);
  });

  it("reaches the surface of a host that a program has in its code", async () => {
    const { sandbox } = await remote();
    const workspace = await sandbox.workspace();
    const production = workspace.apiKeys["realtor-production"] ?? "";
    const headers = { "x-api-key": production };
    const host = "http://realtor-production.localhost";
    expect((await sandbox.fetch(`${host}/v1/leads`, { headers })).status).toBe(200);
    expect((await sandbox.fetch("/v1/leads", { headers })).status).not.toBe(200);
    expect(await refer(workspace, "https://partner.localhost")).toBe(201);
    await expect(
      sandbox.fetch(`${host}/v1/leads`, { headers, signal: AbortSignal.abort("enough") }),
    ).rejects.toBe("enough");
  });

  it("gives what is said of the worlds of a sandbox to each workspace, and names the other settings", async () => {
    const given = { fixture: "empty", seed: 7, quota: 9, assumptions: { "lead.delete": "204" } };
    let opened: Remote | undefined;
    const text = await told(async () => {
      opened = await remote({ ...given, port: 4711, https: true });
    });
    expect(text.match(/not applied: port, https\./g)).toHaveLength(1);
    if (opened === undefined) throw new Error("It was not opened.");
    const { server, sandbox } = opened;
    const workspace = await sandbox.workspace({
      seed: 8,
      assumptions: { "lead.email.case": "exact" },
    });
    expect(await server.client.workspaces.get(workspace.id)).toMatchObject({
      fixture: "empty",
      seed: 8,
    });
    expect(workspace.firms[0]?.apiKeys[0]?.quotaPerHour).toBe(9);
    expect(await workspace.client.assumptions.get()).toMatchObject({
      "lead.delete": "204",
      "lead.email.case": "exact",
    });
    expect((await server.client.workspaces.get((await sandbox.workspace()).id)).seed).toBe(7);
  });

  it("refuses a setting that there is not, and a server that does not answer, by its variable", async () => {
    const misspelled: object = { sede: 7 };
    await expect(remote(misspelled)).rejects.toThrow(/no setting sede/);
    const environment = { LEAD_SANDBOX_CONTROL_URL: "http://127.0.0.1:9/_sandbox" };
    const opening = openTestSandbox({}, { environment, fetch });
    await expect(opening).rejects.toThrow(/LEAD_SANDBOX_CONTROL_URL is "http:\/\/127.0.0.1:9/);
  });
});

describe("a world as the fixture of a workspace in a sandbox that runs", () => {
  const serverOptions = { quota: 11, assumptions: { "lead.email.case": "exact" } };

  it("is what the workspace begins with, under the quota and the choices of the sandbox", async () => {
    const { sandbox } = await remote({ fixture: world }, serverOptions);
    const workspaces = [await sandbox.workspace(), await sandbox.workspace()];
    for (const workspace of workspaces) {
      expect(workspace).toMatchObject({ firmId: "Lighths1", referralCodeId: "LHcode01" });
      expect(workspace.firms[0]?.apiKeys[0]?.quotaPerHour).toBe(11);
      // oxlint-disable-next-line no-await-in-loop -- one workspace at a time
      expect(await workspace.client.assumptions.get()).toMatchObject({
        "lead.delete": "204",
        "lead.email.case": "exact",
      });
      // oxlint-disable-next-line no-await-in-loop -- likewise
      expect(await refer(workspace)).toBe(201);
    }
    expect(workspaces[0]?.apiKey).not.toBe(workspaces[1]?.apiKey);
  });

  it("is there again after a reset with the same key, and another fixture when the reset names one", async () => {
    const { sandbox } = await remote();
    const workspace = await sandbox.workspace({ fixture: world });
    await refer(workspace);
    const { firms } = await workspace.client.reset();
    expect(firms[0]?.apiKeys[0]?.key).toBe(workspace.apiKey);
    expect((await workspace.client.leads.list()).meta.total).toBe(0);
    expect(await refer(workspace)).toBe(201);
    const other = await workspace.client.reset({ fixture: "empty" });
    expect(other.firms[0]?.id).toBe("Harb0rPt");
  });

  it("leaves no workspace behind when it is no world", async () => {
    const { server, sandbox } = await remote();
    const wrong: object = { firms: "none" };
    await expect(sandbox.workspace({ fixture: wrong })).rejects.toThrow(/firms/);
    expect(await idsOf(server)).toEqual(["default"]);
  });

  it("may be a JSON file of the test's machine, by its path and by its name", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-remote-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "lighthouse.json");
    writeFileSync(file, JSON.stringify(world));
    const { sandbox } = await remote({ fixture: file });
    const made = [await sandbox.workspace(), await sandbox.workspace({ fixture: "lighthouse" })];
    expect(made.map(({ firmId }) => firmId)).toEqual(["Lighths1", "Lighths1"]);
    const { firmId } = await sandbox.workspace({ fixture: "empty" });
    expect(firmId).toBe("Harb0rPt");
    await expect(remote({ fixture: join(folder, "none.json") })).rejects.toThrow(/none\.json/);
  });
});
