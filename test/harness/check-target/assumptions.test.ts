import { describe, expect, it } from "vitest";

import { isRuleId, ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { newSandboxClient } from "../../../src/index.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { temporaryFile } from "../../apps/cli/program.ts";
import { newSandbox } from "../../support/sandbox.ts";

/** A fixture with two assumptions. */
function fixtureFile(): string {
  const assumptions = { "lead.delete": "204", "scope.unknown": "ignored" };
  const firms = [{ id: "Firm0001", name: "One", firmType: "Partner" }];
  return temporaryFile("choosy.json", JSON.stringify({ firms, assumptions }));
}

function newClient(options: SandboxOptions): ReturnType<typeof newSandboxClient> {
  const sandbox = newSandbox(options);
  return newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
}

/** The assumptions of a workspace that differ from the defaults. */
async function switched(
  client: Pick<ReturnType<typeof newSandboxClient>, "assumptions">,
): Promise<Readonly<Record<string, string>>> {
  const chosen = Object.entries(await client.assumptions.get());
  return Object.fromEntries(
    chosen.filter(([id, choice]) => isRuleId(id) && ruleOf(id).default !== choice),
  );
}

describe("the assumptions of a sandbox", () => {
  it("apply to the default workspace and to one created later", async () => {
    const client = newClient({ assumptions: { "lead.delete": "204" } });
    const made = await client.workspaces.create();
    expect(await switched(client)).toEqual({ "lead.delete": "204" });
    expect(await switched(client.workspace(made.id))).toEqual({ "lead.delete": "204" });
  });

  it("override those of the fixture, whose other assumptions stay", async () => {
    const client = newClient({ fixture: fixtureFile(), assumptions: { "lead.delete": "200" } });
    expect(await switched(client)).toEqual({ "scope.unknown": "ignored" });
  });

  it("are overridden by those in the creation of a workspace", async () => {
    const client = newClient({ assumptions: { "lead.delete": "204", "scope.unknown": "ignored" } });
    const { id } = await client.workspaces.create({ assumptions: { "lead.delete": "200" } });
    expect(await switched(client.workspace(id))).toEqual({ "scope.unknown": "ignored" });
  });

  it("apply again after a reset, also to another fixture", async () => {
    const client = newClient({ assumptions: { "lead.delete": "204" } });
    await client.assumptions.set({ "lead.delete": "200" });
    expect(await switched(client)).toEqual({});
    await client.reset({ fixture: "empty" });
    expect(await switched(client)).toEqual({ "lead.delete": "204" });
  });

  it.each([
    { name: "an unknown rule", assumptions: { "no.rule": "x" }, expected: 'no rule "no.rule"' },
    { name: "an unknown choice", assumptions: { "lead.delete": "205" }, expected: "200, 204" },
  ])("are refused for $name", ({ assumptions, expected }) => {
    expect(() => openSandbox({ assumptions })).toThrow(expected);
  });
});
