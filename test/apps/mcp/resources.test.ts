import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { sharedSandbox } from "../../support/sandbox.ts";
import { agentOf } from "./agent.ts";

const skill = "skills/lead-sandbox";

describe("a resource", () => {
  it.each([
    ["skills/lead-sandbox", `${skill}/SKILL.md`],
    ["skills/refusals", `${skill}/references/refusals.md`],
    ["skills/verdicts", `${skill}/references/verdicts.md`],
  ])("%s is the page of the package", async (name, file) => {
    const { client } = await agentOf(sharedSandbox());
    const uri = `lead-sandbox://${name}`;
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([
      { uri, mimeType: "text/markdown", text: readFileSync(file, "utf8") },
    ]);
  });

  const lead = expect.objectContaining({ id: "lead.unique" });
  const open = expect.objectContaining({ alternatives: expect.anything() });
  it.each([
    ["rules", expect.arrayContaining([lead])],
    ["rules/lead.unique", lead],
    ["assumptions", expect.arrayContaining([open])],
    ["openapi/emulated", { openapi: "3.1.1", paths: { "/leads": expect.anything() } }],
    ["openapi/control", { openapi: "3.1.1", paths: { "/workspaces": expect.anything() } }],
    ["openapi/emulated/get-leads", { operationId: "get-leads" }],
  ])("%s is the JSON document of that name", async (name, wanted) => {
    const { client } = await agentOf(sharedSandbox());
    const { contents } = await client.readResource({ uri: `lead-sandbox://${name}` });
    const [only] = contents;
    const text = only !== undefined && "text" in only ? only.text : "";
    expect(contents).toMatchObject([{ mimeType: "application/json" }]);
    const document: unknown = JSON.parse(text);
    expect({ document }).toMatchObject({ document: wanted });
  });

  it.each(["skills/other", "skills/..%2F..%2Fpackage.json", "skills/constructor", "skills/"])(
    "%s does not exist",
    async (name) => {
      const { client } = await agentOf(sharedSandbox());
      await expect(client.readResource({ uri: `lead-sandbox://${name}` })).rejects.toMatchObject({
        code: -32_602,
      });
    },
  );
});
