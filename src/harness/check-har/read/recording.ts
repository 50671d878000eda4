import { isCut } from "../../../server/record/recorded-request.ts";
/** Reads recordings: their calls of a Lead API in the order of time, and what was left out. */
import type { HarEntry } from "../../har/har-entry.ts";
import { readHarFile } from "../../har/read-har.ts";
import { inCausalOrder } from "./causal-order.ts";
import type { LeadEntry } from "./lead-entry.ts";
import { newLeadEntryReader } from "./lead-entry.ts";
import { inServiceTime } from "./service-time.ts";

/** The calls of all files, and the counts of the other entries. */
export interface Recording {
  readonly entries: readonly LeadEntry[];
  readonly skipped: Skipped;
}

/** The entries that do not call a Lead API, or are too many. */
export interface Skipped {
  readonly otherHosts: number;
  readonly otherPaths: number;
  /** Without a time, a method or an http URL. */
  readonly unreadable: number;
  /** Over the number or the size that a replay keeps in memory. */
  readonly overLimit: number;
  /** With a time that contradicts their place in a file, and no header Date to correct it by. */
  readonly misplaced: number;
  /** Also in an earlier file, such as that of another export of the same traffic. */
  readonly repeated: number;
}

/** The counts of `Skipped` by name. */
export const skippedReasons = [
  "otherHosts",
  "otherPaths",
  "unreadable",
  "overLimit",
  "misplaced",
  "repeated",
] as const satisfies readonly (keyof Skipped)[];

/** Calls that a replay keeps in memory: their number, and the characters of their bodies. */
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

/** Reads `files`. Throws `HarError` for one that is not an HTTP archive. */
export async function readRecording(
  files: readonly string[],
  limits: RecordingLimits = recordingLimits,
): Promise<Recording> {
  const hosts = newHosts();
  const kept = newKept(limits);
  const reader = newLeadEntryReader();
  let unreadable = 0;
  for (const [at, file] of files.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other, to keep memory bounded
    for await (const { entry, creator } of readHarFile(file)) {
      if (entry === null) {
        unreadable += 1;
        continue;
      }
      const isCall = entry.method !== "OPTIONS" && entry.method !== "CONNECT";
      const read = isCall ? reader.read(entry, at + 1) : null;
      hosts.note(entry.url.host, read?.isSure === true);
      if (read === null) continue;
      const { lead } = read;
      kept.add(entry, creator === ownCreator ? asExported(lead) : lead);
    }
    kept.endFile();
  }
  const entries = kept.all().filter(({ host }) => hosts.isOfLeadApi(host));
  const { overLimit, misplaced, repeated } = kept.counts;
  const { ofLeadApi, others: otherHosts } = hosts.counts();
  const otherPaths = Math.max(0, ofLeadApi - entries.length - overLimit - misplaced - repeated);
  return {
    entries: inCausalOrder(entries),
    skipped: { otherHosts, otherPaths, unreadable, overLimit, misplaced, repeated },
  };
}

/** What the sandbox's own export of its journal says: its calls are in order, and long bodies are cut. */
function asExported(lead: LeadEntry): LeadEntry {
  const { at: endAt, requestBody } = lead;
  return { ...lead, endAt, isInOrder: true, requestBody: isCut(requestBody) ? null : requestBody };
}

/** Counts entries by host, and notes the hosts of a Lead API. */
function newHosts() {
  const entriesOf = new Map<string, number>();
  const ofLeadApi = new Set<string>();
  let uncounted = 0;
  return {
    note(host: string, isSure: boolean): void {
      if (isSure) ofLeadApi.add(host);
      const count = entriesOf.get(host);
      if (count === undefined && entriesOf.size >= hostsMax) uncounted += 1;
      else entriesOf.set(host, (count ?? 0) + 1);
    },
    isOfLeadApi: (host: string): boolean => ofLeadApi.has(host),
    counts() {
      const counts = { ofLeadApi: 0, others: uncounted };
      for (const [host, count] of entriesOf) {
        counts[ofLeadApi.has(host) ? "ofLeadApi" : "others"] += count;
      }
      return counts;
    },
  };
}

/** Keeps the calls that fit into memory, each once: the exports of two tools may overlap. */
function newKept({ entriesMax, charactersMax }: RecordingLimits) {
  const earlier: LeadEntry[] = [];
  const namesOfEarlier = new Set<string>();
  let ofFile: { readonly name: string; readonly lead: LeadEntry }[] = [];
  let characters = 0;
  const counts = { overLimit: 0, misplaced: 0, repeated: 0 };
  return {
    counts,
    all: (): readonly LeadEntry[] => earlier,
    add(entry: HarEntry, lead: LeadEntry): void {
      const name = callKey(entry);
      const size = (entry.responseBody?.length ?? 0) + (entry.requestBody?.length ?? 0);
      const isOver =
        earlier.length + ofFile.length >= entriesMax || characters + size > charactersMax;
      if (namesOfEarlier.has(name)) counts.repeated += 1;
      else if (isOver) counts.overLimit += 1;
      else {
        characters += size;
        ofFile.push({ name, lead });
      }
    },
    endFile(): void {
      const { entries, misplaced } = inServiceTime(ofFile.map(({ lead }) => lead));
      earlier.push(...entries);
      counts.misplaced += misplaced;
      for (const { name } of ofFile) namesOfEarlier.add(name);
      ofFile = [];
    },
  };
}

/** Equal for one call in two exports of the same traffic. */
function callKey({ url, requestHeaders, responseHeaders, ...entry }: HarEntry): string {
  const { startedAt, durationMs, method, status, requestBody, responseBody } = entry;
  const facts = [startedAt, durationMs, method, url.href, status, requestBody, responseBody];
  return JSON.stringify([facts, [...requestHeaders], [...responseHeaders]]);
}

/** Further hosts are counted together. */
const hostsMax = 10_000;
