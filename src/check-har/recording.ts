/** Reads recordings: their calls of a Lead API in the order of time, and what was left out. */
import { readHarFile } from "../har/read-har.ts";
import { isJsonObject } from "../values/json.ts";
import type { LeadEntry } from "./lead-entry.ts";
import { newLeadEntryReader } from "./lead-entry.ts";

/** The calls of all files, and the counts of the other entries. */
export interface Recording {
  readonly entries: readonly LeadEntry[];
  readonly skipped: Skipped;
}

/** The entries that do not call a Lead API, or are too many. */
export interface Skipped {
  otherHosts: number;
  otherPaths: number;
  /** Without a time, a method or an http URL. */
  unreadable: number;
  /** Over the number or the size that a replay keeps in memory. */
  overLimit: number;
}

/** The counts of `Skipped` by name. */
export const skippedReasons = [
  "otherHosts",
  "otherPaths",
  "unreadable",
  "overLimit",
] as const satisfies readonly (keyof Skipped)[];

/** Calls that a replay keeps in memory: their number, and the characters of their bodies. */
export interface RecordingLimits {
  readonly entriesMax: number;
  readonly charactersMax: number;
}

export const recordingLimits: RecordingLimits = {
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
  const skipped = { otherHosts: 0, otherPaths: 0, unreadable: 0, overLimit: 0 };
  const found: LeadEntry[] = [];
  const hosts = new Set<string>();
  const entriesOfHost = new Map<string, number>();
  const reader = newLeadEntryReader();
  let characters = 0;
  for (const [at, file] of files.entries()) {
    const ofFile: LeadEntry[] = [];
    // oxlint-disable-next-line no-await-in-loop -- one file after the other, to keep memory bounded
    for await (const { entry, creator } of readHarFile(file)) {
      if (entry === null) {
        skipped.unreadable += 1;
        continue;
      }
      const { host } = entry.url;
      if (entriesOfHost.has(host) || entriesOfHost.size < hostsMax) {
        entriesOfHost.set(host, (entriesOfHost.get(host) ?? 0) + 1);
      } else skipped.otherHosts += 1;
      const read =
        entry.method === "OPTIONS" || entry.method === "CONNECT"
          ? null
          : reader.read(entry, at + 1);
      if (read === null) continue;
      if (read.isSure) hosts.add(host);
      const size = (entry.responseBody?.length ?? 0) + (entry.requestBody?.length ?? 0);
      if (
        found.length + ofFile.length >= limits.entriesMax ||
        characters + size > limits.charactersMax
      ) {
        skipped.overLimit += 1;
        continue;
      }
      characters += size;
      ofFile.push(creator === ownCreator ? { ...read.lead, endAt: read.lead.at } : read.lead);
    }
    found.push(...inServiceTime(ofFile));
  }
  const entries = found.filter(({ host }) => hosts.has(host));
  let ofLeadHosts = 0;
  for (const [host, count] of entriesOfHost) {
    if (hosts.has(host)) ofLeadHosts += count;
    else skipped.otherHosts += count;
  }
  skipped.otherPaths = Math.max(0, ofLeadHosts - entries.length - skipped.overLimit);
  return { entries: entries.toSorted((one, other) => one.at - other.at), skipped };
}

/** Further hosts are counted together. */
const hostsMax = 10_000;

/** Moves the times of a file by the difference between the clocks of its machine and the service, which creates show. */
function inServiceTime(entries: readonly LeadEntry[]): readonly LeadEntry[] {
  const ahead = entries.flatMap((entry) => {
    const created = createdAt(entry);
    return created === null ? [] : [{ by: created - entry.at, within: entry.endAt - entry.at }];
  });
  const fits = ahead.some(({ by, within }) => by >= -toleranceMs && by <= within + toleranceMs);
  if (fits || ahead.length === 0) return entries;
  const sorted = ahead.map(({ by }) => by).toSorted((one, other) => one - other);
  const by = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return entries.map((entry) => ({ ...entry, at: entry.at + by, endAt: entry.endAt + by }));
}

const toleranceMs = 50;

function createdAt({ method, status, answer }: LeadEntry): number | null {
  if (method !== "POST" || status !== 201 || !isJsonObject(answer)) return null;
  const { data } = answer;
  const written = isJsonObject(data) ? data["createdAt"] : null;
  const at = typeof written === "string" ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
