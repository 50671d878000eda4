import { NoAnswer } from "../../src/network/http/no-answer.ts";
import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../support/reply.ts";
import { at, replyOf, text } from "../support/reply.ts";
import { ids } from "../support/world.ts";
import type { CallStep } from "./concurrent-calls.ts";
import type { ConcurrentHistory } from "./concurrent-steps.ts";

/** One call of either plane; `signal` aborts it. */
export interface Sent {
  readonly plane: "api" | "control" | "server";
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly surface?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A workspace of a sandbox, with a log of its responses. */
export interface ConcurrentWorkspace {
  readonly id: string;
  readonly lines: readonly string[];
  readonly note: (line: string) => void;
  /**
   * Sends a call and logs its response; null without one. The default `key` is that of the Partner
   * sandbox.
   */
  readonly send: (sent: Sent) => Promise<Reply | null>;
  /** Sends the call of a step, with its placeholders replaced. */
  readonly call: (step: CallStep) => Promise<void>;
  /** Sends a call without logging the response. */
  readonly fetch: (sent: Sent) => Promise<Response>;
  /** Forgets the issued keys, because the restored state does not contain them. */
  readonly forgetKeys: () => void;
}

const surfaces = ["partner", "partner-production", "realtor", "realtor-production"] as const;

/** Creates the workspace of a history in `sandbox`. */
export async function enter(
  sandbox: Sandbox,
  id: string,
  history: ConcurrentHistory,
): Promise<ConcurrentWorkspace> {
  const { steps: _steps, ...options } = history;
  const body = JSON.stringify({ id, ...options });
  const request = new Request("http://127.0.0.1/_sandbox/workspaces", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const made = await replyOf(await sandbox.fetch(request));
  if (made.status !== 201) throw new Error(`No workspace ${id}: ${made.text}`);
  return concurrentWorkspace(sandbox, id, made);
}

function concurrentWorkspace(sandbox: Sandbox, id: string, made: Reply): ConcurrentWorkspace {
  const lines: string[] = [lineOf(made)];
  const known = newKnown(made);
  const fetch: ConcurrentWorkspace["fetch"] = (sent) =>
    sandbox.fetch(requestOf(id, { key: known.keyText(0), ...sent }));
  const send: ConcurrentWorkspace["send"] = async (sent) => {
    const reply = await answered(fetch(sent));
    lines.push(`${sent.method} ${sent.path}`, reply === null ? "no answer" : lineOf(reply));
    if (reply !== null) known.learn(sent.path, reply);
    return reply;
  };
  return {
    id,
    lines,
    note: (line) => void lines.push(line),
    fetch,
    send,
    async call(step) {
      const { plane, method, pick, key, surface } = step;
      const fill = (template: string): string => known.fill(template, pick);
      const path = fill(step.path);
      const body: unknown =
        step.body === undefined ? undefined : JSON.parse(fill(JSON.stringify(step.body)));
      const host = surfaces[surface % surfaces.length] ?? "partner";
      await send({ plane, method, path, body, key: known.keyText(key), surface: host });
      if (/\/(?:reset|restore)$/.test(path)) known.forgetKeys();
    },
    forgetKeys: () => known.forgetKeys(),
  };
}

function requestOf(id: string, sent: Sent): Request {
  const { plane, method, path, key, surface = "partner", body, signal } = sent;
  const bases = {
    api: `http://${surface}.localhost`,
    control: `http://127.0.0.1/_sandbox/workspaces/${id}`,
    server: "http://127.0.0.1/_sandbox",
  };
  return new Request(bases[plane] + path, {
    method,
    headers: {
      ...(plane === "api" && key !== undefined ? { "x-api-key": key } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function answered(answer: Promise<Response>): Promise<Reply | null> {
  try {
    return await whole(await answer);
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}

/** Reads a whole response. A planned fault may have broken its JSON. */
async function whole(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const body = await response.text();
  try {
    return { status, headers, text: body, json: JSON.parse(body) };
  } catch {
    // Without valid JSON there are no ids to read.
    return { status, headers, text: body, json: null };
  }
}

/** A full response, without values that depend on the system time. */
function lineOf({ status, headers, text: body }: Reply): string {
  const steady = body.replaceAll(/"(offsetMs|durationMs|time|wait)":-?[\d.e+-]+/g, '"$1":0');
  return `${status} ${JSON.stringify([...headers])} ${steady}`;
}

/** The responses that contain a new record, with the path of its id. */
const tellers: readonly (readonly [path: RegExp, name: string, place: string])[] = [
  [/^\/(?:v1\/)?firm.*\/leads(?:\?|$)/, "lead", "data.id"],
  [/\/(?:sign-ups|convert)$/, "profile", "data.clientProfile.id"],
  [/\/(?:sign-ups|convert)$/, "plan", "data.plans.0.id"],
  [/^\/client-profiles\//, "plan", "data.plan.id"],
  [/^\/api-keys$/, "issued", "data.id"],
  [/^\/faults$/, "fault", "data.id"],
  [/^\/emails$/, "mail", "data.0.id"],
  [/^\/requests\?/, "request", "data.0.id"],
];

/** The ids and keys in the responses of one workspace. */
function newKnown(made: Reply) {
  const known = new Map([
    ["lead", [ids.activeLead, ids.convertedLead, ids.memberLead, ids.foreignLead]],
    ["plan", [ids.plan, ids.privatePlan]],
    ["profile", [ids.clientProfile]],
    ["key", ["MRkeyPrd", "MRkeySbx", "HPkeyPrd", "HPkeySbx"]],
  ] as readonly (readonly [string, string[]])[]);
  const places = ["0.apiKeys.0", "0.apiKeys.1", "1.apiKeys.0", "1.apiKeys.1"];
  const fixtureKeys = places.map((place) => text(made, `data.firms.${place}.key`));
  let issued: string[] = [];
  return {
    keyText(pick: number): string | undefined {
      const all = [...fixtureKeys, ...issued];
      return all[pick % all.length];
    },
    forgetKeys(): void {
      issued = [];
    },
    fill: (template: string, pick: number): string =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const all = known.get(name) ?? [];
        return all.at(-1 - (pick % Math.max(1, all.length))) ?? "none";
      }),
    learn(path: string, reply: Reply): void {
      for (const [shape, name, place] of tellers) {
        const id = shape.test(path) ? at(reply, place) : undefined;
        if (typeof id === "string") known.set(name, [...(known.get(name) ?? []), id]);
      }
      const key = at(reply, "data.key");
      if (typeof key === "string") issued.push(key);
    },
  };
}
