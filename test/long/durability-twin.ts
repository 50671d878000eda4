/**
 * Compares a workspace of a sandbox that is repeatedly killed with a twin in memory. Both get the
 * same calls in sequence and must answer the same. After a kill the workspace must equal its twin,
 * with or without the one unanswered call.
 */
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../support/reply.ts";
import { replyOf, text } from "../support/reply.ts";
import { served } from "../world/workspace/served.ts";
import type { Served } from "../world/workspace/served.ts";
import { nextCall } from "./durability-calls.ts";
import type { Call } from "./durability-calls.ts";
import type { Chance } from "./durability-chance.ts";

/** A workspace of the sandbox at `url`, and its twin. */
export interface Twin {
  readonly id: string;
  /** Makes calls until the sandbox ends. Calls `onChange` after each confirmed change. */
  readonly live: (url: string, onChange: () => void) => Promise<void>;
  /**
   * Makes one more call. The twin skips it when the sandbox reports a failure. Returns null when
   * the sandbox has ended.
   */
  readonly step: (url: string) => Promise<Reply | null>;
  /** Whether the restarted workspace contains the unanswered call. */
  readonly compare: (url: string) => Promise<"same" | "with the unanswered call" | Difference>;
}

/** The actual and the expected contents of the workspace. */
export interface Difference {
  readonly unanswered: Call | null;
  readonly expected: readonly string[];
  readonly found: readonly string[];
}

const origin = { seed: 5, now: "2026-03-02T09:00:00.000Z" } as const;
const parts = ["", "/state", "/emails?limit=1000", "/assumptions", "/clock", "/faults"] as const;

interface Home {
  readonly id: string;
  readonly key: string;
}

/** A workspace that its first call creates. Later calls may drop it unless it `stays`. */
export async function newTwin(id: string, chance: Chance, stays = false): Promise<Twin> {
  const home = { id, key: await keyOf(id) };
  const own = served({ publicUrl: "http://127.0.0.1:1", quota: null });
  const inMemory = (call: Call): Promise<Reply> => sentTo(own, home, call);
  let unanswered: Call | null = null;
  const step = async (url: string): Promise<Reply | null> => {
    const call: Call = unanswered ?? (await nextCall(inMemory, chance, stays));
    unanswered = call;
    const reply = await answer(url, home, call);
    if (reply === null) return null;
    unanswered = null;
    if (reply.status === 500) return reply;
    const wanted = await inMemory(call);
    if (shownBy(call, wanted) === shownBy(call, reply)) return reply;
    throw new Error(`${JSON.stringify(call)}: ${wanted.text} expected, ${reply.text} found`);
  };
  return {
    id,
    step,
    async live(url, onChange) {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- each call depends on the previous ones
        const reply = await step(url);
        if (reply === null) return;
        if (reply.status === 500) throw new Error(reply.text);
        if (reply.status < 400) onChange();
      }
    },
    async compare(url) {
      const found = await contents((call) => mustAnswer(url, home, call));
      const expected = await contents(inMemory);
      if (sameTexts(found, expected)) return "same";
      if (unanswered === null) return { unanswered, expected, found };
      const call = unanswered;
      await inMemory(call);
      unanswered = null;
      const after = await contents(inMemory);
      return sameTexts(found, after)
        ? "with the unanswered call"
        : { unanswered: call, expected: after, found };
    },
  };
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.join("\n") === other.join("\n");
}

/**
 * Everything that can be read from a workspace, except for the storage-dependent size of its
 * snapshots.
 */
async function contents(send: (call: Call) => Promise<Reply>): Promise<readonly string[]> {
  const message: string[] = [];
  for (const path of parts) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const reply = await send({ plane: "control", method: "GET", path });
    // The refusal lists the other workspaces of the sandbox.
    if (reply.status === 404) return ["There is no such workspace."];
    message.push(`${path} ${reply.status} ${settled(reply.text)}`);
  }
  const snapshots = await send({ plane: "control", method: "GET", path: "/snapshots" });
  return [...message, `/snapshots ${withoutBytes(snapshots)}`];
}

/**
 * Removes the page port, which changes at every start, the clock offset, which changes all the
 * time, and the ids of requests and calls in histories: a killed call had one, too.
 */
function settled(body: string): string {
  return body.replaceAll(
    /http:\/\/127\.0\.0\.1:\d+|"offsetMs":-?\d+|"(?:requestId|callId)":"\w+"/g,
    "",
  );
}

function withoutBytes({ status, text: body }: Reply): string {
  return `${status} ${settled(body).replaceAll(/"bytes":\d+/g, "")}`;
}

function shownBy({ path }: Call, reply: Reply): string {
  return path.startsWith("/snapshots")
    ? withoutBytes(reply)
    : `${reply.status} ${settled(reply.text)}`;
}

/** Sends the call to the sandbox in memory. */
function sentTo(
  own: Served,
  { id, key }: Home,
  { plane, method, path, body }: Call,
): Promise<Reply> {
  if (plane === "api") return own.api(key, method, path, body);
  if (path === "/made") return own.control("POST", "/workspaces", { id, ...origin });
  return own.control(method, `/workspaces/${id}${path}`, body);
}

/** The first key of a workspace. Id and seed determine it in every sandbox. */
async function keyOf(id: string): Promise<string> {
  const sandbox = openSandbox();
  const body = JSON.stringify({ id, ...origin });
  const url = "http://127.0.0.1/_sandbox/workspaces";
  const headers = { "content-type": "application/json" };
  const made = await replyOf(
    await sandbox.fetch(new Request(url, { method: "POST", body, headers })),
  );
  sandbox.close();
  return text(made, "data.firms.0.apiKeys.0.key");
}

async function mustAnswer(url: string, home: Home, call: Call): Promise<Reply> {
  const reply = await answer(url, home, call);
  if (reply === null) throw new Error(`No answer to ${JSON.stringify(call)}.`);
  return reply;
}

/** The response of the sandbox at `url`; null when the sandbox ended first. */
async function answer(
  url: string,
  { id, key }: Home,
  { plane, method, path, body }: Call,
): Promise<Reply | null> {
  const workspace = `${url}/_sandbox/workspaces`;
  const made = plane === "control" && path === "/made";
  const target =
    plane === "api" ? `${url}/v1${path}` : `${workspace}${made ? "" : `/${id}${path}`}`;
  const sent = made ? { id, ...origin } : body;
  try {
    return await replyOf(
      await fetch(target, {
        method,
        headers: { "content-type": "application/json", "x-api-key": key },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      }),
    );
  } catch {
    return null; // It was killed.
  }
}
