/** The order of calls whose times leave it open: those of one moment, or that overlap. */
import type { RecordedCall } from "../../traffic/call.ts";
import { hasSucceeded } from "./history.ts";
import { momentIn, shownPage } from "./shown-records.ts";

/**
 * Calls in the order of time. Of calls that overlap, the create of a Lead comes before those that show the Lead, and its
 * deletion after those that show it undeleted. No other order can have given these answers.
 */
export function inCausalOrder(entries: readonly RecordedCall[]): readonly RecordedCall[] {
  const byTime = entries.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const shown = shownPlaces(byTime);
  const placed = byTime.map((entry, place) => ({ entry, place: causalPlace(entry, place) }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ entry }) => entry);

  function causalPlace(entry: RecordedCall, place: number): number {
    if (entry.isInOrder || !hasSucceeded(entry)) return place;
    const overlapping = (places: readonly number[] = []): readonly number[] =>
      places.filter((one) => overlaps(byTime[one], entry));
    if (entry.method === "POST") {
      const [created] = leadsIn(entry);
      const first = overlapping(shown.get(created?.id ?? "")?.all)[0] ?? place;
      return first < place ? first - 0.5 : place;
    }
    if (entry.method === "DELETE") {
      const last = overlapping(shown.get(entry.params["leadId"] ?? "")?.undeleted).at(-1) ?? place;
      return last > place ? last + 0.5 : place;
    }
    return place;
  }
}

interface Shown {
  readonly all: number[];
  readonly undeleted: number[];
}

/** The places of the calls that show each Lead, apart from creates. */
function shownPlaces(entries: readonly RecordedCall[]): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>();
  for (const [place, entry] of entries.entries()) {
    if (!hasSucceeded(entry) || entry.method === "POST") continue;
    for (const { id, record } of leadsIn(entry)) {
      const places = shown.get(id) ?? { all: [], undeleted: [] };
      shown.set(id, places);
      places.all.push(place);
      if (momentIn(record, "deletedAt") === null) places.undeleted.push(place);
    }
  }
  return shown;
}

function leadsIn({ template, json }: RecordedCall) {
  return shownPage(template, json).records.filter(({ kind }) => kind === "Lead");
}

function overlaps(one: RecordedCall | undefined, other: RecordedCall): boolean {
  return (
    one !== undefined && one.sentAtMs <= other.answeredAtMs && other.sentAtMs <= one.answeredAtMs
  );
}
