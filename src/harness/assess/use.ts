/** What the client does: figures without a judgement. */
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import { isCreate, metaOf, parametersOf } from "./checks/calls.ts";
import { pausesOf } from "./checks/pauses.ts";
import type { AssessedRun } from "./run.ts";

const hourMs = 3_600_000;

/** The figures of the page. */
export interface Use {
  /** The number of calls of a run by operation. */
  readonly operations: Readonly<Record<string, number>>;
  readonly pageSizes: readonly number[];
  readonly callsPerRun: number;
  /** Null without a schedule. */
  readonly callsPerHour: number | null;
  readonly retries: {
    /** The pauses before each repetition of a request that got a 429. */
    readonly pausesMs: readonly number[];
    /** From the first refusal of an outage to the end of the client; null if it did not end. */
    readonly givesUpAfterMs: number | null;
  };
  readonly userAgents: readonly string[];
  /** The first run whose output has an email or a phone of a person; null if none has. */
  readonly outputNamesPeopleIn: number | null;
  /** Whether every create disables the welcome mail; null without a create. */
  readonly optsOutOfMail: boolean | null;
}

/** The figures of the baseline, or of a recording, and of the trials about retries. */
export function useOf(runs: readonly AssessedRun[], everyMs: number | null): Use {
  const [first] = runs;
  const calls = runs.filter(({ trial }) => trial === first?.trial).flatMap((run) => run.calls);
  const creates = calls.filter(isCreate);
  const at = callsPerRunAt(runs);
  return {
    operations: Object.fromEntries(
      [...Map.groupBy(calls, ({ operation }) => operation)]
        .map(([operation, same]): [string, number] => [operation, same.length])
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    pageSizes: distinct(
      runs.flatMap((run) => run.calls.flatMap((call) => metaOf(call)?.limit ?? [])),
    ).toSorted((one, other) => one - other),
    callsPerRun: calls.length,
    callsPerHour: everyMs === null || at === null ? null : callsPerHour(at.calls, everyMs),
    retries: { pausesMs: retryPauses(runs), givesUpAfterMs: givesUpAfter(runs) },
    userAgents: distinct(
      calls.flatMap(({ requestHeaders }) => requestHeaders.get("user-agent") ?? []),
    ).slice(0, 10),
    outputNamesPeopleIn: runs.find(namesPeople)?.number ?? null,
    optsOutOfMail:
      creates.length === 0
        ? null
        : creates.every((call) => parametersOf(call).get("disableClientOutreach") === "true"),
  };
}

/** Whether the end of a run's output has an email, or a phone that the client sent. */
function namesPeople({ output, calls, worlds }: AssessedRun): boolean {
  const text = output.toLowerCase();
  const emails = worlds.flatMap(({ records }) => records.map(({ email }) => email));
  const phones = calls.filter(isCreate).flatMap(({ body }) => phoneIn(parsedJson(body ?? "")));
  return [...emails, ...phones].some((one) => one !== "" && text.includes(one));
}

function phoneIn(body: unknown): readonly string[] {
  const phone = isJsonObject(body) ? body["phone"] : null;
  const number = isJsonObject(phone) ? phone["number"] : phone;
  return typeof number === "string" ? [number.toLowerCase()] : [];
}

/** The most calls of an hour: those of a run come together, however long the pause after them (clause 8). */
export function callsPerHour(calls: number, everyMs: number): number {
  return calls * Math.max(1, Math.ceil(hourMs / everyMs));
}

/** The run whose calls count against the quota: that with the Leads of `--leads`, else the baseline. */
export function callsPerRunAt(
  runs: readonly AssessedRun[],
): { readonly run: AssessedRun; readonly calls: number } | null {
  const run =
    runs.find(({ trial, exits: [exit] }) => trial === "leads" && exit?.timedOut === false) ??
    runs.find(({ trial }) => trial === "baseline");
  if (run !== undefined) return { run, calls: run.calls.length };
  return null;
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

function retryPauses(runs: readonly AssessedRun[]): readonly number[] {
  const chains = runs
    .filter(({ trial }) => trial.startsWith("fault:429"))
    .flatMap((run) => pausesOf(run, 429));
  const longest = chains.reduce<(typeof chains)[number]>(
    (one, other) => (other.length > one.length ? other : one),
    [],
  );
  return longest.map(({ ms }) => Math.round(ms));
}

function givesUpAfter(runs: readonly AssessedRun[]): number | null {
  const found = runs.flatMap(({ trial, exits: [exit], calls, durationMs }) => {
    const first = calls.find(({ isVaried }) => isVaried);
    const isOver = trial === "fault:outage" && exit?.timedOut === false && exit.code !== 0;
    return isOver && first !== undefined ? [durationMs - first.answeredAtMs] : [];
  });
  return found.length === 0 ? null : Math.round(Math.max(...found));
}
