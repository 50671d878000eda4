import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { StartedLeadSandboxContainer } from "../../../src/library/embed/testcontainers.ts";
import { defaultImage, LeadSandboxContainer } from "../../../src/library/embed/testcontainers.ts";
import { readConfig } from "../../../src/server/settings/config.ts";
import { image, startEngine, whyNoEngine } from "./container-engine.ts";

/** A container whose configuration can be inspected without an engine. */
class ShownContainer extends LeadSandboxContainer {
  get image(): string {
    return this.imageName.string;
  }

  get variables(): Readonly<Record<string, string>> {
    return this.environment;
  }

  get copied(): readonly (readonly [string, unknown])[] {
    return this.contentsToCopy.map(({ content, target }) => [
      target,
      JSON.parse(typeof content === "string" ? content : ""),
    ]);
  }
}

const world = { firms: [{ id: "SoloFirm", name: "Solo", firmType: "Partner" }] };

describe("LeadSandboxContainer", () => {
  it("uses the image with the version of the package by default", () => {
    expect(defaultImage).toMatch(/^lead-sandbox:\d+\.\d+\.\d+$/);
    expect(new ShownContainer().image).toBe(defaultImage);
    expect(new ShownContainer("registry.test/lead-sandbox:9").image).toBe(
      "registry.test/lead-sandbox:9",
    );
  });

  it("passes settings as variables, which the server reads as the same settings", () => {
    const container = new ShownContainer()
      .withSeed(7)
      .withQuota(null)
      .withFixture("empty")
      .withData("/srv/workspaces")
      .withControlToken("secret")
      .withSettings({
        headers: false,
        allowHosts: ["leads.test", "lead.test"],
        surfaceHosts: { "partner-production": ["api.example.test", "api.test"] },
        publicUrl: null,
      });
    const config = readConfig({ environment: container.variables });
    expect(config).toEqual({
      ...readConfig({}),
      seed: 7,
      quota: null,
      fixture: "empty",
      data: "/data",
      controlToken: "secret",
      headers: false,
      allowHosts: ["leads.test", "lead.test"],
      surfaceHosts: { "partner-production": ["api.example.test", "api.test"] },
    });
  });

  it("leaves out the ids of adopt that are not set", () => {
    const adopt = { key: ["7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b"], firm: null, member: null };
    const { variables } = new ShownContainer().withSettings({ adopt });
    expect(readConfig({ environment: variables }).adopt).toEqual(adopt);
  });

  it("copies a world and assumptions as files that the settings name", () => {
    const container = new ShownContainer()
      .withFixture(world)
      .withAssumptions({ "lead.unique.deleted": "allowed" });
    const [fixture, assumptions] = container.copied;
    expect(container.copied).toEqual([
      [expect.stringMatching(/\.json$/), world],
      [expect.stringMatching(/\.json$/), { "lead.unique.deleted": "allowed" }],
    ]);
    expect(container.variables).toEqual({
      LEAD_SANDBOX_FIXTURE: fixture?.[0],
      LEAD_SANDBOX_ASSUMPTIONS: assumptions?.[0],
    });
  });
});

const reason = whyNoEngine("the started container of test/library/embed/testcontainers.test.ts");

describe.skipIf(reason !== null)(`a started container${reason ?? ""}`, () => {
  let started: StartedLeadSandboxContainer | undefined;
  let stopEngine: (() => Promise<void>) | undefined;
  const container = (): StartedLeadSandboxContainer => {
    if (started === undefined) throw new Error("The container did not start.");
    return started;
  };
  beforeAll(async () => {
    stopEngine = await startEngine();
    started = await new LeadSandboxContainer(image)
      .withSeed(7)
      .withQuota(3)
      .withFixture({
        firms: [{ id: "SoloFirm", name: "Solo", firmType: "Partner" }],
        apiKeys: [
          { id: "SoloKey1", firmId: "SoloFirm", roleType: "Partner", environment: "sandbox" },
        ],
      })
      .withControlToken("secret")
      .start();
  }, 120_000);
  afterAll(async () => {
    await started?.stop();
    await stopEngine?.();
  });

  it("provides workspaces that a program reaches over its port", async () => {
    await using workspace = await container().createWorkspace({ now: "2026-03-02T09:00:00.000Z" });
    const { url, apiKey, firmId, client, firms } = workspace;
    expect(url).toBe(container().getUrl());
    expect(await container().getClient().publicUrl.get()).toEqual({ url });
    expect([firmId, firms[0]?.apiKeys[0]?.quotaPerHour]).toEqual(["SoloFirm", 3]);
    const answer = await fetch(`${url}/v1/firms/${firmId}/leads`, {
      headers: { "x-api-key": apiKey },
    });
    expect(answer.status).toBe(200);
    expect(await client.requests.count()).toBe(1);
  });

  it("has a client of the control API with the token", async () => {
    const { data } = await container().getClient().workspaces.list();
    expect(data.map(({ id, seed }) => [id, seed])).toEqual([["default", 7]]);
    const stranger = await fetch(`${container().getUrl()}/_sandbox/workspaces`);
    expect(stranger.status).toBe(401);
  });
});
