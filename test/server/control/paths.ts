import type { ControlOperation } from "../../../src/server/control/calls/operation.ts";
import type { Reply } from "../../support/reply.ts";
import { text } from "../../support/reply.ts";
import type { World, WorldOptions } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";

/** A world with one captured mail, in which every path exists. */
export interface FilledWorld {
  readonly world: World;
  /** The absolute path of an operation, with existing ids. */
  readonly pathOf: (operation: ControlOperation) => string;
  /** Everything that a control call could change, as one text. */
  readonly everything: () => Promise<string>;
}

const expected = [
  "",
  "/leads",
  "/emails",
  "/requests",
  "/events",
  "/quotas",
  "/api-keys",
  "/clock",
  "/assumptions",
  "/state",
  "/snapshots",
  "/faults",
  "/coverage",
];

export async function newFilledWorld(options: WorldOptions = {}): Promise<FilledWorld> {
  const world = await newWorld(options);
  await world.createLead();
  const mails = await world.control("GET", "/emails");
  const requests = await world.control("GET", "/requests");
  await world.control("POST", "/snapshots", { name: "before" });
  const fault = await world.control("POST", "/faults", {
    match: { path: "/never" },
    then: { kind: "hold" },
  });
  const values: Readonly<Record<string, string>> = {
    workspaceId: world.id,
    leadId: ids.activeLead,
    planId: ids.plan,
    clientProfileId: ids.clientProfile,
    keyId: world.keyIds.partner,
    emailId: text(mails, "data.0.id"),
    requestId: text(requests, "data.0.id"),
    faultId: text(fault, "data.id"),
    name: "before",
    ruleId: "lead.delete",
    asset: "start.js",
    kit: "python",
    file: "console.css",
  };
  return {
    world,
    pathOf({ level, path }) {
      const base = level === "server" ? "/_sandbox" : `/_sandbox/workspaces/${world.id}`;
      let filled = base + path;
      for (const name of pathParameters(path)) {
        const value = values[name];
        if (value === undefined) throw new Error(`No test has a value for {${name}} of ${path}.`);
        filled = filled.replace(`{${name}}`, value);
      }
      return filled;
    },
    everything: async () =>
      (await tellAll(world)) + steady((await world.server("GET", "/workspaces")).text),
  };
}

/** Everything that the control API reports of a workspace, by default of `world`'s own. */
export async function tellAll(world: World, base = `/workspaces/${world.id}`): Promise<string> {
  const answers = await Promise.all(expected.map((path) => world.server("GET", base + path)));
  return answers.map(({ text: body }) => steady(body)).join("\n");
}

/** Sends a request to an absolute path with the body unchanged. */
export function sendRaw(
  world: World,
  method: string,
  path: string,
  rawBody: string,
  type = "application/json",
): Promise<Reply> {
  return world.api(method, path, { key: null, rawBody, headers: { "content-type": type } });
}

/** Real time passes between two calls and shows in clocks that are not frozen, and in the time without use. */
function steady(body: string): string {
  return body.replaceAll(/"now":"[^"]+","mode":"system"|"idleSeconds":\d+/g, "");
}

/** The names of the parameters of a path, in order. */
function pathParameters(path: string): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? "");
}
