import Database from "better-sqlite3";

import { World } from "../../../src/world/workspace/fixtures/world.ts";
import { readStore } from "../../../src/world/workspace/storage/held-store.ts";
import {
  readWorkspaceSettings,
  writeWorkspaceSettings,
} from "../../../src/world/workspace/workspace-settings.ts";
import type { Workspace } from "../../../src/world/workspace/workspace.ts";
import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import type { Served } from "./served.ts";
import { newLead } from "./served.ts";

/** The Partner key of the default workspace's fixture, and its id. */
export const partnerKey = { id: "HPkeySbx", key: "11111111-1111-4111-8111-111111111111" } as const;

/**
 * Everything that a workspace holds: its database rows by table, and the state of each component.
 */
export type Contents = Readonly<Record<string, unknown>>;

/**
 * The contents of the default workspace after a save. Afterwards the store has no rollback mark,
 * because `serialize` removes it.
 */
export function contentsOf(sandbox: Served): Contents {
  const workspace = sandbox.workspace();
  const store = workspace.store();
  workspace.save();
  const parts = workspace.resettables.map(({ name, inspect }) => [`part ${name}`, inspect()]);
  return { ...tablesOf(store.serialize()), ...Object.fromEntries(parts) };
}

/** The rows of every table of a serialized database. Workspace settings are parsed as JSON. */
export function tablesOf(image: Buffer): Contents {
  const sqlite = new Database(image);
  const names = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all();
  const tables = names.map((name): [string, unknown] => [
    `table ${String(name)}`,
    sqlite.prepare(`select * from "${String(name)}"`).all(),
  ]);
  const settings = sqlite.prepare("select value from settings").pluck().all();
  sqlite.close();
  const remembered: unknown[] = settings.map((value) => JSON.parse(String(value)));
  return { ...Object.fromEntries(tables), "table settings": remembered };
}

/** The names of the entries that are equal in both. */
export function sameIn(one: Contents, other: Contents): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/**
 * Changes everything in the default workspace with calls of both planes. The tests of reset,
 * restore and state fail for anything that these calls leave unchanged.
 */
export async function live(sandbox: Served): Promise<void> {
  await describeWorkflow(sandbox);
  await change(sandbox, "POST", "/firms", {
    id: "Newcomer",
    name: "Newcomer",
    firmType: "Partner",
  });
  const firm = { firmId: "Newcomer" };
  await change(sandbox, "POST", "/referral-codes", firm);
  await change(sandbox, "POST", "/firm-members", {
    ...firm,
    email: "nina@newcomer.example",
    firstName: "Nina",
    lastName: "New",
    subscription: "active",
  });
  const key = { ...firm, roleType: "Partner", environment: "sandbox" };
  await change(sandbox, "POST", "/api-keys", key);
  await change(sandbox, "POST", "/faults", {
    match: { path: "/v1/leads" },
    then: { status: 503 },
    probability: 0.5,
  });
  await sandbox.api(partnerKey.key, "GET", "/leads");
  const lead = await newLead(sandbox, partnerKey.key, "live@example.com");
  await sandbox.api(partnerKey.key, "PATCH", `/leads/${lead}`, {
    clientData: { Plans: [{ type: "Buying" }] },
  });
  const converted = await change(sandbox, "POST", `/leads/${lead}/convert`);
  const plan = text(converted, "data.plans.0.id");
  await change(sandbox, "POST", `/plans/${plan}/status`, { status: "Completed" });
  await change(sandbox, "PUT", "/assumptions", { "http.idempotency-key": "409" });
  const person = { email: "ida@example.com", firstName: "Ida", lastName: "Ito" };
  const headers = { "idempotency-key": "live" };
  await sandbox.api(partnerKey.key, "POST", "/firms/Harb0rPt/leads", person, headers);
  await change(sandbox, "POST", "/clock/advance", { by: "P1D" });
}

/** Gives the workspace another seed, which no call can do. */
export function reseed(workspace: Workspace): void {
  const store = workspace.store();
  workspace.save();
  const settings = readWorkspaceSettings(store);
  writeWorkspaceSettings(store, { ...settings, origin: { ...settings.origin, seed: 99 } });
  workspace.renew(readStore(store));
}

/** The world in a response of `GET state`. */
export function worldIn(reply: Reply): World {
  return World().parse(at(reply, "data"));
}

async function describeWorkflow(sandbox: Served): Promise<void> {
  const world = worldIn(await sandbox.control("GET", "/state"));
  const added = { id: "added", method: "GET", answer: { status: 200, body: {} } };
  await change(sandbox, "PUT", "/state", { ...world, workflows: [...world.workflows, added] });
}

async function change(
  sandbox: Served,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const reply = await sandbox.control(method, path, body);
  if (reply.status > 201) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply;
}
