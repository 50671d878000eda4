/** A service that is asked what it does: another sandbox, a container, or the provider's own. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import { normalised } from "./normalised.ts";
import type { Reply, Sent } from "./service.ts";

export type { Reply } from "./service.ts";

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
  /** Without the `/v1` of the base URL, or with one where it has none. */
  readonly otherPrefix?: boolean;
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
  /** What was prepared under this name, by this or an earlier probe; nobody may change it. */
  readonly once: (name: string, ask: () => Promise<Reply>) => Promise<Reply>;
  /** An address that this run alone uses, the same for the same name. */
  readonly email: (name: string) => string;
}

/** A service with the evidence that was collected of it. */
export interface ObservedTarget extends Target {
  readonly evidence: () => readonly Json[];
}

export interface TargetOptions {
  readonly facts: TargetFacts;
  readonly baseUrl: string;
  readonly send: (sent: Sent) => Promise<Reply>;
  /** Tells the addresses of one run and probe from those of any other. */
  readonly tag: string;
  /** What the probes of one run have together. */
  readonly shared: Map<string, Promise<Reply>>;
}

/** The service at `baseUrl` for one probe. */
export function newTarget({ facts, baseUrl, send, tag, shared }: TargetOptions): ObservedTarget {
  const evidence: Json[] = [];
  let made = 0;
  const prepare: Target["prepare"] = (method, path, call = {}) =>
    send(sentOf(baseUrl, facts, { method, path, ...call }));
  const email = (name: string): string => plusAddress(facts.email, `${tag}-${name}`);
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
      made += 1;
      const person = { email: email(`lead${made}`), firstName: "Probe", lastName: "Probe" };
      const body = { ...person, ...fields };
      return idOf(await prepare("POST", `/firms/${facts.firmId}/leads`, { body }));
    },
    once(name, ask) {
      const known = shared.get(name) ?? ask();
      shared.set(name, known);
      return known;
    },
    email,
    evidence: () => evidence,
  };
}

/** The id of the record in an answer, or one that no record has. */
export function idOf({ json }: Reply): string {
  const { id } = recordOf(json);
  return typeof id === "string" ? id : "n0tMade0";
}

/** The record in an answer, `{}` where there is none. */
export function recordOf(json: Json): JsonObject {
  const data = isJsonObject(json) ? json["data"] : null;
  return isJsonObject(data) ? data : {};
}

function plusAddress(address: string, tag: string): string {
  const [local = "", domain = ""] = address.split("@");
  return `${local}+${tag}@${domain}`;
}

function sentOf(
  baseUrl: string,
  facts: TargetFacts,
  call: Call & { method: string; path: string },
): Sent {
  const { method, path, body, rawBody, headers, key = facts.apiKey } = call;
  const url = new URL(`${prefixed(baseUrl, call.otherPrefix === true)}${path}`);
  // Nobody is ever invited by a probe (rule mail.opt-out).
  if (method === "POST") url.searchParams.set("disableClientOutreach", "true");
  const text = rawBody ?? (body === undefined ? null : JSON.stringify(body));
  return {
    url: url.href,
    method,
    headers: {
      ...(text === null ? {} : { "content-type": "application/json" }),
      ...(key === null ? {} : { "x-api-key": key }),
      ...headers,
    },
    body: text,
  };
}

function prefixed(baseUrl: string, otherwise: boolean): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (!otherwise) return base;
  return base.endsWith("/v1") ? base.slice(0, -"/v1".length) : `${base}/v1`;
}
