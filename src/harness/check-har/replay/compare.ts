/** Compares a recorded answer with a replayed one, feature by feature. */
import type { Signature } from "../read/features.ts";

/** Whether each feature agrees; features that the recording does not decide are missing. */
export type Comparison = ReadonlyMap<string, boolean>;

/** What the recording tells about the records at the time of the call. */
export interface Knowledge {
  /** Whether the record's state is known at the call. */
  readonly isKnown: (name: string, id: string) => boolean;
  /** Records with equal values were created in an unknown order. */
  readonly orderOf: (id: string) => string;
  /** Whether the answer's body was recorded. */
  readonly hasBody: boolean;
  readonly hasHeaders: boolean;
}

/** Compares the features of two answers. */
export function compared(
  recorded: Signature,
  replayed: Signature,
  knowledge: Knowledge,
): Comparison {
  const comparison = new Map<string, boolean>();
  const presence = newPresence(recorded, replayed, knowledge);
  for (const feature of new Set([...recorded.features.keys(), ...replayed.features.keys()])) {
    if (feature !== "status" && !isRecorded(feature, knowledge)) continue;
    const [one, other] = [recorded.features.get(feature), replayed.features.get(feature)];
    if (one !== undefined && other !== undefined) comparison.set(feature, one === other);
    else if (!recordPattern.test(feature)) comparison.set(feature, false);
    else if (presence.isDecided(feature, one !== undefined)) comparison.set(feature, false);
  }
  const inOrder = knowledge.hasBody ? ordersAgree(recorded, replayed, knowledge) : null;
  if (inOrder !== null) comparison.set("order", inOrder);
  return comparison;
}

function isRecorded(feature: string, { hasBody, hasHeaders }: Knowledge): boolean {
  return feature === "rate-limit headers" ? hasHeaders : hasBody;
}

const recordPattern = /^(?:Lead|Plan|ClientProfile|Firm|FirmMember|ReferralCode) /;

/** Decides about a record that only one of the answers shows. */
function newPresence(recorded: Signature, replayed: Signature, { isKnown }: Knowledge) {
  const kindAndId =
    [...recorded.page.records, ...replayed.page.records].map(({ kind }) => kind)[0] ?? "Lead";
  const recordName = (id: string): string => `${kindAndId} ${id}`;
  const shownByBoth = new Set(recorded.ids.filter((id) => replayed.ids.includes(id)));
  const onlyReplayed = replayed.ids.filter((id) => !shownByBoth.has(id));
  const sameTotal =
    recorded.page.total !== null &&
    recorded.page.total === replayed.page.total &&
    onlyReplayed.every((id) => isKnown(kindAndId, id));
  const ownerOf = (feature: string): string | undefined =>
    [...recorded.ids, ...replayed.ids].find(
      (id) => feature === recordName(id) || feature.startsWith(`${recordName(id)} `),
    );
  return {
    isDecided(feature: string, isOnlyRecorded: boolean): boolean {
      const id = ownerOf(feature);
      // A feature such as Plans that one of two equal records lacks.
      if (id === undefined || shownByBoth.has(id)) return true;
      if (!isKnown(kindAndId, id)) return false;
      if (isOnlyRecorded) return !isSuccess(replayed) || sameTotal || isComplete(replayed);
      return isSuccess(recorded) && (sameTotal || isComplete(recorded));
    },
  };
}

function isSuccess({ features }: Signature): boolean {
  return Number(features.get("status")) < 300;
}

/** Whether an answer shows everything that its query selects. */
function isComplete({ page, ids }: Signature): boolean {
  if (!page.isList) return true;
  return (page.offset ?? 0) === 0 && page.total === ids.length;
}

/** Whether the records of both answers have the same order; null where fewer than two are common. */
function ordersAgree(
  recorded: Signature,
  replayed: Signature,
  { orderOf }: Knowledge,
): boolean | null {
  if (recorded.ids.length < 2) return null;
  if (!isSuccess(replayed)) return false;
  const [one, other] = [new Set(recorded.ids), new Set(replayed.ids)];
  const places = (ids: readonly string[], common: ReadonlySet<string>): string =>
    JSON.stringify(ids.filter((id) => common.has(id)).map(orderOf));
  const common = recorded.ids.filter((id) => other.has(id));
  return common.length < 2 ? null : places(recorded.ids, other) === places(replayed.ids, one);
}
