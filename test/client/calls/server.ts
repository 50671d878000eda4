import { expect, vi } from "vitest";

import type { Call } from "./call.ts";
import { dataOf } from "./call.ts";

/** Calls for the whole sandbox. */
export const serverCalls: readonly Call[] = [
  {
    method: "health",
    operation: "get-health",
    does: "tells what the process is and serves",
    async shows({ client }) {
      const health = await client.health();
      expect(health.status).toBe("ok");
      expect(health.workspaces).toBeGreaterThanOrEqual(2);
      expect(health.surfaces.map(({ api, environment }) => `${api} ${environment}`)).toEqual([
        "Partner sandbox",
        "Partner production",
        "Realtor sandbox",
        "Realtor production",
      ]);
    },
  },
  {
    method: "publicUrl.set",
    operation: "put-public-url",
    does: "sets the base of links",
    async shows({ client }) {
      const url = "http://127.0.0.1:21031";
      expect(await client.publicUrl.set(`${url}/`)).toEqual({ url });
      expect(await client.publicUrl.set(null)).toEqual({ url: null });
    },
  },
  {
    method: "publicUrl.get",
    operation: "get-public-url",
    does: "shows the base of links",
    shows: async ({ client }) => expect(await client.publicUrl.get()).toEqual({ url: null }),
  },
  {
    method: "rules",
    operation: "get-rules",
    does: "lists the catalogue",
    async shows({ client }) {
      const { data, meta } = await client.rules();
      expect(data.length).toBe(meta.total);
      const rule = data.find(({ id }) => id === "lead.delete");
      expect(rule).toMatchObject({ default: "200", alternatives: ["204"] });
    },
  },
  {
    method: "metrics",
    operation: "get-metrics",
    does: "brings the text for Prometheus",
    shows: async ({ client }) =>
      expect(await client.metrics()).toMatch(/^lead_sandbox_workspaces \d+$/m),
  },
  {
    method: "llms",
    operation: "get-llms",
    does: "brings the text for coding agents",
    shows: async ({ client }) => expect(await client.llms()).toMatch(/^# lead-sandbox\n/),
  },
  ...(["open", "close"] as const).map((name): Call => ({
    method: `session.${name}`,
    operation: `${name}-session`,
    does: "tells that there is no session where there is no token",
    shows: async ({ client }) => needsNoToken(await client.session[name]()),
  })),
  {
    method: "documents.emulated",
    operation: "get-emulated-document",
    does: "brings the emulated API as OpenAPI",
    async shows({ client }) {
      const document = await client.documents.emulated();
      expect(document.openapi).toMatch(/^3\.1/);
      expect(document["paths"]).toHaveProperty("/leads/{leadId}");
    },
  },
  {
    method: "documents.control",
    operation: "get-control-document",
    does: "brings the control plane as OpenAPI",
    async shows({ client }) {
      const document = await client.documents.control();
      expect(document.openapi).toMatch(/^3\.1/);
      expect(document["paths"]).toHaveProperty("/emails/wait");
    },
  },
  {
    method: "workspaces.list",
    operation: "list-workspaces",
    does: "lists them all",
    async shows({ client, id }) {
      const known = (await dataOf(client.workspaces.list())).map((workspace) => workspace.id);
      expect(known).toEqual(expect.arrayContaining(["default", id]));
    },
  },
  {
    method: "workspaces.create",
    operation: "create-workspace",
    does: "makes one with all that was asked for",
    async shows({ client }) {
      const now = "2026-05-04T03:02:01.000Z";
      const assumptions = { "lead.delete": "204" };
      const world = { id: "made-here", label: "by a test", fixture: "empty", seed: 11 };
      const limits = { now, ttlSeconds: 600, quotaPerHour: 30, assumptions };
      const made = await client.workspaces.create({ ...world, ...limits });
      expect(made).toMatchObject(world);
      expect(made.clock).toMatchObject({ mode: "frozen", now });
      expect(made.firms[0]?.apiKeys[0]).toMatchObject({ quotaPerHour: 30, burstPerMinute: 3 });
      const workspace = client.workspace("made-here");
      expect((await workspace.assumptions.get())["lead.delete"]).toBe("204");
      expect((await workspace.leads.list()).meta.total).toBe(0);
      await client.workspaces.drop("made-here");
    },
  },
  {
    method: "workspaces.get",
    operation: "get-workspace",
    does: "reads one with its firms and keys",
    async shows({ client, id, key }) {
      const { firms, seed } = await client.workspaces.get(id);
      expect(seed).toBe(1);
      expect(firms[0]?.apiKeys[0]?.key).toBe(key);
    },
  },
  {
    method: "kits.list",
    operation: "list-kits",
    does: "names the kits",
    async shows({ client }) {
      expect((await client.kits.list()).data).toContainEqual({
        name: "python",
        file: "lead_sandbox.py",
        runner: "pytest",
      });
    },
  },
  {
    method: "kits.get",
    operation: "get-kit",
    does: "brings one as text",
    async shows({ client }) {
      expect(await client.kits.get("go")).toContain("package leadsandbox");
    },
  },
  {
    method: "workspaces.change",
    operation: "change-workspace",
    does: "gives it a label, an owner and a time to live",
    async shows({ client, id }) {
      const changed = await client.workspaces.change(id, {
        label: "kept",
        owner: "team",
        ttlSeconds: 60,
      });
      expect(changed).toMatchObject({ id, label: "kept", owner: "team" });
    },
  },
  {
    method: "workspaces.drop",
    operation: "drop-workspace",
    does: "drops it with its keys",
    async shows({ client, id, api }) {
      expect(await client.workspaces.drop(id, { afterSeconds: 60 })).toEqual({ id });
      expect((await api("GET", "/v1/leads")).status).toBe(200);
      expect(await client.workspaces.drop(id)).toEqual({ id });
      expect((await api("GET", "/v1/leads")).status).toBe(401);
      await expect(client.workspaces.get(id)).rejects.toMatchObject({ status: 404 });
    },
  },
  {
    method: "workspaces.stream",
    operation: "list-workspaces",
    does: "tells what happens in all of them",
    async shows({ client, workspace, id }) {
      const stream = client.workspaces.stream();
      const expected: string[] = [];
      const reading = (async () => {
        for await (const event of stream) {
          if (!("workspaceId" in event) || event.workspaceId !== id) continue;
          expected.push(event.type);
          if (event.type === "workspace-dropped") break;
        }
      })();
      await vi.waitFor(async () => {
        await workspace.clock.advance(1);
        expect(expected).toContain("clock.moved");
      }, 10_000);
      await client.workspaces.drop(id);
      await reading;
      expect(new Set(expected)).toEqual(new Set(["clock.moved", "workspace-dropped"]));
    },
  },
];

function needsNoToken(session: unknown): void {
  expect(session).toEqual({ needsToken: false });
}
