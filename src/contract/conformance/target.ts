/** A service that is asked what it does: another sandbox, a container, or the provider's own. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { RuleId } from "../../rules/catalogue.ts";
import { ruleOf } from "../../rules/catalogue.ts";
import type { Standing } from "../../rules/rule.ts";
import type { Reply, Sent } from "./service.ts";
import { notJson } from "./service.ts";

/** What a probe knows about the service beforehand. */
export interface TargetFacts {
  readonly apiKey: string;
  readonly firmId: string;
  readonly firmMemberId: string | null;
  /** A Firm that the key does not act for. */
  readonly foreignFirmId: string | null;
  /** A key of the other API, and one of the other environment. */
  readonly otherApiKey: string | null;
  readonly otherEnvironmentKey: string | null;
  /** Addresses are made from it, with a plus: no other address gets mail. */
  readonly email: string;
}

export interface Call {
  readonly body?: JsonObject;
  /** Sent verbatim instead of `body`. */
  readonly rawBody?: string;
  /** The key to send; null for none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another version than that of the base URL; `other`: without its `/v1`, or with one where it has none. */
  readonly prefix?: "other" | "/v2";
}

/** An answer with the request that it answers, as a report shows it: without the key. */
export interface Answered extends Reply {
  readonly request: string;
}

/** Answers that several probes look at. */
export type Prepared = readonly Answered[];

/** Whether the interface states what an answer shows, only the provider's public documentation, or the sandbox assumes it. */
export type Part = Standing;

/** What one answer showed. */
export interface Evidence {
  readonly request: string;
  readonly part: Part;
  readonly seen: Json;
}

/** What a service showed when it was asked about a rule. */
export interface Findings {
  readonly evidence: readonly Evidence[];
  /** Rules that its answers turned out to depend on. */
  readonly restsOn: readonly RuleId[];
  /** Why the rest of the question could not be put; null when all of it was. */
  readonly givenUp: string | null;
}

/** What a probe works with. */
export interface Target {
  readonly facts: TargetFacts;
  readonly ask: (method: string, path: string, call?: Call) => Promise<Answered>;
  /** Adds what an answer shows to the evidence; `part` is that of the rule unless it is given. */
  readonly saw: (answer: Answered, seen: Json, part?: Part) => void;
  /** Says that a difference means nothing where this other rule is denied. */
  readonly rests: (rule: RuleId) => void;
  /** Ends the question, which the service gives no occasion to put in full. */
  readonly giveUp: (reason: string) => never;
  /** Lets a little time pass, so that what is made next is later. */
  readonly pause: () => Promise<void>;
  /** What was prepared under this name, by this or an earlier probe; it must not be changed. */
  readonly once: (name: string, make: () => Promise<Prepared>) => Promise<Prepared>;
  /** An address that this run alone uses, the same for the same name. */
  readonly email: (name: string) => string;
  /** A word that this run alone uses. */
  readonly word: (name: string) => string;
}

export interface TargetOptions {
  readonly facts: TargetFacts;
  readonly baseUrl: string;
  readonly send: (sent: Sent) => Promise<Reply>;
  /** Tells the addresses of one run and probe from those of any other. */
  readonly tag: string;
  /** Lets a little time pass. */
  readonly pause: () => Promise<void>;
  /** What the probes of one run have together. */
  readonly shared: Map<string, Promise<Prepared>>;
}

/** Asks one question. Evidence of an abandoned question still counts. */
export async function findingsOf(
  probe: { readonly rule: RuleId; readonly run: (target: Target) => Promise<void> },
  options: TargetOptions,
): Promise<Findings> {
  const evidence: Evidence[] = [];
  const restsOn = new Set<RuleId>();
  const target: Target = {
    ...askingOf(options),
    saw({ request, json }, seen, part = partOf(probe.rule)) {
      evidence.push({ request, part, seen });
      if (json === notJson) restsOn.add("http.json");
    },
    rests: (rule) => void restsOn.add(rule),
  };
  let givenUp: string | null = null;
  try {
    await probe.run(target);
  } catch (error) {
    if (!(error instanceof GivenUpError)) throw error;
    givenUp = error.message;
  }
  return { evidence, restsOn: [...restsOn], givenUp };
}

/** Ends a question, and no more than that. */
class GivenUpError extends Error {}

/** What can be switched, the interface leaves open; so it does what is assumed. */
function partOf(rule: RuleId): Part {
  const { standing, default: byDefault } = ruleOf(rule);
  return standing === "reference" && byDefault !== undefined ? "assumed" : standing;
}

/** Sends one request to the service. */
export async function askedOnce(
  method: string,
  path: string,
  { baseUrl, facts, send }: Pick<TargetOptions, "baseUrl" | "facts" | "send">,
  call: Call = {},
): Promise<Answered> {
  const sent = sentOf(baseUrl, facts, { method, path, ...call });
  return { ...(await send(sent)), request: requestText(sent) };
}

function askingOf(options: TargetOptions) {
  const { facts, tag, shared, pause } = options;
  const once: Target["once"] = (name, make) => {
    const known = shared.get(name) ?? make();
    shared.set(name, known);
    return known;
  };
  return {
    facts,
    ask: (method: string, path: string, call?: Call) => askedOnce(method, path, options, call),
    giveUp(reason: string): never {
      throw new GivenUpError(reason);
    },
    pause,
    once,
    email: (name: string) => plusAddress(facts.email, `${tag}-${name}`),
    word: (name: string) => `Probe${tag.replaceAll(/\W/g, "")}${name}`,
  };
}

/** The record in an answer, `{}` where there is none. */
export function recordOf({ json }: Reply): JsonObject {
  const data = isJsonObject(json) ? json["data"] : null;
  return isJsonObject(data) ? data : {};
}

function plusAddress(address: string, tag: string): string {
  const [local = "", domain = ""] = address.split("@");
  return `${local}+${tag}@${domain}`;
}

const bodyCharactersShown = 200;

function requestText({ method, url, body }: Sent): string {
  const { pathname, search } = new URL(url);
  const line = `${method} ${pathname}${decoded(search)}`;
  if (body === null) return line;
  const isLong = body.length > bodyCharactersShown;
  return `${line} ${isLong ? `${body.slice(0, bodyCharactersShown)}…` : body}`;
}

function decoded(search: string): string {
  return decodeURIComponent(search.replaceAll("+", " "));
}

function sentOf(
  baseUrl: string,
  facts: TargetFacts,
  call: Call & { method: string; path: string },
): Sent {
  const { method, path, body, rawBody, headers, key = facts.apiKey } = call;
  const url = new URL(`${prefixed(baseUrl, call.prefix)}${path}`);
  // Probes never send invitations (rule mail.opt-out).
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

function prefixed(baseUrl: string, prefix: Call["prefix"]): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (prefix === undefined) return base;
  const bare = base.replace(/\/v1$/, "");
  if (prefix === "/v2") return `${bare}/v2`;
  return bare === base ? `${base}/v1` : bare;
}
