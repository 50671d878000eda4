/** The file of answers about open points: choices by rule id, with their provenance. */
import { closest } from "fastest-levenshtein";

import { singleLine, visible } from "../../../base/texts/visible.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { Date, dateNow } from "../../../base/values/native-timers.ts";
import { catalogue, isChoiceRuleId, ruleIds } from "../../../domain/rules/catalogue.ts";
import { assumptionRefusal } from "../../../domain/rules/trace.ts";
import { exitCodes } from "../exit-codes.ts";
import type { AnswerOptions, ListOptions } from "../options/assumptions.ts";
import { jsonIn, keptText, replaceFile } from "../output/kept-file.ts";
import { plain, print, table } from "../output/output.ts";
import { UsageError } from "../usage-error.ts";

/** An answer with its provenance; a plain choice has none. */
interface Answer {
  readonly choice: string;
  readonly source: string | null;
  /** Such as 2026-03-02. */
  readonly date: string | null;
}

const sourceLengthMax = 1_000;
const dayMs = 86_400_000;

/** Records an answer in the file, keeping the others. Throws `UsageError` for an unknown rule or choice. */
export async function answerAssumption(
  rule: string,
  choice: string,
  options: AnswerOptions,
): Promise<void> {
  refuseUnknown(rule, choice);
  const { file, date = new Date().toISOString().slice(0, 10) } = options;
  if (Date.parse(date) > dateNow() + dayMs) {
    throw new UsageError(
      `Invalid --date: ${date} is in the future. Expected the day of the answer.`,
    );
  }
  const source = options.source.trim();
  if (source === "" || source.length > sourceLengthMax) {
    throw new UsageError(
      `Invalid --source: expected 1 to ${sourceLengthMax} characters that say who or what answered.`,
    );
  }
  const before = await answersIn(file);
  const answer = { choice, source, date };
  const all = { ...before.written, [rule]: answer };
  await replaceFile(file, `${JSON.stringify(all, null, 2)}\n`);
  const was = before.answers.get(rule)?.choice;
  const change = was === undefined || was === choice ? "" : `, instead of ${was}`;
  print(options, { rule, ...answer, file }, () =>
    plain(`${file}: ${rule} is ${choice}${change} (${source}, ${date}).`),
  );
}

/** Lists the answers, oldest first. The exit code is 1 if one is older than `maxAge` or has no date. */
export async function listAssumptions(options: ListOptions): Promise<number> {
  const { file, maxAge } = options;
  const { answers } = await answersIn(file);
  const now = dateNow();
  const rows = [...answers]
    .map(([rule, { choice, source, date }]) => ({
      rule,
      choice,
      isDefault: isChoiceRuleId(rule) && catalogue[rule].default === choice,
      source,
      date,
      isStale: maxAge !== undefined && isOlder(date, now, maxAge),
    }))
    .toSorted((one, other) => ((one.date ?? "") < (other.date ?? "") ? -1 : 1));
  print(options, rows, () =>
    table(
      ["rule", "answer", "date", "source", ""],
      rows.map(({ rule, choice, date, source, isStale }) => [
        rule,
        choice,
        date ?? "-",
        source ?? "-",
        isStale ? "stale: ask again" : "",
      ]),
      `${plain(file)} has no answer. lead-sandbox assumptions answer records one.`,
    ),
  );
  return rows.some(({ isStale }) => isStale) ? exitCodes.failed : exitCodes.ok;
}

/** An answer without a date, or of a day to come, has no known age, so it counts as old. */
function isOlder(date: string | null, now: number, maxAgeMs: number): boolean {
  const answeredAt = date === null ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  const isKnown = answeredAt <= now + dayMs;
  return !isKnown || now - answeredAt - dayMs > maxAgeMs;
}

function refuseUnknown(rule: string, choice: string): void {
  if (!isChoiceRuleId(rule)) {
    const nearest = closest(rule, ruleIds.filter(isChoiceRuleId));
    throw new UsageError(
      `${singleLine(JSON.stringify(rule.slice(0, 100)))} is not a rule with a choice. The nearest is ${nearest}; docs/rules.md lists them all.`,
    );
  }
  const refusal = assumptionRefusal(rule, choice);
  if (refusal !== null) throw new UsageError(singleLine(refusal));
}

interface AnswerFile {
  readonly answers: ReadonlyMap<string, Answer>;
  /** The file as it is written, so that what this version does not know stays. */
  readonly written: Readonly<Record<string, unknown>>;
}

/** The answers in a file; none if it does not exist. Throws `UsageError` for anything but a file of answers. */
async function answersIn(file: string): Promise<AnswerFile> {
  const text = await keptText(file);
  if (text === null) return { answers: new Map(), written: {} };
  const written = objectIn(text, file);
  const answers = new Map<string, Answer>();
  for (const [rule, value] of Object.entries(written)) {
    const answer = answerIn(value);
    const refusal =
      answer === null ? `${rule}: expected a choice` : assumptionRefusal(rule, answer.choice);
    if (refusal !== null || answer === null) {
      throw new UsageError(visible(`${file} is not a file of answers: ${refusal}`));
    }
    answers.set(rule, answer);
  }
  return { answers, written };
}

function objectIn(text: string, file: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(text, file);
  if (isJsonObject(value)) return value;
  throw new UsageError(visible(`${file} is not a file of answers: expected an object.`));
}

function answerIn(value: unknown): Answer | null {
  if (typeof value === "string") return { choice: value, source: null, date: null };
  if (!isJsonObject(value) || typeof value["choice"] !== "string") return null;
  const { choice, source, date } = value;
  return {
    choice,
    source: typeof source === "string" ? source : null,
    date: typeof date === "string" ? date : null,
  };
}
