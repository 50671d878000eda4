/** The target workspaces of fuzzed requests: placeholder values and responses. */
import { NoAnswer } from "../../src/network/http/no-answer.ts";
import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../support/reply.ts";
import { at, replyOf, text } from "../support/reply.ts";
import { ids } from "../support/world.ts";
import type { FuzzRequest } from "./fuzz-requests.ts";
import type { SlotKind } from "./fuzz-values.ts";

/** A workspace of a sandbox, with a marker that every request to it contains. */
export interface FuzzWorkspace {
  readonly id: string;
  readonly mark: string;
  /** Sends a request. Returns null without a response, which a planned fault can cause. */
  readonly send: (request: FuzzRequest) => Promise<Reply | null>;
  /** Sends a request unchanged to the control API of the workspace. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Sends a request unchanged to the emulated API. */
  readonly api: (call: ApiCall) => Promise<Reply>;
}

export interface ApiCall {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
}

const hosts = ["partner", "partner-production", "realtor", "realtor-production"] as const;
const kept = 12;

/** A new workspace `id` of `sandbox`. */
export async function enterWorkspace(
  sandbox: Sandbox,
  id: string,
  mark: string,
): Promise<FuzzWorkspace> {
  const base = `http://127.0.0.1/_sandbox/workspaces`;
  const made = await answered(sandbox, "POST", base, {
    id,
    now: "2026-03-02T09:00:00Z",
    quotaPerHour: null,
  });
  if (made.status !== 201) throw new Error(`No workspace: ${made.status} ${made.text}`);
  const keys = [0, 1, 2, 3].map((index) =>
    text(made, `data.firms.${index >> 1}.apiKeys.${index % 2}.key`),
  );
  const slots = newSlots(keys.map((_, index) => keyIdOf(made, index)));
  const filled = (template: string): string => slots.filled(template, mark);
  const filledJson = (template: string): string =>
    slots.filled(template, mark, (value) => JSON.stringify(value).slice(1, -1));
  let issued: string | null = null;
  const keyFor = ({ key, surface }: FuzzRequest): string | null => {
    if (key === "none") return null;
    if (key === "unknown") return "00000000-0000-4000-8000-00000000dead";
    if (key === "issued" && issued !== null) return issued;
    return keys[key === "of another surface" ? (surface + 1) % 4 : surface] ?? null;
  };
  const send: FuzzWorkspace["send"] = async (request) => {
    const { plane, path, query, method, surface } = request;
    const root = plane === "server" ? "/_sandbox" : `/_sandbox/workspaces/${id}`;
    const host = plane === "emulated" ? `${hosts[surface]}.localhost` : "127.0.0.1";
    const place = (plane === "emulated" ? "" : root) + inPath(filled(path));
    const search = query === "" ? "" : `?${inQuery(filled(query))}`;
    const headers = new Headers({ "content-type": "application/json" });
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, filled(value));
    const key = plane === "emulated" ? keyFor(request) : null;
    if (key !== null) headers.set("x-api-key", key);
    const body = request.body === null ? null : quick(filledJson(request.body));
    const bodiless = method === "GET" || method === "HEAD" || body === null;
    const sent = new Request(`http://${host}${place}${search}`, {
      method,
      headers,
      ...(bodiless ? {} : { body }),
    });
    const reply = await sandbox.fetch(sent).then(readReply, noAnswer);
    if (reply !== null) {
      slots.learn(request.operationId, reply);
      if (request.operationId === "issue-api-key" && reply.status === 201) {
        issued = text(reply, "data.key");
      }
    }
    return reply;
  };
  return {
    id,
    mark,
    send,
    control: (method, path, body) => answered(sandbox, method, `${base}/${id}${path}`, body),
    api: ({ method, host, path, key, body }) =>
      answered(sandbox, method, `http://${host}.localhost${path}`, body, key),
  };
}

async function answered(
  sandbox: Sandbox,
  method: string,
  url: string,
  body?: unknown,
  key?: string,
): Promise<Reply> {
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { "x-api-key": key }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return replyOf(await sandbox.fetch(new Request(url, { method, headers, ...sent })));
}

/** Reads a whole response. Invalid JSON becomes a text that no schema accepts. */
async function readReply(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const body = await response.text();
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  return { status, headers, text: body, json: isJson && body !== "" ? jsonOf(body) : null };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A planned fault may break the body of a response.
    return "no JSON";
  }
}

function noAnswer(error: unknown): null {
  if (error instanceof NoAnswer) return null;
  throw error;
}

/** Shortens planned delays and hangs, because they use real time. */
function quick(body: string): string {
  return body
    .replaceAll(/"delayMs":(\d+)/g, (_, digits: string) => `"delayMs":${Number(digits) % 3}`)
    .replaceAll('"kind":"hang"', '"kind":"reset"');
}

/** Escapes the characters that a URL cannot contain; keeps existing escapes. */
function inPath(path: string): string {
  return path.replaceAll(/[^!-~]|[?#\\]/gu, (one) => encodeURIComponent(one.toWellFormed()));
}

function inQuery(query: string): string {
  return query.replaceAll(/[^!-~]|#/gu, (one) => encodeURIComponent(one.toWellFormed()));
}

function keyIdOf(made: Reply, index: number): string {
  return text(made, `data.firms.${index >> 1}.apiKeys.${index % 2}.id`);
}

interface Slots {
  readonly filled: (template: string, mark: string, quoted?: (value: string) => string) => string;
  readonly learn: (operationId: string | null, reply: Reply) => void;
}

/** The initial ids of a workspace, and its most recent ones. */
function newSlots(keyIds: readonly string[]): Slots {
  const known: Record<SlotKind, string[]> = {
    firm: [ids.partnerFirm, ids.realtyFirm],
    member: [ids.partnerOwner, ids.partnerMember, ids.realtyAgent],
    code: [ids.partnerCode, ids.realtyCode],
    lead: [ids.activeLead, ids.convertedLead, ids.archivedLead, ids.memberLead, ids.foreignLead],
    plan: [ids.plan, ids.privatePlan, ids.foreignPlan],
    profile: [ids.clientProfile],
    keyId: [...keyIds],
    mail: [],
    request: [],
    fault: [],
    snapshot: ["before"],
    workflow: ["request-callback"],
  };
  return {
    filled(template, mark, quoted = (value) => value) {
      const all = new Map<string, readonly string[]>([...Object.entries(known), ["mark", [mark]]]);
      return template.replaceAll(slotPattern, (_, name: string, index = "0") => {
        const values = all.get(name) ?? [];
        return quoted(values[Number(index) % Math.max(1, values.length)] ?? "nowhere2");
      });
    },
    learn(operationId, reply) {
      const kind = teachers[operationId ?? ""];
      if (kind === undefined || reply.status >= 300) return;
      const name = kind === "snapshot" ? "name" : "id";
      const found = at(reply, `data.${name}`) ?? at(reply, `data.0.${name}`);
      if (typeof found !== "string" || known[kind].includes(found)) return;
      const [first, ...others] = known[kind];
      known[kind] = [...(first === undefined ? [] : [first]), ...others.slice(-kept), found];
    },
  };
}

/** A placeholder, plain or URL-encoded. */
const slotPattern = /(?:⟦|%E2%9F%A6)(\w+?)(?:(?::|%3A)(\d+))?(?:⟧|%E2%9F%A7)/g;

const teachers: Readonly<Record<string, SlotKind>> = {
  "post-leads-for-firm": "lead",
  "post-leads-for-firm-member": "lead",
  "get-leads": "lead",
  "get-plans": "plan",
  "open-private-plan": "plan",
  "add-firm": "firm",
  "add-firm-member": "member",
  "add-referral-code": "code",
  "get-clientProfiles": "profile",
  "issue-api-key": "keyId",
  "list-emails": "mail",
  "list-requests": "request",
  "plan-fault": "fault",
  "take-snapshot": "snapshot",
};
