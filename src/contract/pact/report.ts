/** What a verification tells a person: which interaction, where, what the interface says, by which rule, what to change. */
import { isRuleId, ruleOf } from "../../rules/catalogue.ts";
import type { PactFile, PactInteraction } from "./pact-file.ts";
import type { Stage, StagedAnswer } from "./stage.ts";
import type { StaticFinding } from "./static-check.ts";
import type { Mismatch, VerifierResult } from "./verifier.ts";

export interface VerificationReport {
  readonly interactions: readonly InteractionReport[];
  readonly findings: readonly StaticFinding[];
  /** Whether a pipeline may go on: everything that is not pending passed, and there was something to pass. */
  readonly passed: boolean;
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
  readonly answer: StagedAnswer | null;
}

/** One thing that does not fit. */
export interface Problem {
  /** `status`, `header Content-Type`, `body $.data.id`, `state "…"`. */
  readonly place: string;
  readonly message: string;
  /** The rule that the sandbox answered by, and what it says. */
  readonly rule: { readonly id: string; readonly statement: string } | null;
  readonly advice: string;
}

/** The report on pacts that were verified on a stage. */
export function reportOn(
  pacts: readonly (PactFile & { readonly pending?: boolean })[],
  result: VerifierResult,
  stage: Pick<Stage, "answerOf" | "stateFailures">,
  findings: readonly StaticFinding[],
): VerificationReport {
  let number = 0;
  const interactions = pacts.flatMap((pact) =>
    pact.interactions.map((interaction) => {
      const verified = result.interactionResults[number];
      const answer = stage.answerOf(number);
      number += 1;
      const pending = pact.pending === true || verified?.pending === true;
      return interactionReport(pact, interaction, { verified, answer, pending, stage });
    }),
  );
  const failed = interactions.some((one) => !one.passed && !one.pending);
  const refused = findings.some(({ severity }) => severity === "error");
  return { interactions, findings, passed: interactions.length > 0 && !failed && !refused };
}

interface Verified {
  readonly verified: VerifierResult["interactionResults"][number] | undefined;
  readonly answer: StagedAnswer | null;
  readonly pending: boolean;
  readonly stage: Pick<Stage, "stateFailures">;
}

function interactionReport(
  pact: PactFile,
  interaction: PactInteraction,
  { verified, answer, pending, stage }: Verified,
): InteractionReport {
  const { description, states, method, path } = interaction;
  const mismatches = verified?.mismatch?.mismatches ?? [];
  const problems = [
    ...states.flatMap((state) => stateProblem(state, stage.stateFailures)),
    ...mismatches.map((mismatch) => problemOf(mismatch, answer)),
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

function stateProblem(state: string, failures: ReadonlyMap<string, string>): readonly Problem[] {
  const message = failures.get(state);
  if (message === undefined) return [];
  const advice = "Use a state of the catalogue: GET /_sandbox/pact/states lists them all.";
  return [{ place: `state ${JSON.stringify(state)}`, message, rule: null, advice }];
}

function unexplained(verified: Verified["verified"]): Problem {
  const message = verified?.mismatch?.message ?? "The verifier did not get to this interaction.";
  return {
    place: "verifier",
    message,
    rule: null,
    advice: "See the verifier's own output with --verbose.",
  };
}

function problemOf(mismatch: Mismatch, answer: StagedAnswer | null): Problem {
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
  const place = `body ${mismatch.path ?? "$"}`;
  return { place, message: text, rule, advice: bodyAdvice(text, answer) };
}

/** The first rule that an answer cites is the one that decided it. */
function decidingRule(answer: StagedAnswer | null): Problem["rule"] {
  const own = answer?.rules.map((cited) => cited.replace(";assumed", "")) ?? [];
  const general: ReadonlySet<string> = new Set(["http.json", "http.version-prefix"]);
  const id = own.find((one) => !general.has(one)) ?? own[0];
  if (id === undefined || !isRuleId(id)) return null;
  return { id, statement: ruleOf(id).statement };
}

function statusAdvice(answer: StagedAnswer | null): string {
  if (answer === null) return "The request was not answered.";
  const why = answer.reason === null ? "" : `: ${answer.reason}`;
  return `The interface answers ${answer.status} here${why} Expect that, give another provider state, or send another request.`;
}

function bodyAdvice(text: string, answer: StagedAnswer | null): string {
  if (answer !== null && answer.status >= 400) return statusAdvice(answer);
  if (/missing the following key|Expected .* but was missing/i.test(text)) {
    return "Do not expect what the interface does not send; GET /_sandbox/spec/openapi.json has its shapes.";
  }
  return "Match by type or by pattern rather than by value, and expect the type that the interface sends.";
}
