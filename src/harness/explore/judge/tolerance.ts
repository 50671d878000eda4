/** Judges unknowns and evolution: a client must behave the same, whatever the provider chooses. */
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type {
  ObservedCall,
  Judgement,
  OpenQuestion,
  PlannedVariation,
  RecordDifference,
} from "../model.ts";
import type { Scope } from "./fault-records.ts";
import { isMail, worldDifferences } from "./fault-records.ts";
import { plain } from "./plain.ts";

/** The rules by which a call of the client decides whether a person gets mail. */
const rulesOfMail: ReadonlySet<string> = new Set([
  "mail.opt-out.values",
  "mail.welcome.changed-email",
]);

/** Judges `planned`, an alternative of an open rule or a lawful change. */
export function judgeTolerance(
  planned: PlannedVariation,
  baseline: Scope,
  trial: Scope,
): Judgement {
  const countsMail = Object.keys(planned.choices ?? {}).some((rule) => rulesOfMail.has(rule));
  // Other choices of the provider also decide about mails, which says nothing about the client.
  const records = worldDifferences(baseline, trial).filter((one) => countsMail || !isMail(one));
  const question = trial.timedOut ? null : questionOf(planned, { baseline, trial, records });
  if (question !== null) {
    const reason = "The provider may refuse a call of the client, and the client reports it.";
    return { ...plain("question", reason), records, question };
  }
  const reason = differenceOf(baseline, trial, records);
  return reason === null
    ? plain("independent", "The claim and the records are those of the baseline.")
    : { ...plain("dependent", reason), records };
}

/** What the client did differently, as a sentence; null if nothing. */
function differenceOf(
  baseline: Scope,
  trial: Scope,
  records: readonly RecordDifference[],
): string | null {
  if (trial.timedOut) return "The client did not finish in time.";
  if (trial.claimsSuccess !== baseline.claimsSuccess) {
    return "The client fails but succeeds in the baseline.";
  }
  const changed = [...trial.outcomes].find(([name, outcome]) => {
    const before = baseline.outcomes.get(name);
    return before !== undefined && before !== outcome;
  });
  if (changed !== undefined) return `The test ${changed[0]} is ${changed[1]} here.`;
  if (records.length === 0) return null;
  return records.every(isMail)
    ? "The claim is that of the baseline, but people got other mails."
    : "The claim is that of the baseline, but the records differ.";
}

interface Compared {
  readonly baseline: Scope;
  readonly trial: Scope;
  readonly records: readonly RecordDifference[];
}

/** Refusals by which a provider tells a client what it requires. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 409, 413, 415, 422]);

/**
 * The call that only the chosen alternative refuses. Null unless the client reports the refusal, and records are only
 * missing, or archived by the client itself.
 */
function questionOf(
  { choices }: PlannedVariation,
  { baseline, trial, records }: Compared,
): OpenQuestion | null {
  if (choices === null || trial.claimsSuccess !== false) return null;
  if (!records.every((one) => one.change === "missing" || isArchived(one, trial))) return null;
  for (const call of trial.calls) {
    const rule = call.rules.find((id) => id in choices);
    const choice = rule === undefined ? undefined : choices[rule];
    if (rule === undefined || choice === undefined) continue;
    if (!refusals.has(call.status) || !hasSucceeded(baseline, call)) continue;
    const { method, path, status } = call;
    return { rule, choice, method, path, status, field: fieldIn(call) };
  }
  return null;
}

/** Whether the client itself archived the Lead that differs. */
function isArchived(difference: RecordDifference, { calls }: Scope): boolean {
  const { kind, trial } = difference;
  return kind === "Lead" && trial?.state === "Archived" && hasDeleted(calls, difference);
}

/** Whether one of the calls deleted the record of that email in its workspace. */
export function hasDeleted(
  calls: readonly Pick<ObservedCall, "method" | "id" | "serverStatus">[],
  { email, workspace }: Pick<RecordDifference, "email" | "workspace">,
): boolean {
  return calls.some(
    ({ method, id, serverStatus }) =>
      method === "DELETE" &&
      id.subject === email &&
      id.workspace === workspace &&
      serverStatus >= 200 &&
      serverStatus < 300,
  );
}

/** Whether the same call succeeded in the baseline. */
function hasSucceeded({ calls }: Scope, { id }: ObservedCall): boolean {
  return calls.some(
    (call) =>
      call.id.operation === id.operation &&
      call.id.subject === id.subject &&
      call.status >= 200 &&
      call.status < 300,
  );
}

function fieldIn({ answer }: ObservedCall): string | null {
  const body = parsedJson(answer ?? "");
  const fields = isJsonObject(body) ? body["fields"] : null;
  return isJsonObject(fields) ? (Object.keys(fields)[0] ?? null) : null;
}
