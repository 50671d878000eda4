/**
 * The JSON Schema formats of the documents, implemented from their standards and not from the sandbox's own checks.
 */

/** `full-date` of RFC 3339: an existing date. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** `date-time` of RFC 3339, without leap seconds. */
function isDateTime(text: string): boolean {
  const [, date = "", hour, minute, second, offsetHour = "0", offsetMinute = "0"] =
    /^(.{10})T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/.exec(text) ?? [];
  return (
    isDate(date) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(offsetHour) < 24 &&
    Number(offsetMinute) < 60
  );
}

/** The checks by format name. */
export const formats = {
  date: isDate,
  "date-time": isDateTime,
  /** The email addresses that both RFC 5321 and the sandbox accept. */
  email: (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  duration: (text: string): boolean => /^P(?!$)(?:\d.*|T\d.*)$/.test(text),
  uuid: (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
} as const;
