/** The result of a verification: each interaction with its problems, and the findings of the static check. */
import { isRuleId, ruleOf } from "../../domain/rules/catalogue.ts";
import { bodyAdvice, bodyMismatch } from "./body-advice.ts";
import type { PactFile, PactInteraction } from "./pact-file.ts";
import { numberedFileName, readNumbered } from "./pact-file.ts";
import type { ProviderProxy, ProxiedAnswer, StateFailure } from "./provider-proxy.ts";
import type { StaticFinding } from "./static-check.ts";
import type { Mismatch, VerifierResult } from "./verifier.ts";

export interface VerificationReport {
  readonly interactions: readonly InteractionReport[];
  readonly findings: readonly StaticFinding[];
  /** Whether all interactions and the static check passed, except pending ones; false without any interaction. */
  readonly passed: boolean;
  /** Whether warnings of the static check count as failures. */
  readonly isStrict: boolean;
}

/** Whether a finding fails the verification. */
export function isFailure(
  { severity }: StaticFinding,
  { isStrict }: Pick<VerificationReport, "isStrict">,
): boolean {
  return isStrict || severity === "error";
}

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

/** One problem of an interaction. */
export interface Problem {
  /** Such as `status`, `header Content-Type`, `body $.data.id` or `state "…"`. */
  readonly place: string;
  readonly message: string;
  /** The rule that decided the sandbox's answer, with its statement. */
  readonly rule: { readonly id: string; readonly statement: string } | null;
  readonly advice: string;
}

/** Creates the report on pacts that were verified through a proxy. */
export function reportOn(
  pacts: readonly (PactFile & { readonly pending?: boolean })[],
  result: VerifierResult,
  proxy: Pick<ProviderProxy, "answerOf" | "stateFailuresOf">,
  ofDocument: readonly StaticFinding[],
  isStrict: boolean,
): VerificationReport {
  let number = 0;
  const byNumber = new Map(
    result.interactionResults.map((one) => [readNumbered(one.description).number, one]),
  );
  const interactions = pacts.flatMap((pact, index) =>
    pact.interactions.map((interaction) => {
      const verified = byNumber.get(number) ?? loadFailure(pact, index, result);
      const answer = proxy.answerOf(number);
      const failures = proxy.stateFailuresOf(number);
      number += 1;
      const pending = pact.pending === true || verified?.pending === true;
      return interactionReport(pact, interaction, { verified, answer, pending, failures });
    }),
  );
  const findings = [...ofDocument, ...interactions.flatMap(nearMisses)];
  const failed = interactions.some((one) => !one.passed && !one.pending);
  const pending = new Set(interactions.filter((one) => one.pending).map(identity));
  const refused = findings.some(
    (finding) =>
      isFailure(finding, { isStrict }) &&
      !pending.has(identity({ ...finding, description: finding.interaction })),
  );
  const passed = interactions.length > 0 && !failed && !refused;
  return { interactions, findings, passed, isStrict };
}

/**
 * Warnings about names in a request that are nearly documented ones. They come from the sandbox's hint, because
 * the answer itself does not show such a mistake.
 */
function nearMisses({ source, description, answer }: InteractionReport): readonly StaticFinding[] {
  const message = answer?.hint ?? null;
  if (message === null) return [];
  const code = "request.name.near-miss";
  return [
    { source, severity: "warning", code, interaction: description, place: "request", message },
  ];
}

type Outcome = VerifierResult["interactionResults"][number];

/** The error outcome of an interaction if the verifier could not load its file. */
function loadFailure(
  { source }: PactFile,
  index: number,
  { errors }: VerifierResult,
): Outcome | undefined {
  const name = numberedFileName(index);
  const text = errors.map(({ mismatch }) => mismatch.message).find((one) => one.includes(name));
  if (text === undefined) return undefined;
  const message = text
    .split(/(?<=\s)/)
    .map((word) => {
      const file = /[/\\]\d{4}\.json'?/.exec(word);
      return file === null ? word : source + word.slice(file.index + file[0].length);
    })
    .join("");
  return {
    description: "",
    result: "ERROR",
    pending: false,
    mismatch: { message, mismatches: [] },
  };
}

function asSentence(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(".") ? trimmed : `${trimmed}.`;
}

function identity({ source, description }: Pick<InteractionReport, "source" | "description">) {
  return JSON.stringify([source, description]);
}

interface Verified {
  readonly verified: Outcome | undefined;
  readonly answer: ProxiedAnswer | null;
  readonly pending: boolean;
  readonly failures: readonly StateFailure[];
}

function interactionReport(
  pact: PactFile,
  interaction: PactInteraction,
  { verified, answer, pending, failures }: Verified,
): InteractionReport {
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

function unexplained(verified: Verified["verified"]): Problem {
  const message = verified?.mismatch?.message ?? "The verifier did not reach this interaction.";
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
