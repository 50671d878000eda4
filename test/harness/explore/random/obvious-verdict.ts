/** A direct implementation of the verdict table, over the observations of the simple provider. */
import type { Done, Record, Sent, Wrong } from "./obvious-world.ts";
import { obviousProvider } from "./obvious-world.ts";
import type { Program } from "./program.ts";
import { carryOut } from "./program.ts";

/** One run of a program against the simple provider. */
export interface Run {
  readonly succeeds: boolean;
  readonly records: readonly Record[];
  readonly sent: readonly Sent[];
  readonly done: readonly Done[];
  readonly isMet: boolean;
}

/** Runs `program` while `wrong` happens. */
export async function obviousRun(program: Program, wrong: Wrong | null): Promise<Run> {
  const { provider, records, sent, done, isMet } = obviousProvider(wrong);
  const code = await carryOut(program, provider);
  return { succeeds: code === 0, records, sent, done, isMet: isMet() };
}

/** The verdicts that apply to a trial of a fault, the most severe first. */
export function obviousVerdicts(baseline: Run, trial: Run, callKey: string): readonly string[] {
  if (!trial.isMet) return ["not-reached"];
  const people = [...new Set([...baseline.records, ...trial.records].map(({ person }) => person))];
  const of = (run: Run, person: string) => run.records.filter((one) => one.person === person);
  const pairs = people.map((person) => ({
    person,
    before: of(baseline, person),
    after: of(trial, person),
  }));
  const lost = pairs.filter(
    ({ before, after, person }) =>
      after.length < before.length || isUndone({ baseline, trial, callKey }, person),
  );
  const doubled = pairs.filter(
    ({ before, after }) =>
      after.length > Math.max(1, before.length) && live(after).length > live(before).length,
  );
  const altered = pairs.filter(
    (pair) => !lost.includes(pair) && !doubled.includes(pair) && differs(pair.before, pair.after),
  );
  // Each created Lead got a mail. Where records are lost or doubled, the mails follow them.
  const mailed = pairs.filter(({ before, after }) => before.length !== after.length);
  const isMailed = lost.length === 0 && doubled.length === 0 && mailed.length > 0;
  const verdicts = [
    trial.succeeds && lost.length > 0 ? "lost" : null,
    doubled.length > 0 ? "duplicated" : null,
    trial.succeeds && (altered.length > 0 || isMailed) ? "altered" : null,
    !trial.succeeds && stands(trial) ? "orphaned" : null,
    isHammered(trial.sent) ? "hammered" : null,
  ].filter((verdict) => verdict !== null);
  return verdicts.length > 0 ? verdicts : [trial.succeeds ? "tolerated" : "reported"];
}

function live(records: readonly Record[]): readonly Record[] {
  return records.filter(({ isActive }) => isActive);
}

/** Ignores extra Leads that were archived again. */
function differs(before: readonly Record[], after: readonly Record[]): boolean {
  const left = after.map(contentOf);
  const missing = before.map(contentOf).filter((content) => {
    const at = left.indexOf(content);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return missing.length > 0 || left.some((content) => !content.endsWith("archived"));
}

function contentOf({ person, parent, hasPhone, firstName, lastName, isActive }: Record): string {
  const state = isActive ? "active" : "archived";
  return [person, parent, hasPhone, firstName, lastName, state].join(" ");
}

/**
 * Whether the varied PATCH or DELETE, which worked in the baseline, did not happen, and the world
 * differs in it.
 */
function isUndone(
  { baseline, trial, callKey }: { baseline: Run; trial: Run; callKey: string },
  person: string,
): boolean {
  const varied = baseline.sent.find(({ key }) => key === callKey);
  const [, operation = "", subject = ""] = JSON.parse(callKey);
  if (varied === undefined || varied.status >= 300 || subject !== person || stands(trial))
    return false;
  return baseline.records
    .filter((record) => record.person === person)
    .some((before) => {
      const after = trial.records.find(
        (record) => record.person === person && record.parent === before.parent,
      );
      if (after === undefined) return false;
      if (operation === "delete-lead") return before.isActive !== after.isActive;
      if (operation !== "patch-Lead" || trial.done.length > 0) return false;
      const [, , body] = JSON.parse(varied.request);
      return ["firstName", "lastName"].some(
        (field) =>
          field in body &&
          patches(trial, person, field) < patches(baseline, person, field) &&
          nameOf(before, field) !== nameOf(after, field),
      );
    });
}

/** How many PATCH calls with `field` the provider carried out for a person. */
function patches({ sent }: Run, person: string, field: string): number {
  return sent.filter(({ key, request, isCarriedOut }) => {
    const [, operation, subject] = JSON.parse(key);
    const [, , body] = JSON.parse(request);
    return isCarriedOut && operation === "patch-Lead" && subject === person && field in body;
  }).length;
}

function nameOf({ firstName, lastName }: Record, field: string): string {
  return field === "firstName" ? firstName : lastName;
}

/** Whether the effect of the varied call remains at the end. */
function stands({ records, done }: Run): boolean {
  return done.some(({ id, what }) => {
    const record = records.find((one) => one.id === id);
    if (record === undefined) return false;
    if (what === "created") return record.isActive;
    return what === "deleted" ? !record.isActive : nameOf(record, what.field) === what.value;
  });
}

/** Whether five of eight retries in a chain of equal requests came within 100 ms of their 429 or 503. */
function isHammered(sent: readonly Sent[]): boolean {
  const requests = new Set(sent.map(({ request }) => request));
  return [...requests].some((request) => {
    const left = sent.filter((one) => one.request === request);
    const retryOf = new Map<Sent, Sent>();
    for (const retry of left) {
      const refused = left
        .filter((one) => [429, 503].includes(one.status) && !retryOf.has(one))
        .filter((one) => one !== retry && one.answeredAtMs <= retry.sentAtMs);
      const first = refused.find((one) =>
        refused.every((other) => one.answeredAtMs <= other.answeredAtMs),
      );
      if (first !== undefined) retryOf.set(first, retry);
    }
    return left.some((first) => {
      let hasty = 0;
      let one: Sent | undefined = first;
      for (let retries = 0; retries < 8 && one !== undefined; retries += 1) {
        const retry = retryOf.get(one);
        if (retry !== undefined && retry.sentAtMs - one.answeredAtMs < 100) hasty += 1;
        one = retry;
      }
      return hasty >= 5;
    });
  });
}
