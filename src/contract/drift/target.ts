/** A service that is asked what it does: another sandbox, a container, or the provider's own. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import { normalised } from "./normalised.ts";

/** What a probe is told of the service beforehand. */
export interface TargetFacts {
  readonly apiKey: string;
  readonly firmId: string;
  readonly firmMemberId: string | null;
  /** A Firm that the key does not act for. */
  readonly foreignFirmId: string | null;
  /** A key of the other API, and one of the other environment. */
  readonly otherApiKey: string | null;
  readonly otherEnvironmentKey: string | null;
  /** Addresses are made from it, with a plus: nobody else is ever written to. */
  readonly email: string;
}

export interface Call {
  readonly body?: JsonObject;
  /** Sent as it stands, in place of `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The key to send; null for none. */
  readonly key?: string | null;
}

/** How a service answered one request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Json;
}

/** What a probe works with. */
export interface Target {
  readonly facts: TargetFacts;
  /** Sends a request whose answer is part of the evidence. */
  readonly observe: (method: string, path: string, call?: Call) => Promise<Reply>;
  /** Sends one that only prepares. */
  readonly prepare: (method: string, path: string, call?: Call) => Promise<Reply>;
  /** Adds to the evidence what no answer shows as it is. */
  readonly note: (what: Json) => void;
  /** Creates a Lead for the Firm and answers its id. */
  readonly lead: (fields?: JsonObject) => Promise<string>;
  /** An address that this run alone uses, the same for the same name. */
  readonly email: (name: string) => string;
}

/** A service with the evidence that was collected of it. */
export interface ObservedTarget extends Target {
  readonly evidence: () => readonly Json[];
  readonly requests: () => number;
  readonly created: () => number;
}

export interface TargetOptions {
  readonly facts: TargetFacts;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
  /** Tells the addresses of one run and probe from those of any other. */
  readonly tag: string;
  /** Called before each request; throws when the budget is used up. */
  readonly spend: () => void;
}

/** The service at `baseUrl` for one probe. */
export function newTarget({ facts, fetch, baseUrl, tag, spend }: TargetOptions): ObservedTarget {
  const evidence: Json[] = [];
  let requests = 0;
  let created = 0;
  const prepare: Target["prepare"] = async (method, path, call = {}) => {
    spend();
    requests += 1;
    const reply = await replyOf(await fetch(requestOf(baseUrl, facts, { method, path, ...call })));
    if (method === "POST" && reply.status === 201) created += 1;
    return reply;
  };
  const email = (name: string): string => {
    const [local = "", domain = ""] = facts.email.split("@");
    return `${local}+${tag}-${name}@${domain}`;
  };
  return {
    facts,
    prepare,
    async observe(method, path, call) {
      const reply = await prepare(method, path, call);
      evidence.push({ status: reply.status, body: normalised(reply.json) });
      return reply;
    },
    note: (what) => void evidence.push(what),
    async lead(fields = {}) {
      const person = { email: email(`lead${created}`), firstName: "Probe", lastName: "Probe" };
      const body = { ...person, ...fields };
      const reply = await prepare("POST", `/firms/${facts.firmId}/leads`, { body });
      const data = isJsonObject(reply.json) ? (reply.json["data"] ?? null) : null;
      const id = isJsonObject(data) ? data["id"] : null;
      return typeof id === "string" ? id : "n0tMade0";
    },
    email,
    evidence: () => evidence,
    requests: () => requests,
    created: () => created,
  };
}

function requestOf(
  baseUrl: string,
  facts: TargetFacts,
  {
    method,
    path,
    body,
    rawBody,
    headers,
    key = facts.apiKey,
  }: Call & { method: string; path: string },
): Request {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}${path}`);
  // Nobody is ever invited by a probe (rule mail.opt-out).
  if (method === "POST") url.searchParams.set("disableClientOutreach", "true");
  const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(url, {
    method,
    headers: {
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...(key === null ? {} : { "x-api-key": key }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: jsonOf(text) };
}

function jsonOf(text: string): Json {
  try {
    const value: Json = text === "" ? null : JSON.parse(text);
    return value;
  } catch {
    // Not JSON is evidence too.
    return "not JSON";
  }
}
