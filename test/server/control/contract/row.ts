import { expect } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, replyOf, text } from "../../../support/reply.ts";
import { listeningSandbox } from "../../../support/sandbox.ts";
import { newTarget } from "../../../support/target.ts";
import type { WorldOptions } from "../../../support/world.ts";
import type { ClientWorld } from "./client-world.ts";

/** One promise of the contract, tested over HTTP. */
export interface Row {
  /**
   * The call as in the contract, with `W` for a workspace; for a convention of all calls its topic, such as `paths`.
   */
  readonly call: string;
  /** The method of the typed client that makes this call, such as `leads.convert`. */
  readonly method?: string;
  readonly promise: string;
  readonly options?: WorldOptions;
  /** Marks a test that needs a sandbox in this process: its own settings or its own default workspace. */
  readonly local?: true;
  readonly keeps: (world: ClientWorld) => Promise<void>;
}

/** Returns the answer; fails unless it has that status. */
export function answered(status: number, reply: Reply): Reply {
  expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
  return reply;
}

/** The object at a path of an answer. */
export function record(reply: Reply, path: string): object {
  const value = path === "" ? reply.json : at(reply, path);
  if (typeof value === "object" && value !== null) return value;
  throw new Error(`No object at ${path} of ${reply.status} ${reply.text}`);
}

/** The sorted field names of the object at a path. */
export function namesAt(reply: Reply, path: string): readonly string[] {
  return Object.keys(record(reply, path)).toSorted();
}

/** Checks the format of a refusal: a message, and at most fields and a hint. */
export function refused(status: number, reply: Reply, says: RegExp = /./): Reply {
  answered(status, reply);
  expect(text(reply, "message")).toMatch(says);
  const others = namesAt(reply, "").filter((name) => !["message", "fields", "hint"].includes(name));
  expect(others).toEqual([]);
  return reply;
}

/** Checks the status and the message of a call of the client that is refused. */
export async function rejected(
  status: number,
  call: Promise<unknown>,
  says: RegExp = /./,
): Promise<void> {
  const message: unknown = expect.stringMatching(says);
  await expect(call).rejects.toMatchObject({ status, message });
}

/** The answer of a sandbox with those settings to a control request. */
export async function asked(
  url: string,
  init: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  options: SandboxOptions = {},
): Promise<Reply> {
  return replyOf(await newTarget(options).fetch(new Request(url, init)));
}

/** Times are in UTC with milliseconds. */
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The time `ms` milliseconds after `start`. */
export function later(start: string, ms: number): string {
  return new Date(Date.parse(start) + ms).toISOString();
}

/** The items of a list answer. */
export function list(reply: Reply): readonly unknown[] {
  const data = at(reply, "data");
  if (Array.isArray(data)) return data;
  throw new Error(`No list in ${reply.status} ${reply.text}`);
}

/** The URL of a sandbox with those settings, which listens until the end of the test. */
export async function listening(options: SandboxOptions = {}): Promise<string> {
  const { url } = await listeningSandbox(options);
  return url;
}
