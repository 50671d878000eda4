import { describe, expect, it } from "vitest";

import { isChoiceRuleId, ruleIds, ruleOf } from "../../../../src/domain/rules/catalogue.ts";
import type { Reply } from "../../../support/reply.ts";
import { assumedRulesOf, at } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import type { Served } from "../../../world/workspace/served.ts";
import { newWorkspace, served } from "../../../world/workspace/served.ts";
import { stalledIn } from "../calls/stalled.ts";
import { sendRaw } from "../paths.ts";

const defaults = Object.fromEntries(
  ruleIds.filter(isChoiceRuleId).map((id) => [id, ruleOf(id).default ?? ""]),
);

async function inForce(world: World): Promise<unknown> {
  return at(await world.control("GET", "/assumptions"), "data");
}

const refused: readonly { readonly name: string; readonly body: object; readonly field: string }[] =
  [
    { name: "an unknown rule", body: { "lead.nothing": "200" }, field: "lead.nothing" },
    { name: "a rule with no choice", body: { "auth.missing": "403" }, field: "auth.missing" },
    { name: "a choice in another case", body: { "list.limit": "Clamped" }, field: "list.limit" },
    { name: "a number", body: { "lead.delete": 204 }, field: "lead.delete" },
    { name: "null", body: { "lead.delete": null }, field: "lead.delete" },
    { name: "an object's own name", body: { constructor: "x" }, field: "constructor" },
    {
      name: "one good and one bad",
      body: { "lead.delete": "204", "list.limit": "x" },
      field: "list.limit",
    },
  ];

describe("PUT assumptions", () => {
  it("200 and leaves the other rules unchanged, and those of the workspace's creation", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    expect(await inForce(world)).toEqual({ ...defaults, "lead.delete": "204" });
    const put = (body: object) => world.control("PUT", "/assumptions", body);
    const wanted = { ...defaults, "lead.delete": "204", "list.limit": "clamped" };
    expect(at(await put({ "list.limit": "clamped" }), "data")).toEqual(wanted);
    expect(at(await put({}), "data")).toEqual(wanted);
    await put({ "list.limit": "422" });
    expect(await inForce(world)).toEqual({ ...defaults, "lead.delete": "204" });
  });

  it.each(refused)(
    "422 for $name with its field, and nothing is changed",
    async ({ body, field }) => {
      const world = await newWorld();
      const reply = await world.control("PUT", "/assumptions", body);
      expect(reply.status).toBe(422);
      expect(Object.keys(Object(at(reply, "fields")))).toEqual([field]);
      expect(await inForce(world)).toEqual(defaults);
    },
  );

  it("422 for a prototype, and nothing is changed", async () => {
    const world = await newWorld();
    const path = `/_sandbox/workspaces/${world.id}/assumptions`;
    expect((await sendRaw(world, "PUT", path, '{"__proto__":"x"}')).status).toBe(422);
    expect(await inForce(world)).toEqual(defaults);
  });
});

describe("the assumptions of a workspace", () => {
  it("appear with the rules of an explanation", async () => {
    const world = await newWorld({ assumptions: { "list.limit": "clamped" } });
    const reply = await world.control("POST", "/explain", {
      method: "GET",
      path: "/v1/leads?limit=0",
      apiKeyId: world.keyIds.partner,
    });
    const { clause, standing, statement } = ruleOf("list.limit");
    expect(at(reply, "data.rules")).toContainEqual({
      id: "list.limit",
      clause,
      standing,
      statement,
      assumed: true,
      choice: "clamped",
    });
  });
});

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
