/** Reads recordings: their calls of the Lead API, and what was left out. */
import { isCut } from "../../server/record/recorded-request.ts";
import { withAttached } from "./attachments.ts";
import { callPlaceOf } from "./call-place.ts";
import type { RecordedCall } from "./call.ts";
import { decodedBody, writtenBytes } from "./decode-body.ts";
import { digestOf } from "./har-entry.ts";
import type { PlacedEntry } from "./read-call.ts";
import { provesLeadApi, recordedCall } from "./read-call.ts";
import { readHarFile } from "./read-har.ts";
import { inServiceTime } from "./service-time.ts";

/** The calls of all files, and the counts of the other entries. */
export interface Recording {
  readonly calls: readonly RecordedCall[];
  readonly skipped: Skipped;
}

/** The entries that do not call a Lead API, or are too many. */
export interface Skipped {
  /** To hosts without an entry that shows a Lead API. */
  readonly otherHosts: number;
  /** To a host of a Lead API, at another path. */
  readonly otherPaths: number;
  /** Without a method or an http URL. */
  readonly unreadable: number;
  /** Without a time in `startedDateTime`. */
  readonly untimed: number;
  /** Over the number or the size that is kept in memory. */
  readonly overLimit: number;
  /** With a time that contradicts their place in a file, and no header Date to correct it by. */
  readonly misplaced: number;
  /** Also in an earlier file, such as that of another export of the same traffic. */
  readonly repeated: number;
}

/** What a report says of the skipped entries, by reason. */
const skippedTexts: Readonly<Record<keyof Skipped, string>> = {
  otherHosts: "of other hosts",
  otherPaths: "of other paths",
  unreadable: "without a method or an http URL",
  untimed: "without a time in startedDateTime",
  overLimit: "beyond the first 10,000 calls or 64 MiB",
  misplaced: "with a time that contradicts their place in the file",
  repeated: "that an earlier file has, too",
};

/** The counts of `Skipped` by name. */
export const skippedReasons = Object.keys(skippedTexts);

/** The skipped entries in one line; empty if there are none. */
export function skippedText(skipped: Readonly<Record<string, number>>): string {
  const texts: Readonly<Record<string, string>> = skippedTexts;
  const some = Object.entries(skipped).flatMap(([reason, count]) =>
    count > 0 ? [`${count} ${texts[reason] ?? reason}`] : [],
  );
  return some.length === 0 ? "" : `skipped entries: ${some.join(", ")}`;
}

/** What to say of a recording without a call of the Lead API. */
export function noCallsIn({ otherHosts, otherPaths, unreadable, untimed }: Skipped): string {
  const others = otherHosts + otherPaths + unreadable;
  if (others === 0 && untimed > 0) {
    const found = untimed === 1 ? "1 entry, without" : `${untimed} entries, none with`;
    return `The recording has ${found} a time in startedDateTime. Expected one such as 2026-03-02T09:00:00.000Z.`;
  }
  const none =
    others === 1 ? "1 entry, which is not a call of" : `${others} entries, none of them to`;
  const found = others === 0 ? "no entry" : `${none} a Lead API`;
  return `The recording has ${found}. Expected calls with the header X-API-Key to paths such as /v1/firms/{id}/leads.`;
}

/** Calls that are kept in memory: their number, and the characters of their bodies. */
export interface RecordingLimits {
  readonly entriesMax: number;
  readonly charactersMax: number;
}

const recordingLimits: RecordingLimits = {
  entriesMax: 10_000,
  charactersMax: 64 * 1_024 * 1_024,
};

/** The name under which the sandbox exports its journal. Its times are those of the workspace, which may stand still. */
const ownCreator = "lead-sandbox";

/**
 * Reads `files`. Throws `HarError` for one that is not an HTTP archive. Calls wait with their bodies as written until
 * every file is read, because any entry can show that a host is a Lead API; only then are bodies decoded.
 */
export async function readRecording(
  files: readonly string[],
  limits: RecordingLimits = recordingLimits,
): Promise<Recording> {
  const hosts = newHosts();
  const waiting = newWaiting(limits, hosts.leaveOut);
  const left = { unreadable: 0, untimed: 0 };
  for (const [at, file] of files.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other, to keep memory bounded
    for await (const { entry: read, creator, isUntimed, attachments } of readHarFile(file)) {
      if (read === null) {
        left[isUntimed ? "untimed" : "unreadable"] += 1;
        continue;
      }
      const isCall = read.method !== "OPTIONS" && read.method !== "CONNECT";
      const place = isCall ? callPlaceOf(read.method, read.url.pathname) : null;
      const entry = place === null ? read : withAttached(read, attachments);
      hosts.note(entry.url.host, () => place !== null && provesLeadApi(entry));
      if (place !== null) {
        waiting.add({ entry, file: at + 1, place, isExported: creator === ownCreator });
      }
    }
    waiting.endFile();
  }
  const kept = newKept(limits, hosts.leaveOut);
  for (const calls of waiting.byFile) {
    kept.addFile(calls.filter(({ entry }) => hosts.isOfLeadApi(entry.url.host)));
  }
  const { ofLeadApi, others: otherHosts, overLimit, repeated } = hosts.counts();
  const { calls, misplaced } = kept.all();
  const otherPaths = Math.max(0, ofLeadApi - calls.length - overLimit - misplaced - repeated);
  return {
    calls,
    skipped: { otherHosts, otherPaths, ...left, overLimit, misplaced, repeated },
  };
}

interface WaitingCall extends PlacedEntry {
  /** Whether the sandbox wrote the recording. */
  readonly isExported: boolean;
}

/** What the sandbox's own export of its journal says: its calls are in order, and long bodies are cut. */
function asExported(call: RecordedCall): RecordedCall {
  const { sentAtMs: answeredAtMs, body } = call;
  return { ...call, answeredAtMs, isInOrder: true, body: isCut(body) ? null : body };
}

/** Why a call of a Lead API is not kept. */
type LeftOut = "overLimit" | "repeated";

type LeaveOut = (host: string, reason: LeftOut) => void;

/** Counts entries by host, and notes the hosts of a Lead API. */
function newHosts() {
  const countsOf = new Map<string, { entries: number; overLimit: number; repeated: number }>();
  const ofLeadApi = new Set<string>();
  let uncounted = 0;
  return {
    /** Asks for a proof only until there is one. */
    note(host: string, isProof: () => boolean): void {
      if (!ofLeadApi.has(host) && isProof()) ofLeadApi.add(host);
      const counts = countsOf.get(host);
      if (counts !== undefined) counts.entries += 1;
      else if (countsOf.size >= hostsMax) uncounted += 1;
      else countsOf.set(host, { entries: 1, overLimit: 0, repeated: 0 });
    },
    leaveOut: (host: string, reason: LeftOut): void => {
      const counts = countsOf.get(host);
      if (counts !== undefined) counts[reason] += 1;
    },
    isOfLeadApi: (host: string): boolean => ofLeadApi.has(host),
    counts() {
      const sums = { ofLeadApi: 0, others: uncounted, overLimit: 0, repeated: 0 };
      for (const [host, { entries, overLimit, repeated }] of countsOf) {
        if (ofLeadApi.has(host)) {
          sums.ofLeadApi += entries;
          sums.overLimit += overLimit;
          sums.repeated += repeated;
        } else sums.others += entries;
      }
      return sums;
    },
  };
}

/** Calls as they were written, each once: the exports of two tools may overlap. */
function newWaiting({ entriesMax, charactersMax }: RecordingLimits, leaveOut: LeaveOut) {
  const namesOfEarlier = new Set<string>();
  const byFile: (readonly WaitingCall[])[] = [];
  let ofFile: { readonly name: string; readonly call: WaitingCall }[] = [];
  let [entries, bytes] = [0, 0];
  return {
    byFile,
    add(call: WaitingCall): void {
      const { requestBody, responseBody, url } = call.entry;
      const name = digestOf(call.entry, requestBody.text);
      const size = writtenBytes(requestBody) + writtenBytes(responseBody);
      if (namesOfEarlier.has(name)) leaveOut(url.host, "repeated");
      else if (entries >= entriesMax || bytes + size > charactersMax) {
        leaveOut(url.host, "overLimit");
      } else {
        entries += 1;
        bytes += size;
        ofFile.push({ name, call });
      }
    },
    endFile(): void {
      byFile.push(ofFile.map(({ call }) => call));
      for (const { name } of ofFile) namesOfEarlier.add(name);
      ofFile = [];
    },
  };
}

/** Keeps the calls whose decoded bodies fit into memory; tools write the same body in different codings. */
function newKept({ charactersMax }: RecordingLimits, leaveOut: LeaveOut) {
  const namesOfEarlier = new Set<string>();
  const kept: RecordedCall[] = [];
  let characters = 0;
  let misplaced = 0;
  const readNew = (waiting: WaitingCall) => {
    const { entry, isExported } = waiting;
    const body = decodedBody(entry.requestBody);
    const answer = decodedBody(entry.responseBody);
    const name = digestOf(entry, body);
    const size = (body?.length ?? 0) + (answer?.length ?? 0);
    const isRepeated = namesOfEarlier.has(name);
    if (isRepeated || characters + size > charactersMax) {
      leaveOut(entry.url.host, isRepeated ? "repeated" : "overLimit");
      return [];
    }
    characters += size;
    const call = recordedCall(waiting, { body, answer });
    return [{ name, call: isExported ? asExported(call) : call }];
  };
  return {
    addFile(calls: readonly WaitingCall[]): void {
      const read = calls.flatMap(readNew);
      const inTime = inServiceTime(read.map(({ call }) => call));
      kept.push(...inTime.calls);
      misplaced += inTime.misplaced;
      for (const { name } of read) namesOfEarlier.add(name);
    },
    all: (): { readonly calls: readonly RecordedCall[]; readonly misplaced: number } => ({
      calls: kept,
      misplaced,
    }),
  };
}

/** Further hosts are counted together. */
const hostsMax = 10_000;
