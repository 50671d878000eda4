import { expect } from "vitest";

import type { SandboxOptions } from "../../../src/sandbox.ts";
import type { Reply } from "../../support/reply.ts";
import { at, replyOf, text } from "../../support/reply.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { newTarget } from "../../support/target.ts";
import type { World, WorldOptions } from "../../support/world.ts";

/** One promise of the contract, kept or broken over HTTP. */
export interface Row {
  /** The call as the contract writes it, `W` for a workspace; a convention of all calls has the word for it. */
  readonly call: string;
  readonly promise: string;
  readonly options?: WorldOptions;
  /** For what only a sandbox in this process can show: settings, or a default workspace of its own. */
  readonly local?: true;
  readonly keeps: (world: World) => Promise<void>;
}

/** The answer itself, when it has that status. */
export function answered(status: number, reply: Reply): Reply {
  expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
  return reply;
}

/** An object of an answer. */
export function record(reply: Reply, path: string): object {
  const value = path === "" ? reply.json : at(reply, path);
  if (typeof value === "object" && value !== null) return value;
  throw new Error(`No object at ${path} of ${reply.status} ${reply.text}`);
}

/** The names that an object of an answer has, in the order of the alphabet. */
export function namesAt(reply: Reply, path: string): readonly string[] {
  return Object.keys(record(reply, path)).toSorted();
}

/** A refusal as the contract has them: a message that says something, and nothing but fields and a hint next to it. */
export function refused(status: number, reply: Reply, says: RegExp = /./): Reply {
  answered(status, reply);
  expect(text(reply, "message")).toMatch(says);
  const others = namesAt(reply, "").filter((name) => !["message", "fields", "hint"].includes(name));
  expect(others).toEqual([]);
  return reply;
}

/** What a sandbox with those settings answers to a control request that comes as it is described. */
export async function asked(
  url: string,
  init: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  options: SandboxOptions = {},
): Promise<Reply> {
  return replyOf(await newTarget(options).fetch(new Request(url, init)));
}

/** Times are in UTC with milliseconds. */
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The time so many milliseconds after `start`. */
export function later(start: string, ms: number): string {
  return new Date(Date.parse(start) + ms).toISOString();
}

/** The items of a listed answer. */
export function list(reply: Reply): readonly unknown[] {
  const data = at(reply, "data");
  if (Array.isArray(data)) return data;
  throw new Error(`No list in ${reply.status} ${reply.text}`);
}

/** The address of a sandbox with those settings that listens on a port of its own until the test is over. */
export async function listening(options: SandboxOptions = {}): Promise<string> {
  const { url } = await listeningSandbox(options);
  return url;
}

/** A control call of the default workspace over a real connection. */
export async function sent(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const content = { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const init = { method, ...(body === undefined ? {} : content) };
  return replyOf(await fetch(`${url}/_sandbox${path}`, init));
}

/** The values that the parameters of a GET have when no one gives them, as the document of this plane says. */
export async function defaultsOf(world: World, path: string): Promise<Record<string, unknown>> {
  const document = await world.server("GET", "/openapi.json");
  const parameters = `paths.${path}.get.parameters`;
  const count = namesAt(document, parameters).length;
  return Object.fromEntries(
    Array.from({ length: count }, (_, index): [string, unknown] => [
      text(document, `${parameters}.${index}.name`),
      at(document, `${parameters}.${index}.schema.default`),
    ]),
  );
}
