import { Date } from "./native-timers.ts";

let latest = { second: Number.NaN, text: "" };

/**
 * Epoch milliseconds as ISO 8601 in UTC, with milliseconds (interface 2.1; rule lead.timestamps). The latest second is
 * cached: most new records share it.
 */
export function iso(moment: number): string {
  const whole = Math.trunc(moment);
  const second = Math.floor(whole / 1_000);
  if (second !== latest.second) {
    latest = { second, text: new Date(moment).toISOString().slice(0, -"000Z".length) };
  }
  return `${latest.text}${String(whole - second * 1_000).padStart(3, "0")}Z`;
}

/** The same for a nullable moment. */
export function isoOrNull(moment: number | null): string | null {
  return moment === null ? null : iso(moment);
}

let latestDate = { second: Number.NaN, text: "" };

/** Epoch milliseconds as in the HTTP header `Date`. The latest second is cached: most answers share it. */
export function httpDate(moment: number): string {
  const whole = Math.trunc(moment);
  const second = Math.floor(whole / 1_000);
  if (second !== latestDate.second) latestDate = { second, text: new Date(moment).toUTCString() };
  return latestDate.text;
}

const momentForm =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?)?$/;

/**
 * A date, with or without a time, from any calendar form of ISO 8601 into the extended one with seconds; null for another
 * text. It may be a date that does not exist.
 */
export function extendedMoment(text: string): string | null {
  const form = momentForm.exec(text);
  if (form === null) return null;
  const [, year, month, day, hour, minute = "00", second = "00", fraction, utc = "", ...offset] =
    form;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const [hours, minutes = "00"] = offset;
  const zone = hours === undefined ? utc : `${hours}:${minutes}`;
  const seconds = fraction === undefined ? second : `${second}.${fraction}`;
  return `${date}T${hour}:${minute}:${seconds}${zone}`;
}
