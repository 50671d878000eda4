import { Date } from "../../base/values/native-timers.ts";
import { MailpitRefusal } from "./refusal.ts";

const datePattern =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[t ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?)?\s?(z|[+-]\d{2}:?\d{2})?$/i;

/** The time of a search, in `timeZone` unless it names a zone. Epoch seconds and milliseconds are valid, too. */
export function searchedMoment(text: string, timeZone: string): number {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const found = datePattern.exec(text);
  if (found !== null) {
    const [, year, month, day, hour = "0", minute = "0", second = "0", part = "0", zone] = found;
    const days = [year, month, day].map(Number);
    const clock = [hour, minute, second].map(Number);
    const wall = moment(days, clock) + Number(part.padEnd(3, "0"));
    if (isThatDay(wall, days, clock)) return wall - offsetOf(wall, zone, timeZone);
  }
  throw new MailpitRefusal(
    400,
    `The date ${JSON.stringify(text)} is not understood. Write before:2026-03-02 or before:"2026-03-02 09:30:00", with a zone such as Z or +01:00 or with the parameter tz.`,
  );
}

/** The offset of a time zone from UTC at a moment, in milliseconds. Throws a 400 for an unknown zone. */
export function zoneOffsetMs(timeZone: string, at: number): number {
  const name = zoneFormat(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return offsetMs((name ?? "").replace("GMT", ""));
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    // Reports an unknown zone.
    throw new MailpitRefusal(
      400,
      `The time zone ${JSON.stringify(timeZone)} is not known. Give tz a name such as Europe/Zurich.`,
    );
  }
}

function moment(
  [year = 0, month = 1, day = 1]: readonly number[],
  [hour, minute, second]: readonly number[],
): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Whether a date and time exist in the calendar: Date converts April 31 to May 1. */
function isThatDay(wall: number, days: readonly number[], clock: readonly number[]): boolean {
  const [, hour, minute, second] = [0, ...clock];
  const read = new Date(wall);
  return (
    days.join("-") ===
      [read.getUTCFullYear(), read.getUTCMonth() + 1, read.getUTCDate()].join("-") &&
    [hour, minute, second].join(":") ===
      [read.getUTCHours(), read.getUTCMinutes(), read.getUTCSeconds()].join(":")
  );
}

/** Computed twice: the first guess can be on the other side of a daylight saving change. */
function offsetOf(wall: number, zone: string | undefined, timeZone: string): number {
  if (zone !== undefined) return zone.toLowerCase() === "z" ? 0 : offsetMs(zone);
  return zoneOffsetMs(timeZone, wall - zoneOffsetMs(timeZone, wall));
}

/** Milliseconds of `+01:30`, `-0430` or an empty text. */
function offsetMs(text: string): number {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
