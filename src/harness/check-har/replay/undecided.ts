/** Calls about which a recording does not tell enough to judge the answer. */
import type { RecordedCall } from "../../traffic/call.ts";
import type { Signature } from "../read/features.ts";
import { emailIn, hasSucceeded, isWrite } from "../read/history.ts";
import { recordedSurface } from "../read/recorded-surface.ts";
import { kindAt } from "../read/shown-records.ts";
import type { PreparedRecording } from "../world/prepare.ts";
import { showsParent } from "../world/recorded-parents.ts";

/** What a report says of one call that is not judged, and of several. */
const undecidedReasons = {
  "no-answer": ["it got no answer", "they got no answer"],
  "server-error": [
    "it failed on the side of the service, or of a proxy",
    "they failed on the side of the service, or of a proxy",
  ],
  redirect: ["it was redirected", "they were redirected"],
  "no-request-body": [
    "it was recorded without its body",
    "they were recorded without their bodies",
  ],
  "unusable-request": ["it cannot be sent again", "they cannot be sent again"],
  workflow: ["it runs a workflow", "they run workflows"],
  "unknown-key": [
    "it has a key that no other call shows at work",
    "they have keys that no other call shows at work",
  ],
  "unknown-record": [
    "it is about a record whose state no answer shows",
    "they are about records whose state no answer shows",
  ],
  "unknown-quota": [
    "it was refused for requests that the recording may not show",
    "they were refused for requests that the recording may not show",
  ],
} as const;

/** The calls that are not judged, with a line for each reason. */
export function undecidedTexts(undecided: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(undecidedReasons).flatMap(([reason, [one, several]]) => {
    const count = undecided[reason] ?? 0;
    return count === 0 ? [] : [`${count} not judged: ${count === 1 ? one : several}`];
  });
}

export const undecidedReasonNames = [
  "no-answer",
  "server-error",
  "redirect",
  "no-request-body",
  "unusable-request",
  "workflow",
  "unknown-key",
  "unknown-record",
  "unknown-quota",
] as const satisfies readonly (keyof typeof undecidedReasons)[];

/** Why a call is not judged, and whether the replay sends it all the same. */
export interface Undecided {
  readonly reason: keyof typeof undecidedReasons;
  readonly isSent: boolean;
}

/** Why the call at `place` is not judged; null if it is. `replayed` is null before it is sent. */
export function reasonUndecided(
  recording: PreparedRecording,
  place: number,
  replayed: Signature | null,
): Undecided | null {
  const entry = recording.entries[place];
  if (entry === undefined) return null;
  const unsent = reasonUnsent(entry);
  if (unsent !== null) return { reason: unsent, isSent: false };
  if (replayed === null) return null;
  const reason = reasonByRecords(recording, entry, place, Number(replayed.features.get("status")));
  return reason === null ? null : { reason, isSent: true };
}

function reasonUnsent(entry: RecordedCall): Undecided["reason"] | null {
  const { status, method, template, body } = entry;
  if (status < 200) return "no-answer";
  if (status >= 500) return "server-error";
  if (status >= 300 && status < 400) return "redirect";
  if (kindAt(template) === null) return "workflow";
  const takesBody = method === "POST" || method === "PATCH" || method === "PUT";
  return takesBody && body === null ? "no-request-body" : null;
}

function reasonByRecords(
  recording: PreparedRecording,
  entry: RecordedCall,
  place: number,
  replayedStatus: number,
): Undecided["reason"] | null {
  const { status } = entry;
  if (status === 429 && replayedStatus !== 429) return "unknown-quota";
  if (recording.keys.of(entry) === null) {
    return status === 401 && replayedStatus === 401 ? null : "unknown-key";
  }
  if (status === 401 && !isOtherSurface(recording, entry)) return "unknown-key";
  if (status === replayedStatus)
    return isAboutKnown(recording, entry, place) ? null : "unknown-record";
  if (status === 429 || replayedStatus === 429) return null;
  return isAboutKnown(recording, entry, place) &&
    isConflictKnown(recording, entry, place, replayedStatus)
    ? null
    : "unknown-record";
}

function isOtherSurface({ keys }: PreparedRecording, entry: RecordedCall): boolean {
  return keys.of(entry)?.surface !== recordedSurface(entry);
}

/** Whether the recording tells about the records that the path names. */
function isAboutKnown(recording: PreparedRecording, entry: RecordedCall, place: number): boolean {
  const { leadId, firmMemberId, id } = entry.params;
  const { history, foreignIds, shownIds, unknownPlans } = recording;
  if (leadId !== undefined) {
    return history.isKnown(leadId, place) || (entry.status === 403 && foreignIds.has(leadId));
  }
  if (firmMemberId !== undefined) {
    // A 403 can be about the type of the Firm, which no answer may show (rule lead.create.firm-member).
    return showsParent(entry) || (entry.status === 404 && recording.memberIds.has(firmMemberId));
  }
  if (id !== undefined && unknownPlans.has(id)) return false;
  return id === undefined || hasSucceeded(entry) || shownIds.has(id);
}

/** Whether the recording tells who has the email that a conflict is about. */
function isConflictKnown(
  { history }: PreparedRecording,
  entry: RecordedCall,
  place: number,
  replayedStatus: number,
): boolean {
  const email = isWrite(entry) ? emailIn(entry) : null;
  if (email === null || (entry.status !== 409 && replayedStatus !== 409)) return true;
  return history
    .holdersOf(email)
    .some(({ id }) => id !== entry.params["leadId"] && history.isKnown(id, place));
}
