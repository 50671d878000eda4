/**
 * Requests to a workspace in a file within one turn of the event loop, and operations that arrive
 * before their commit.
 */
import { cpSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { Workspace } from "../../../src/world/workspace/workspace.ts";
import { at } from "../../support/reply.ts";
import type { Reply } from "../../support/reply.ts";
import { ids } from "../../support/world.ts";
import { aLead } from "../store/samples.ts";
import type { Served } from "./served.ts";
import { dataFolder, served } from "./served.ts";

const many = Array.from({ length: 20 }, (_, number) => `person${number}@example.com`);

describe("requests in one turn", () => {
  it("are durable once they are answered, with their mails (1.5)", async () => {
    const { sandbox, key, killed } = inFile();
    const made = await Promise.all(many.map((email) => newLead(sandbox, key, email)));
    expect(made.map(({ status }) => status)).toEqual(many.map(() => 201));
    const again = killed();
    const leads = await again.control("GET", "/leads?limit=100");
    expect(emailsIn(leads)).toEqual(many.toSorted(alphabetically));
    const mails = await again.control("GET", "/emails");
    expect(at(mails, "meta.total")).toBe(many.length);
  });

  it("answer 409 for the second Lead with the same email (7)", async () => {
    const { sandbox, key } = inFile();
    const twice = ["same@example.com", "same@example.com", "other@example.com"];
    const made = await Promise.all(twice.map((email) => newLead(sandbox, key, email)));
    expect(made.map(({ status }) => status)).toEqual([201, 409, 201]);
  });

  it("report their events in request order, each before its response", async () => {
    const { sandbox, workspace, key } = inFile();
    await Promise.all(many.map((email) => newLead(sandbox, key, email)));
    const types = typesOf(workspace).filter(
      (type) => type === "lead.created" || type === "request",
    );
    expect(types.filter((type) => type === "lead.created")).toHaveLength(many.length);
    const surplus = types.map((_, end) => {
      const before = types.slice(0, end + 1);
      return before.filter((type) => type === "lead.created").length * 2 - before.length;
    });
    expect(Math.min(...surplus)).toBeGreaterThanOrEqual(0);
  });

  it("are visible to a read of the same turn, and are then durable", async () => {
    const { sandbox, workspace, key, killed } = inFile();
    const lead = aLead("early", { firmId: ids.partnerFirm, resourceId: ids.partnerFirm });
    const made = workspace.shared(() => {
      workspace.store().leads.insert(1, lead);
      workspace.emit("lead.created", { id: lead.id });
    }, workspace.clock.now());
    const before = killed();
    expect(typesOf(workspace)).toEqual([]);
    const read = sandbox.api(key, "GET", `/firms/${ids.partnerFirm}/leads`);
    const after = killed();
    expect(typesOf(workspace)).toEqual(["lead.created", "request"]);
    expect(emailsIn(await read)).toEqual([lead.email]);
    expect(emailsIn(await before.control("GET", "/leads"))).toEqual([]);
    expect(emailsIn(await after.control("GET", "/leads"))).toEqual([lead.email]);
    await made;
  });

  it("are committed, with their events, when the workspace closes first", async () => {
    const { sandbox, workspace, killed } = inFile();
    const expected: string[] = [];
    workspace.events.subscribe({
      onEvent: ({ type }) => expected.push(type),
      onEnd: () => expected.push("the end"),
    });
    const made = workspace.shared(() => {
      workspace.store().leads.insert(1, aLead("late"));
      workspace.emit("lead.created", { id: "late" });
    }, workspace.clock.now());
    sandbox.close();
    expect(expected).toEqual(["lead.created", "the end"]);
    await made;
    const found = await killed().control("GET", "/leads");
    expect(emailsIn(found)).toEqual([aLead("late").email]);
  });

  it("make the answer of a control call as durable as a lone one", async () => {
    const { sandbox, key, killed } = inFile();
    const leads = many.map((email) => newLead(sandbox, key, email));
    const body = { name: "Another Firm", firmType: "Broker" };
    const firm = await sandbox.control("POST", "/firms", body);
    const found = await killed().control("GET", "/workspaces/default");
    expect(firm.status).toBe(201);
    expect(found.text).toContain(String(at(firm, "data.id")));
    await Promise.all(leads);
  });

  it("are all kept or all removed by a reset of the same turn", async () => {
    const { sandbox, key } = inFile();
    const leads = many.map((email) => newLead(sandbox, key, email));
    const [reset, ...made] = await Promise.all([sandbox.control("POST", "/reset"), ...leads]);
    expect(reset?.status).toBe(200);
    expect(made.map(({ status }) => status)).toEqual(many.map(() => 201));
    const left = await sandbox.control("GET", "/leads?limit=100");
    const { length } = emailsIn(left).filter((email) => many.includes(email));
    expect([0, many.length]).toContain(length);
  });
});

/** An empty workspace in a file; `killed` opens what a start would find after a kill. */
function inFile() {
  const data = dataFolder();
  const sandbox = served({ data, quota: null, fixture: "empty" });
  const workspace = sandbox.workspace();
  return {
    sandbox,
    workspace,
    key: workspace.keys()[0]?.key ?? "",
    killed: (): Served => {
      const copy = dataFolder();
      cpSync(data, copy, { recursive: true });
      return served({ data: copy, fixture: "empty" });
    },
  };
}

function newLead(sandbox: Served, key: string, email: string): Promise<Reply> {
  const person = { email, firstName: "Ann", lastName: "Ash" };
  return sandbox.api(key, "POST", `/firms/${ids.partnerFirm}/leads`, person);
}

function alphabetically(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function emailsIn(reply: Reply): readonly string[] {
  return rowsIn(reply)
    .map((_, row) => String(at(reply, `data.${row}.email`)))
    .toSorted(alphabetically);
}

function typesOf(workspace: Workspace): readonly string[] {
  return workspace.events.after(0).map(({ type }) => type);
}

function rowsIn(reply: Reply): readonly unknown[] {
  const rows = at(reply, "data");
  if (!Array.isArray(rows)) throw new Error(reply.text);
  return rows;
}
