/**
 * The answers of a service as a file, so that a later check goes on where one ended. It holds neither keys nor
 * addresses.
 */
import * as z from "zod";

import { parsedJson } from "../../../base/values/json.ts";
import { isRuleId } from "../../../domain/rules/catalogue.ts";
import { standings } from "../../../domain/rules/rule.ts";
import type { Probe } from "../probes/probe.ts";
import { partsAsked } from "../probes/probe.ts";
import { probes } from "../probes/probes.ts";
import type { TargetFacts } from "../target/target.ts";
import type { Answers } from "./ask-probes.ts";

/** What an answers file is about. */
export interface AnswersAbout {
  readonly version: string;
  readonly baseUrl: string;
  readonly firmId: string;
}

/** An answers file that this check cannot go on with. */
export class AnswersError extends Error {}

const format = "lead-sandbox-answers/1";

const AnswersFile = z.strictObject({
  format: z.literal(format),
  version: z.string(),
  baseUrl: z.string(),
  firm: z.string(),
  answers: z.record(
    z.string(),
    z.strictObject({
      evidence: z.array(
        z.strictObject({ request: z.string(), part: z.enum(standings), seen: z.json() }),
      ),
      dependsOn: z.array(z.string().refine(isRuleId)),
      givenUp: z.string().nullable(),
    }),
  ),
});

export function answersText(
  answers: Answers,
  { version, baseUrl, firmId }: AnswersAbout,
  facts: TargetFacts,
): string {
  const entries = Array.from(answers, ([probe, { evidence, dependsOn, givenUp }]) => {
    const shown = JSON.parse(withoutSecrets(JSON.stringify(evidence), facts));
    return [probeNames.get(probe), { evidence: shown, dependsOn, givenUp }];
  });
  const file = {
    format,
    version,
    baseUrl: withoutSlashes(baseUrl),
    firm: firmId,
    answers: Object.fromEntries(entries),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * The answers in a file. Throws `AnswersError` for a file that is cut off, of another format or version, or about
 * another service or Firm.
 */
export function answersIn(text: string, about: AnswersAbout): Answers {
  const value = parsedJson(text);
  if (value === undefined) throw new AnswersError("it is cut off, or is not JSON");
  const header = z.looseObject({ format: z.string() }).safeParse(value);
  if (!header.success) throw new AnswersError("it is not a file of answers");
  refuseOther("format", header.data.format, format);
  const file = AnswersFile.safeParse(value);
  if (!file.success) throw new AnswersError(`it is damaged: ${z.prettifyError(file.error)}`);
  const { version, baseUrl, firm, answers } = file.data;
  refuseOther("version", version, about.version);
  refuseOther("service", baseUrl, withoutSlashes(about.baseUrl));
  refuseOther("Firm", firm, about.firmId);
  return new Map(
    probes.flatMap((probe) => {
      const found = answers[probeNames.get(probe) ?? ""];
      if (found === undefined) return [];
      const dependsOn = found.dependsOn.filter(isRuleId);
      return [[probe, { ...found, dependsOn, unanswered: null }]];
    }),
  );
}

function refuseOther(what: string, found: string, expected: string): void {
  if (found === expected) return;
  throw new AnswersError(
    `its ${what} is ${JSON.stringify(found.slice(0, 200))}, not "${expected}"`,
  );
}

function withoutSlashes(baseUrl: string): string {
  return new URL(baseUrl).href.replace(/\/+$/, "");
}

/** Each probe by its rule, its parts, and a number among those that ask the same. */
const probeNames: ReadonlyMap<Probe, string> = new Map(
  [...Map.groupBy(probes, (probe) => `${probe.rule}#${partsAsked(probe).join(",")}`)].flatMap(
    ([name, alike]) => alike.map((probe, at): [Probe, string] => [probe, `${name} ${at + 1}`]),
  ),
);

/** JSON without the keys of the check and without addresses. */
function withoutSecrets(json: string, facts: TargetFacts): string {
  const keys = [facts.apiKey, facts.otherApiKey, facts.otherEnvironmentKey];
  return (
    keys
      .filter(isKey)
      .reduce((rest, key) => rest.replaceAll(JSON.stringify(key).slice(1, -1), "(key)"), json)
      // Starts only where a word does, so that a long word is read once.
      .replaceAll(/(?<![^\s"\\<>@])[^\s"\\<>@]+@[^\s"\\<>@]+/g, "(email)")
  );
}

/** A shorter text is not secret, and could be a word of an answer. */
const keyLengthMin = 8;

function isKey(key: string | null): key is string {
  return key !== null && key.length >= keyLengthMin;
}
