/** What the report says about each announced change. */
import { isCarriedOut, lacksSchema } from "../../next/edge/edge.ts";
import type { Change } from "../../next/findings.ts";
import { changeFacts } from "../../next/report.ts";
import type { Exploration, ExploreSettings, Judged } from "../exploration.ts";
import { callName } from "../identity.ts";
import { worstOf } from "../judge/announced.ts";
import { togetherId } from "../variations/announced.ts";
import type { AnnouncedChange, AnnouncedReport } from "./announced-shape.ts";
import type { Report } from "./shape.ts";

/** The announced changes with the verdicts of their trials; nothing without an announced interface. */
export function announcedReport(
  exploration: Pick<Exploration, "judged" | "leftOut" | "elsewhere" | "touched">,
  { announced, nextFiles }: Pick<ExploreSettings, "announced" | "nextFiles">,
): { readonly next?: AnnouncedReport } {
  if (announced === undefined || nextFiles === undefined) return {};
  const { version, unknownOperations, notes, changes } = announced;
  const together = worstOf(trialsOf(exploration, togetherId));
  const next: AnnouncedReport = {
    ...nextFiles,
    version,
    unknownOperations,
    notes,
    changes: changes.map((change) => reportedChange(change, exploration)),
    together: together === undefined ? null : { verdict: together.verdict, trial: together.trial },
  };
  return { next };
}

type Tried = Parameters<typeof announcedReport>[0];

function trialsOf({ judged }: Pick<Tried, "judged">, variation: string): readonly Judged[] {
  return judged
    .filter(({ planned }) => planned.announced !== undefined)
    .filter(({ planned }) => planned.variation === variation);
}

function reportedChange(change: Change, tried: Tried): AnnouncedChange {
  const own = trialsOf(tried, change.id);
  const worst = worstOf(own);
  const refused = own.find(({ planned }) => planned.call !== null)?.planned ?? null;
  const status = refused?.announced?.refusal ?? null;
  return {
    ...changeFacts(change),
    trials: own.map(({ trial }) => trial),
    provoked:
      refused === null || refused.call === null || status === null
        ? null
        : { call: callName(refused.call), status },
    moreLeads: Math.max(0, ...own.map(({ planned }) => planned.announced?.moreLeads ?? 0)),
    ...(worst === undefined ? untried(change, tried) : { verdict: worst.verdict, why: null }),
  };
}

function untried(
  change: Change,
  { touched, leftOut, elsewhere }: Tried,
): Pick<AnnouncedChange, "verdict" | "why"> {
  const { id } = change;
  if (lacksSchema(change)) {
    return { verdict: null, why: "The line has no schema. Write { id: …, schema: … }." };
  }
  if (!isCarriedOut(change)) {
    return { verdict: null, why: "A client of the present interface meets nothing of it." };
  }
  if (touched === undefined) return { verdict: "unknown", why: "No trial ran." };
  if (!touched.includes(id)) {
    return { verdict: "not-reached", why: "It would have changed no call of this run." };
  }
  const isElsewhere = elsewhere.some(({ variation }) => variation === id);
  const isLeftOut = leftOut.some(({ variation }) => variation === id);
  if (isElsewhere && !isLeftOut) return { verdict: "unknown", why: "Another shard tries it." };
  return { verdict: "unknown", why: leftOutText };
}

/** What several shards found: the verdict of the one that tried a change, else that of the one that left it out. */
export function mergedAnnounced(parts: readonly Pick<Report, "next">[]): {
  readonly next?: AnnouncedReport;
} {
  const known = parts.flatMap(({ next }) => next ?? []);
  const [first] = known;
  if (first === undefined) return {};
  const changes = first.changes.map((change) => {
    const all = known.flatMap((one) => one.changes.filter(({ id }) => id === change.id));
    return all.find(({ trials }) => trials.length > 0) ?? all.find(wasLeftOut) ?? change;
  });
  const together = known.find((one) => one.together !== null)?.together ?? null;
  return { next: { ...first, changes, together } };
}

function wasLeftOut({ why }: AnnouncedChange): boolean {
  return why === leftOutText;
}

const leftOutText =
  "Its trial did not run. Raise --budget, or --timeout if the unchanged run did not end.";
