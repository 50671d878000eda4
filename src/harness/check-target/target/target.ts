/** A service under test: another sandbox, a container, or the provider's own. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Standing } from "../../../domain/rules/rule.ts";
import type { Reply, Sent } from "./exchange.ts";
import type { Unanswered } from "./no-answer.ts";
import { NoAnswerError } from "./no-answer.ts";
import { notJson } from "./service.ts";

/** What probes know about the service in advance. */
export interface TargetFacts {
  readonly apiKey: string;
  readonly firmId: string;
  readonly firmMemberId: string | null;
  /** A Firm that the key cannot access. */
  readonly foreignFirmId: string | null;
  /** A key of the other API, and one of the other environment. */
  readonly otherApiKey: string | null;
  readonly otherEnvironmentKey: string | null;
  /** Probes add a plus tag to this address, so no other address gets mail. */
  readonly email: string;
}

export interface Call {
  readonly body?: JsonObject;
  /** Sent verbatim instead of `body`. */
  readonly rawBody?: string;
  /** The key to send; null for none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A version other than that of the base URL. `other` removes its `/v1`, or adds one if missing. */
  readonly prefix?: "other" | "/v2";
  /** Whether it is asked again without an answer: by default a GET, and a create with another person. */
  readonly again?: Sent["again"];
}

/** An answer and the text of its request for the report, without the key. */
export interface Answered extends Reply {
  readonly request: string;
}

/** Answers that several probes share. */
export type Prepared = readonly Answered[];

/** The source of a behaviour: the interface, the provider's public documentation, or an assumption of the sandbox. */
export type Part = Standing;

export interface Evidence {
  readonly request: string;
  readonly part: Part;
  readonly seen: Json;
}

export interface Findings {
  readonly evidence: readonly Evidence[];
  /** Further rules that its answers depend on. */
  readonly dependsOn: readonly RuleId[];
  /** Why the probe ended early; null if it completed. */
  readonly givenUp: string | null;
  /** The request that ended it, because the service did not answer; null if it answered all. */
  readonly unanswered: Unanswered | null;
}

/** The functions that a probe uses. */
export interface Target {
  readonly facts: TargetFacts;
  readonly ask: (method: string, path: string, call?: Call) => Promise<Answered>;
  /** Adds evidence from an answer; `part` defaults to that of the rule. */
  readonly saw: (answer: Answered, seen: Json, part?: Part) => void;
  /** Adds a rule that the evidence depends on. If it is denied, differences mean nothing. */
  readonly dependOn: (rule: RuleId) => void;
  /** Ends the probe early, when the service does not allow the rest. */
  readonly giveUp: (reason: string) => never;
  /** Waits briefly, so that the next record is later. */
  readonly pause: () => Promise<void>;
  /** The answers prepared under this name, by this or an earlier probe. Probes must not change them. */
  readonly once: (name: string, make: () => Promise<Prepared>) => Promise<Prepared>;
  /** An address that only this run uses; the same name gives the same address. */
  readonly email: (name: string) => string;
  /** A word that only this run uses. */
  readonly word: (name: string) => string;
}

export interface TargetOptions {
  readonly facts: TargetFacts;
  readonly baseUrl: string;
  readonly send: (sent: Sent) => Promise<Reply>;
  /** Distinguishes the addresses of this run and probe from all others. */
  readonly tag: string;
  readonly pause: () => Promise<void>;
  /** Prepared answers that the probes of one run share, by name. */
  readonly shared: Map<string, Promise<Prepared>>;
}

/** Runs one probe. Evidence of an abandoned probe still counts. */
export async function findingsOf(
  probe: { readonly rule: RuleId; readonly run: (target: Target) => Promise<void> },
  options: TargetOptions,
): Promise<Findings> {
  const evidence: Evidence[] = [];
  const dependsOn = new Set<RuleId>();
  const target: Target = {
    ...askingOf(options),
    saw({ request, json }, seen, part = partOf(probe.rule)) {
      evidence.push({ request, part, seen });
      if (json === notJson) dependsOn.add("http.json");
    },
    dependOn: (rule) => void dependsOn.add(rule),
  };
  const ended = await endOf(() => probe.run(target));
  return { evidence, dependsOn: [...dependsOn], ...ended };
}

/** Why a probe ended early. */
async function endOf(run: () => Promise<void>): Promise<Pick<Findings, "givenUp" | "unanswered">> {
  try {
    await run();
    return { givenUp: null, unanswered: null };
  } catch (error) {
    if (error instanceof GivenUpError) return { givenUp: error.message, unanswered: null };
    if (!(error instanceof NoAnswerError)) throw error;
    return { givenUp: error.message, unanswered: error.unanswered };
  }
}

/** Ends one probe; the check continues. */
class GivenUpError extends Error {}

/** A `reference` rule with alternatives counts as assumed, because a workspace can switch it. */
function partOf(rule: RuleId): Part {
  const { standing, default: byDefault } = ruleOf(rule);
  return standing === "reference" && byDefault !== undefined ? "assumed" : standing;
}

/** Sends one request to the service. */
export async function singleAnswer(
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
    // The next probe prepares again what got no answer.
    known.catch((error: unknown) => {
      if (error instanceof NoAnswerError) shared.delete(name);
    });
    return known;
  };
  const created = new Set<Json>();
  const ask: Target["ask"] = (method, path, call = {}) => {
    const email = call.body?.["email"] ?? null;
    const isNew = typeof email === "string" && email.includes(`+${tag}-`) && !created.has(email);
    created.add(email);
    const again = method === "POST" && isNew ? { again: "other-person" as const } : {};
    return singleAnswer(method, path, options, { ...again, ...call });
  };
  return {
    facts,
    ask,
    giveUp(reason: string): never {
      throw new GivenUpError(reason);
    },
    pause,
    once,
    email: (name: string) => plusAddress(facts.email, `${tag}-${name}`),
    word: (name: string) => `Probe${tag.replaceAll(/\W/g, "")}${name}`,
  };
}

/** The record in an answer, or `{}`. */
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
  const line = `${method} ${pathname}${decodeURIComponent(search.replaceAll("+", " "))}`;
  if (body === null) return line;
  const isLong = body.length > bodyCharactersShown;
  return `${line} ${isLong ? `${body.slice(0, bodyCharactersShown)}…` : body}`;
}

function sentOf(
  baseUrl: string,
  facts: TargetFacts,
  call: Call & { method: string; path: string },
): Sent {
  const { method, path, body, rawBody, headers, key = facts.apiKey } = call;
  const again = call.again ?? (method === "GET" ? "same" : "never");
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
    again,
  };
}

function prefixed(baseUrl: string, prefix: Call["prefix"]): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (prefix === undefined) return base;
  const bare = base.replace(/\/v1$/, "");
  if (prefix === "/v2") return `${bare}/v2`;
  return bare === base ? `${base}/v1` : bare;
}
