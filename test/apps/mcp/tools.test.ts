import { isDeepStrictEqual } from "node:util";

import { describe, expect, it } from "vitest";

import { fieldsOf } from "../../../src/apps/mcp/action.ts";
import { actions } from "../../../src/apps/mcp/actions.ts";
import { toolNames } from "../../../src/apps/mcp/tool-names.ts";
import { isJsonObject } from "../../../src/base/values/json.ts";
import { controlOperations } from "../../../src/server/control/calls/operations.ts";
import { newSandbox, sharedSandbox } from "../../support/sandbox.ts";
import { newWorld } from "../../support/world.ts";
import { agentAt, agentOf, eras, list, object, string } from "./agent.ts";
import { documentedFields } from "./documented-fields.ts";

/** The tools that run the client, which a server without a command does not list. */
const ofCommands: readonly string[] = ["explore", "replay"];

describe("the list of tools", () => {
  it.each(eras)("is short and plain in %s", async (era) => {
    const { client } = await agentOf(sharedSandbox(), { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toStrictEqual(
      toolNames.filter((name) => !ofCommands.includes(name)),
    );
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(9_000);
    for (const { name, description = "", inputSchema } of tools) {
      expect(description.length).toBeLessThanOrEqual(name === "act" ? 900 : 200);
      expect(inputSchema["additionalProperties"]).toBe(false);
      expect(JSON.stringify(inputSchema)).not.toMatch(/"\$ref"|"oneOf"|"anyOf"/);
    }
    expect(client.getInstructions()?.length).toBeLessThanOrEqual(400);
  });

  it("says which tools read, write and destroy", async () => {
    const { client } = await agentOf(sharedSandbox());
    const { tools } = await client.listTools();
    const hints = tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.destructiveHint ?? false,
    ]);
    expect(hints.filter(([, isRead]) => isRead !== true)).toStrictEqual([
      ["new_workspace", false, false],
      ["act", false, false],
      ["reset", false, true],
    ]);
    expect(hints.filter(([, isRead, isDestroying]) => isRead && isDestroying)).toStrictEqual([]);
  });
});

describe("the actions of act", () => {
  it.each(Object.entries(actions))("%s has the fields of its operation", (_name, action) => {
    const documented = documentedFields(action.operation.id);
    const own = fieldsOf(action);
    const differing = Object.entries(action.places).filter(([name, place]) => {
      const expected = documented.get(place);
      const field = own[name];
      const keywords = Object.entries(field?.schema ?? {});
      return (
        expected === undefined ||
        field?.isRequired !== expected.isRequired ||
        keywords.length === 0 ||
        keywords.some(([word, value]) => !isDeepStrictEqual(expected.schema[word], value))
      );
    });
    expect(differing).toStrictEqual([]);
  });

  it("leave out only operations that stand elsewhere", () => {
    const acted: readonly string[] = Object.values(actions).map(({ operation }) => operation.id);
    const writing = controlOperations
      .filter(({ method }) => method !== "GET")
      .map(({ id }) => id)
      .filter((id) => !acted.includes(id));
    expect(writing.toSorted()).toStrictEqual(Object.keys(elsewhere).toSorted());
  });
});

/** Where operations that change something are, if not in `act`. */
const elsewhere = {
  "create-workspace": "new_workspace",
  "reset-workspace": "reset",
  "drop-workspace": "reset",
  "remove-faults": "reset",
  "forget-emails": "reset",
  "forget-requests": "reset",
  explain: "explain, which changes nothing",
  "put-assumptions": "choose switches one rule",
  "remove-fault": "a fault ends by times, or all by reset",
  "put-public-url": "of the server, for its operator",
  "change-workspace": "label and time to live: set when it is created",
  "renew-token": "for the operator of the server",
  "open-session": "for browsers",
  "close-session": "for browsers",
  "put-state": "a whole world: for fixtures",
  "take-snapshot": "for test suites",
  "restore-snapshot": "for test suites",
  "restore-workspace": "for test suites",
  "delete-snapshot": "for test suites",
  "put-workflows": "for fixtures",
  "add-firm": "for fixtures",
  "add-firm-member": "for fixtures",
  "add-referral-code": "for fixtures",
  "set-subscription": "for fixtures",
  "open-private-plan": "no client sees it",
  "relay-email": "of the mail server",
  "change-provider-state": "for pact verifiers",
};

describe("answers", () => {
  it("never have a key, except of a new workspace and an issued key", async () => {
    const sandbox = newSandbox();
    const agent = await agentOf(sandbox);
    const { workspace, env } = await agentAt(agent);
    const key = env["LEAD_API_KEY"] ?? "";
    await sandbox.fetch(
      new Request(`${env["LEAD_API_URL"]}/v1/leads?search=${key}`, {
        headers: { "x-api-key": key },
      }),
    );
    const issue = { workspace, action: "issue_key", firmId: "Harb0rPt", roleType: "Partner" };
    const issued = await agent.call("act", { ...issue, environment: "sandbox" });
    const { id, key: second } = object(issued.data["result"]);
    const texts = [
      ...["keys", "quotas", "clock", "leads"].map((what) => ["show", { workspace, what }] as const),
      ["what_happened", { workspace }] as const,
      ["explain", { workspace, request: "last" }] as const,
      ["explain", { workspace, method: "GET", path: "/v1/leads", apiKeyId: string(id) }] as const,
      ["act", { workspace, action: "revoke_key", apiKeyId: string(id) }] as const,
    ];
    for (const [tool, given] of texts) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      const { text } = await agent.call(tool, given);
      expect(text).not.toContain(key);
      expect(text).not.toContain(string(second));
    }
  });

  it("name what changed only: one choice of all", async () => {
    const world = await newWorld();
    const agent = await agentOf(sharedSandbox());
    const { data } = await agent.call("act", {
      workspace: world.id,
      action: "choose",
      rule: "query.unknown",
      choice: "422",
    });
    expect(data["result"]).toStrictEqual({
      rule: "query.unknown",
      before: "ignored",
      choice: "422",
    });
  });

  it("are structured where programs read them", async () => {
    const agent = await agentOf(sharedSandbox());
    const made = await agent.call("new_workspace");
    expect(made.structured).toStrictEqual(made.data);
    const looked = await agent.call("look_up", { query: "lead.unique" });
    expect(looked.structured).toBeUndefined();
  });

  it("count requests with unknown keys, and say no more of them", async () => {
    const sandbox = newSandbox();
    const agent = await agentOf(sandbox);
    const { workspace, env } = await agentAt(agent);
    const headers = { "x-api-key": "99999999-9999-4999-8999-999999999999" };
    await sandbox.fetch(new Request(`${env["LEAD_API_URL"]}/v1/leads`, { headers }));
    const { data } = await agent.call("what_happened", { workspace });
    expect(data["note"]).toBe(
      "1 requests to this sandbox, at any time, got 401 for an unknown key.",
    );
    expect(data["events"]).toStrictEqual([]);
  });
});

describe("what_happened", () => {
  it("continues after the cursor of an answer, and misses nothing", async () => {
    const world = await newWorld();
    const agent = await agentOf(sharedSandbox());
    for (let at = 0; at < 40; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await world.api("GET", `/v1/leads?limit=1&offset=${at}`);
    }
    const given = { workspace: world.id };
    const newest = await agent.call("what_happened", given);
    expect(list(newest.data["events"])).toHaveLength(15);
    const calls: string[] = [];
    let more: { tool: string; arguments: object } | undefined = {
      tool: "what_happened",
      arguments: { ...given, cursor: 0 },
    };
    while (more !== undefined) {
      // oxlint-disable-next-line no-await-in-loop -- each answer has the cursor of the next
      const { data } = await agent.call(more.tool, object(more.arguments));
      calls.push(...list(data["events"]).map((event) => string(object(event)["call"])));
      more = isJsonObject(data["more"])
        ? { tool: string(data["more"]["tool"]), arguments: object(data["more"]["arguments"]) }
        : undefined;
    }
    expect(calls).toStrictEqual(
      Array.from({ length: 40 }, (_, at) => `GET /v1/leads?limit=1&offset=${at}`),
    );
  });
});

describe("look_up", () => {
  it.each([
    ["409", ["lead.unique"]],
    ["what is a 409?", ["lead.unique"]],
    ["422", ["list.limit"]],
    ["validation failed", ["list.limit"]],
    ["duplicate email", ["lead.unique"]],
    ["paging", ["list.envelope"]],
    ["429", ["quota.rolling-hour", "quota.burst"]],
    ["too many requests", ["quota.rolling-hour", "quota.burst"]],
    ["pagination", ["list.envelope", "list.limit", "list.offset"]],
    ["get a lead by its email", ["lead.email.format"]],
  ])("lists the central rules of %s first", async (query, wanted) => {
    const agent = await agentOf(sharedSandbox());
    const { data } = await agent.call("look_up", { query, limit: 8 });
    const ids = list(data["rules"]).map((rule) => object(rule)["id"]);
    expect(ids.slice(0, wanted.length)).toEqual(wanted);
  });

  it.each([
    ["lead.unique", "lead.unique"],
    ["NOT_UNIQUE", "lead.unique"],
    ["POST /v1/firms/Harb0rPt/leads?x=1", "lead.create.firm"],
    ["post-leads-for-firm", "lead.create.firm"],
    ["Is the email of a Lead unique?", "lead.unique"],
  ])("finds %s", async (query, expected) => {
    const agent = await agentOf(sharedSandbox());
    const { data } = await agent.call("look_up", { query, limit: 50, maxChars: 40_000 });
    const ids = list(data["rules"]).map((rule) => object(rule)["id"]);
    expect(ids).toContain(expected);
  });

  it("finds nothing by stop words alone", async () => {
    const agent = await agentOf(sharedSandbox());
    const { data } = await agent.call("look_up", { query: "what is to be of it" });
    expect(data["total"]).toBe(0);
  });
});
