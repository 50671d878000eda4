import { Date } from "./native-timers.ts";

let latest = { moment: Number.NaN, text: "" };

/**
 * Epoch milliseconds as ISO 8601 in UTC, with milliseconds (interface 2.1; rule lead.timestamps). The latest one is
 * cached: a new record has it twice.
 */
export function iso(moment: number): string {
  if (moment !== latest.moment) latest = { moment, text: new Date(moment).toISOString() };
  return latest.text;
}

/** The same for a nullable moment. */
export function isoOrNull(moment: number | null): string | null {
  return moment === null ? null : iso(moment);
}

let latestDate = { second: Number.NaN, text: "" };

/** Epoch milliseconds as in the HTTP header `Date`. The latest second is cached: most answers share it. */
export function httpDate(moment: number): string {
  const second = Math.floor(moment / 1_000);
  if (second !== latestDate.second) latestDate = { second, text: new Date(moment).toUTCString() };
  return latestDate.text;
}
