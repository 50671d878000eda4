/** Checks of what the client sends: its parameters, its key, its environment, and what it tolerates. */
import { closest, distance } from "fastest-levenshtein";

import { parsedJson } from "../../../base/values/json.ts";
import { emailIn, isReservedEmail } from "../../explore/subject.ts";
import { timeFormIds, undated } from "../../explore/variations/time-forms.ts";
import { does } from "../../traffic/operation-row.ts";
import type { AssessedCall, AssessedRun, Assessment } from "../run.ts";
import { isCreate, parametersOf } from "./calls.ts";
import { cited, conclude, firstOf, trialsText } from "./evidence.ts";
import type { Shown } from "./evidence.ts";

const paging: ReadonlySet<string> = new Set(["limit", "offset", "order", "filter"]);
const optOut = "disableClientOutreach";
const known: ReadonlySet<string> = new Set([...paging, "scope", "include", optOut]);

/** Whether a call has a value of `disableClientOutreach` whose effect is open (rule mail.opt-out.values). */
export function hasOpenOptOut(call: Pick<AssessedCall, "query">): boolean {
  const value = parametersOf(call).get(optOut);
  return value !== null && value !== "true" && value !== "false";
}

/** `query.effective`: every parameter is documented and has an effect where it is sent. */
export function queryEffective(runs: readonly AssessedRun[]): Assessment | null {
  return conclude({
    violated: firstOf(runs.map(ineffectiveIn)),
    attention: firstOf(
      runs.map((run) => ({
        reason: `A call has a value of \`${optOut}\` other than \`true\` and \`false\`. What it does is open (rule mail.opt-out.values).`,
        evidence: cited(run, run.calls.filter(hasOpenOptOut)),
      })),
    ),
    shown: firstOf(
      runs.map((run) => ({
        reason: "Every parameter is a documented one, where it has an effect.",
        evidence: cited(run, withQuery(run)),
      })),
    ),
  });
}

function withQuery({ calls }: AssessedRun): readonly AssessedCall[] {
  return calls.filter(({ query, operation }) => query !== "" && isOperation(operation));
}

/** A call without an operation has a path that the interface does not know. */
function isOperation(operation: string): boolean {
  return !operation.includes(" ");
}

function ineffectiveIn(run: AssessedRun): Shown | null {
  const found = withQuery(run).flatMap((call) =>
    [...parametersOf(call).keys()]
      .map((name) => ({ call, why: ineffective(call, name) }))
      .filter(({ why }) => why !== null),
  );
  const [first] = found;
  if (first === undefined) return null;
  const calls = [...new Set(found.map(({ call }) => call))];
  return { reason: `A call sends ${first.why}.`, evidence: cited(run, calls) };
}

/** Names come from the client, and may be long. */
const nameLengthMax = 40;

function ineffective(call: AssessedCall, name: string): string | null {
  const shown = name.slice(0, nameLengthMax).replaceAll("`", "'");
  if (!known.has(name)) {
    const near = nearestParameter(name);
    return near === null
      ? `the parameter \`${shown}\`, which the interface does not have`
      : `\`${shown}\`, which has no effect; the parameter is \`${near}\``;
  }
  return does(call.operation, "read") && paging.has(name)
    ? `\`${shown}\` for a single record`
    : null;
}

/** More changed letters are another word. */
const distanceMax = 3;

/** The parameter that a name in another case or spelling means; null for none. */
function nearestParameter(name: string): string | null {
  const plain = plainName(name);
  const near = closest(plain, [...known].map(plainName));
  const isNear = plain.length <= nameLengthMax && distance(plain, near) <= distanceMax;
  const found = [...known].find((one) => plainName(one) === near);
  return isNear && distance(plain, near) < near.length / 2 ? (found ?? null) : null;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** `key.safe`: the key travels in its header only, over HTTPS, from a server. */
export function keySafe(runs: readonly AssessedRun[]): Assessment | null {
  return conclude({
    violated: firstOf(
      unsafe.flatMap(({ reason, isUnsafe }) =>
        runs.map((run) => ({
          reason,
          evidence: cited(
            run,
            run.calls.filter((call) => isUnsafe(call, run)),
          ),
        })),
      ),
    ),
    shown: firstOf(
      runs.map((run) => ({
        reason: "No URL or body has a key.",
        evidence: cited(run, run.calls.slice(0, 3)),
      })),
    ),
  });
}

const unsafe: readonly {
  readonly reason: string;
  readonly isUnsafe: (call: AssessedCall, run: AssessedRun) => boolean;
}[] = [
  { reason: "A URL has the key.", isUnsafe: ({ keyIn }) => keyIn === "url" },
  { reason: "A body has the key.", isUnsafe: ({ keyIn }) => keyIn === "body" },
  {
    reason: "A call to another machine uses plain HTTP.",
    // A sandbox, whose journal this may be, is reached by plain HTTP under any name.
    isUnsafe: ({ scheme, isLoopback }, { source }) =>
      source === "har" && scheme === "http" && !isLoopback,
  },
  {
    reason: "A call comes from a page in a browser, where everyone can read the key.",
    isUnsafe: ({ requestHeaders }) =>
      requestHeaders.has("origin") || requestHeaders.has("sec-fetch-site"),
  },
];

/** The number of lawful changes that must have taken effect. */
const changesMin = 3;

/** `schema.tolerant`: the client does not notice lawful changes of the provider. */
export function schemaTolerant(runs: readonly AssessedRun[]): Assessment | null {
  const trials = runs.filter(({ trial, isReached }) => trial.startsWith("evolution:") && isReached);
  const tolerant = trials.filter(
    ({ trial, verdict }) => verdict === "independent" && trial !== undatedTrial,
  );
  const noticed = trials.filter(({ verdict }) => verdict === "dependent");
  const dependent = noticed.filter((run) => !isForm(run));
  const forms = noticed.filter(isForm);
  return conclude({
    violated: firstOf(
      dependent.map((run) => ({
        reason: `Under ${trialsText(dependent)}, which the provider may do any day, the client fails or does something else, in two runs.`,
        evidence: changed(run),
      })),
    ),
    attention: firstOf(
      forms.map((run) => ({
        reason: `Under ${trialsText(forms)}, which the interface does not promise to stay (rule lead.timestamps.form), the client fails or does something else.`,
        evidence: changed(run),
      })),
    ),
    shown:
      tolerant.length < changesMin
        ? null
        : firstOf(
            tolerant.map((run) => ({
              reason: `The client does not notice ${tolerant.length} lawful changes of the provider.`,
              evidence: changed(run),
            })),
          ),
  });
}

/** It changes every answer, also that of a client whose answers can change in no other way. */
const undatedTrial = `evolution:${undated.id}`;

/** Whether a trial is about the form of times, which only a reference shows, or about their absence. */
function isForm({ trial }: AssessedRun): boolean {
  return timeFormIds.has(trial.replace(/^evolution:/, ""));
}

function changed(run: AssessedRun) {
  return cited(run, run.calls.filter(({ isVaried }) => isVaried).slice(0, 2));
}

/** `environment.right`: test people do not reach the live environment. */
export function environmentRight(runs: readonly AssessedRun[]): Assessment | null {
  const live = runs.map((run) => ({
    run,
    calls: run.calls.filter(({ surface }) => surface?.endsWith("-production") === true),
  }));
  return conclude({
    violated: firstOf(
      live.map(({ run, calls }) => ({
        reason:
          "A Lead with an address that is reserved for tests was created in the live environment.",
        evidence: cited(
          run,
          calls.filter(
            (call) => isCreate(call) && call.status === 201 && isReservedEmail(emailOf(call)),
          ),
        ),
      })),
    ),
    shown: firstOf(
      live.map(({ run, calls }) => ({
        reason:
          "Calls reach the live environment, and no Lead has an address that is reserved for tests.",
        evidence: cited(run, calls.slice(0, 3)),
      })),
    ),
  });
}

function emailOf({ body }: AssessedCall): string {
  return emailIn(parsedJson(body ?? "")) ?? "";
}
