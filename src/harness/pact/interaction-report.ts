/** What a report says about one interaction. */
import { isRuleId, ruleOf } from "../../domain/rules/catalogue.ts";
import { bodyAdvice, bodyMismatch } from "./body-advice.ts";
import type { PactInteraction } from "./pact-interaction.ts";
import type { ProxiedAnswer, StateFailure } from "./provider-proxy.ts";
import type { Replayed } from "./replay.ts";
import type { Mismatch } from "./verifier.ts";

export interface InteractionReport {
  readonly source: string;
  readonly consumer: string;
  readonly provider: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly request: string;
  readonly pending: boolean;
  readonly passed: boolean;
  readonly problems: readonly Problem[];
  readonly answer: ProxiedAnswer | null;
}

export interface Problem {
  /** Such as `status`, `header Content-Type`, `body $.data.id` or `state "…"`. */
  readonly place: string;
  readonly message: string;
  /** The rule that decided the sandbox's answer, with its statement. */
  readonly rule: { readonly id: string; readonly statement: string } | null;
  readonly advice: string;
}

function asSentence(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(".") ? trimmed : `${trimmed}.`;
}

export function interactionReport({
  unit: { pact, interaction },
  verified,
  answer,
  failures,
}: Replayed): InteractionReport {
  const pending = pact.pending === true || verified?.pending === true;
  const { description, states, method, path } = interaction;
  const mismatches = verified?.mismatch?.mismatches ?? [];
  const problems = [
    ...failures.map(stateProblem),
    ...mismatches
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((mismatch) => problemOf(mismatch, interaction, answer)),
  ];
  const passed = verified !== undefined && verified.result === "OK" && problems.length === 0;
  return {
    source: pact.source,
    consumer: pact.consumer,
    provider: pact.provider,
    description,
    states,
    request: `${method} ${path}`,
    pending,
    passed,
    problems: passed || problems.length > 0 ? problems : [unexplained(verified)],
    answer,
  };
}

/** Sorts the cause first: a wrong status explains wrong headers and a wrong body. */
function rankOf({ type }: Mismatch): number {
  const rank = ["StatusMismatch", "HeaderMismatch"].indexOf(type);
  return rank === -1 ? 2 : rank;
}

/** The interface has no rules for provider states, so these two are defined here. */
function stateProblem({ state, isUnknown, message, meant }: StateFailure): Problem {
  const place = `state ${JSON.stringify(state)}`;
  if (isUnknown) {
    const statement = "A provider state must be in the catalogue.";
    const advice = `Use a state of the catalogue: GET /_sandbox/pact/states lists them all.${taking(meant)}`;
    return { place, message, rule: { id: "pact.state", statement }, advice };
  }
  const statement = "The parameters of a provider state must be known and match its world.";
  const advice = `GET /_sandbox/pact/states has the parameters of each state.${taking(meant)}`;
  return { place, message, rule: { id: "pact.state-params", statement }, advice };
}

function taking(meant: StateFailure["meant"]): string {
  if (meant === null) return "";
  const { state, parameters } = meant;
  const taken = parameters.length === 0 ? "no parameters" : parameters.join(", ");
  return ` ${JSON.stringify(state)} takes ${taken}.`;
}

function unexplained(verified: Replayed["verified"]): Problem {
  const message =
    verified?.mismatch?.message ??
    "Pact's verifier could not read this interaction, or did not reach it.";
  return {
    place: "verifier",
    message,
    rule: null,
    advice: "Compare the interaction with the specification of Pact that the file names.",
  };
}

function problemOf(
  mismatch: Mismatch,
  { status }: PactInteraction,
  answer: ProxiedAnswer | null,
): Problem {
  const { type, mismatch: text = type } = mismatch;
  const rule = decidingRule(answer);
  if (type === "StatusMismatch") {
    return { place: "status", message: text, rule, advice: statusAdvice(answer) };
  }
  if (type === "HeaderMismatch") {
    const place = `header ${mismatch.key ?? ""}`;
    return {
      place,
      message: text,
      rule,
      advice: "Expect the header as the interface sends it, or none.",
    };
  }
  const place = `body ${mismatch.path === "/" ? "$" : (mismatch.path ?? "$")}`;
  return {
    place,
    message: bodyMismatch(text),
    rule,
    advice: answer?.status === status ? bodyAdvice(text) : statusAdvice(answer),
  };
}

/** The rule that decided the answer: the first cited one, but a general rule only if there is no other. */
function decidingRule(answer: ProxiedAnswer | null): Problem["rule"] {
  const own = answer?.rules.map((cited) => cited.replace(";assumed", "")) ?? [];
  const general: ReadonlySet<string> = new Set(["http.json", "http.version-prefix"]);
  const id = own.find((one) => !general.has(one)) ?? own[0];
  if (id === undefined || !isRuleId(id)) return null;
  return { id, statement: ruleOf(id).statement };
}

function statusAdvice(answer: ProxiedAnswer | null): string {
  if (answer === null) return "The request was not answered.";
  const why = answer.reason === null ? "." : `: ${asSentence(answer.reason)}`;
  return `The interface answers ${answer.status} here${why} Expect that, give another provider state, or send another request.`;
}
