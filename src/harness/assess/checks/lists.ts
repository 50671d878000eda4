/** Checks of how the client keeps up: pages, converted Leads, polling and its quota. */
import { counted } from "../../../base/values/counted.ts";
import { parsedJson } from "../../../base/values/json.ts";
import type { AssessedCall, AssessedRun, Assessment, CheckContext } from "../run.ts";
import { callsPerHour, callsPerRunAt } from "../use.ts";
import { endsWell, isCut, isRead, leadsIn, metaOf, parametersOf } from "./calls.ts";
import type { Meta } from "./calls.ts";
import { cited, conclude, firstOf } from "./evidence.ts";
import type { Shown } from "./evidence.ts";

interface Page extends Meta {
  readonly call: AssessedCall;
}

/** `pages.complete`: a list with several pages is read to its end. */
export function pagesComplete(runs: readonly AssessedRun[]): Assessment | null {
  // What a failed page leaves unread is a matter of `export.whole`.
  const whole = runs.filter(({ trial }) => !trial.startsWith("page-"));
  const lists = whole.flatMap((run) => listsIn(run).map((pages) => ({ run, pages })));
  const evidenceOf = ({ run, pages }: (typeof lists)[number]) =>
    cited(
      run,
      pages.map(({ call }) => call),
    );
  const partly = lists.filter(({ run, pages }) => !isComplete(pages) && !isGivenUp(run, pages));
  const complete = lists.filter(({ pages }) => isComplete(pages));
  const shifting = complete.filter(({ pages }) => isShifting(pages));
  return conclude({
    attention:
      firstOf(
        partly.map((one) => ({
          reason: `A list of ${one.pages[0]?.total} records is read in part: ${one.pages.length === 1 ? "one page" : `${one.pages.length} pages`}.`,
          evidence: evidenceOf(one),
        })),
      ) ??
      firstOf(
        shifting.map((one) => ({
          reason:
            "A list is read to its end, but in an order in which a new record shifts the pages, and the pages do not overlap.",
          evidence: evidenceOf(one),
        })),
      ),
    shown: firstOf(
      complete.map((one) => ({
        reason: "A list with several pages is read to its end.",
        evidence: evidenceOf(one),
      })),
    ),
  });
}

/** A client that fails between two pages does not take the list for whole. */
function isGivenUp(run: AssessedRun, [first]: readonly Page[]): boolean {
  if (first === undefined || run.exits[first.call.process - 1] === undefined) return false;
  return !endsWell(run, first.call);
}

/** The lists with several pages, each with the pages that a process read of it. */
function listsIn({ calls }: AssessedRun): readonly (readonly Page[])[] {
  const pages = calls.flatMap((call) => {
    const meta = isRead(call) ? metaOf(call) : null;
    return meta === null ? [] : [{ ...meta, call }];
  });
  return [...Map.groupBy(pages, ({ call }) => listKey(call)).values()]
    .flatMap(readings)
    .filter((same) =>
      same.some(({ total, count, offset }) => offset + count < total || offset > 0),
    );
}

function listKey(call: AssessedCall): string {
  const parameters = parametersOf(call);
  parameters.delete("offset");
  parameters.delete("limit");
  parameters.sort();
  return JSON.stringify([call.process, call.workspace, call.path, parameters.toString()]);
}

/** A page from the start begins another reading of the same list. */
function readings(pages: readonly Page[]): readonly (readonly Page[])[] {
  const found: Page[][] = [];
  for (const page of pages.toSorted((one, other) => one.call.sentAtMs - other.call.sentAtMs)) {
    const current = found.at(-1);
    if (current === undefined || (page.offset === 0 && isComplete(current))) found.push([page]);
    else current.push(page);
  }
  return found;
}

function isComplete(pages: readonly Page[]): boolean {
  let end = 0;
  for (const { offset, count } of pages.toSorted((one, other) => one.offset - other.offset)) {
    if (offset > end) return false;
    end = Math.max(end, offset + count);
  }
  return end >= Math.max(...pages.map(({ total }) => total));
}

/** Whether a record that is created or changed meanwhile moves others to another page, unless the pages overlap. */
function isShifting(pages: readonly Page[]): boolean {
  const [first] = pages;
  if (first === undefined) return false;
  const order = parsedJson(parametersOf(first.call).get("order") ?? '[["createdAt","DESC"]]');
  const [pair] = Array.isArray(order) ? order : [];
  const [field, direction] = Array.isArray(pair) ? pair : [];
  const isStable = field !== "updatedAt" && String(direction).toUpperCase() === "ASC";
  const inOrder = pages.toSorted((one, other) => one.offset - other.offset);
  const overlap = inOrder.every(
    ({ offset }, at) =>
      at === 0 || offset < (inOrder[at - 1]?.offset ?? 0) + (inOrder[at - 1]?.count ?? 0),
  );
  return !isStable && !overlap;
}

/** `follow.converted`: the client learns that a Lead was converted. */
export function followConverted(runs: readonly AssessedRun[]): Assessment | null {
  return conclude({
    attention: firstOf(runs.map((run) => convertedUnread(run, goneBefore(runs)))),
    shown: firstOf(
      runs.map((run) => ({
        reason: "An answer has a Lead with `convertedAt`.",
        evidence: cited(
          run,
          run.calls.filter((call) =>
            leadsIn(call).some(({ convertedAt }) => typeof convertedAt === "string"),
          ),
        ),
      })),
    ),
  });
}

/** The requests that are 404 in the baseline, such as for the Lead of another Firm. */
function goneBefore(runs: readonly AssessedRun[]): ReadonlySet<string> {
  const calls = runs.find(({ trial }) => trial === "baseline")?.calls ?? [];
  return new Set(calls.filter(({ status }) => status === 404).map(requestOf));
}

function requestOf({ workspace, method, path }: AssessedCall): string {
  return JSON.stringify([workspace, method, path]);
}

/** A converted Lead that was 404, unless it was so before, and that no call read with `withDeleted`. */
function convertedUnread(run: AssessedRun, gone: ReadonlySet<string>): Shown | null {
  const converted = new Set(
    run.worlds.flatMap(({ records }) =>
      records
        .filter(({ kind, state }) => kind === "Lead" && state === "Converted")
        .map(({ email }) => email),
    ),
  );
  const isAsked = run.calls.some((call) => parametersOf(call).get("scope") === "withDeleted");
  const lost = run.calls.filter(
    (call) =>
      call.status === 404 &&
      call.method !== "POST" &&
      !call.isVaried &&
      call.subject !== null &&
      converted.has(call.subject) &&
      !gone.has(requestOf(call)),
  );
  if (isAsked || isCut(run)) return null;
  const reason = "A converted Lead is 404, and no call reads it with `scope=withDeleted`.";
  return { reason, evidence: cited(run, lost) };
}

/** `polling.keeps-up`: what simulate found. */
export function pollingKeepsUp(
  runs: readonly AssessedRun[],
  { polling }: CheckContext,
): Assessment | null {
  const baseline = runs.find(({ trial }) => trial === "baseline");
  if (polling === null || baseline === undefined || polling.ticks === 0) return null;
  const { lasting, late, ticks } = polling;
  const evidence = cited(baseline, baseline.calls.filter(isRead).slice(0, 3));
  const all = evidence.length > 0 ? evidence : cited(baseline, baseline.calls.slice(0, 1));
  return conclude({
    violated:
      lasting === 0
        ? null
        : { reason: `simulate has ${lasting} lasting findings in ${ticks} ticks.`, evidence: all },
    attention:
      late === 0
        ? null
        : { reason: `simulate has ${late} late findings in ${ticks} ticks.`, evidence: all },
    shown: { reason: `simulate has no finding in ${ticks} ticks.`, evidence: all },
  });
}

/** `quota.fits`: the calls of an hour fit the quota of the key. */
export function quotaFits(runs: readonly AssessedRun[], context: CheckContext): Assessment | null {
  const { everyMs, quotaPerHour, leads, also } = context;
  const at = callsPerRunAt(runs);
  if (at === null) return null;
  const { run, calls } = at;
  const evidence = cited(run, run.calls.slice(0, 3));
  const number = leads === null ? " with the Leads that it met" : ` with ${counted(leads, "Lead")}`;
  if (everyMs === null) {
    const reason = `A run makes ${counted(calls, "call")}${number}. Without --every, the calls of an hour are unknown.`;
    return conclude({ attention: { reason, evidence } });
  }
  const perHour = callsPerHour(calls, everyMs);
  const others = also === 0 ? "" : ` and ${also} of other jobs with the key`;
  const reason = `${perHour} calls an hour${number}${others}; the quota is ${quotaPerHour}.`;
  if (perHour + also <= quotaPerHour) return conclude({ shown: { reason, evidence } });
  const found = conclude({ violated: { reason, evidence } });
  const readsPages = run.calls.some((call) => isRead(call) && metaOf(call) !== null);
  return found === null || readsPages ? found : { ...found, advice: withoutPages };
}

const withoutPages = "Run less often, or ask for a larger quota.";
