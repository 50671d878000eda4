/** Times at which calendars and local clocks have caused bugs. */

/** A start time, the clock's advance and the resulting time. */
export type Step = readonly [name: string, from: string, by: string, to: string];

export const steps: readonly Step[] = [
  ["the end of a year", "2026-12-31T23:59:59.999Z", "PT0.001S", "2027-01-01T00:00:00.000Z"],
  ["the end of a century", "1999-12-31T23:59:59.999Z", "PT0.001S", "2000-01-01T00:00:00.000Z"],
  ["a leap day", "2028-02-28T12:00:00.000Z", "P1D", "2028-02-29T12:00:00.000Z"],
  ["the end of a leap day", "2028-02-29T23:59:59.999Z", "PT0.001S", "2028-03-01T00:00:00.000Z"],
  ["no leap day in 2026", "2026-02-28T12:00:00.000Z", "P1D", "2026-03-01T12:00:00.000Z"],
  ["no leap day in 2100", "2100-02-28T12:00:00.000Z", "P1D", "2100-03-01T12:00:00.000Z"],
  ["a leap day in 2000", "2000-02-28T12:00:00.000Z", "P1D", "2000-02-29T12:00:00.000Z"],
  ["a leap day in the year 0", "0000-02-28T12:00:00.000Z", "P1D", "0000-02-29T12:00:00.000Z"],
  ["four years of a leap cycle", "2027-03-01T00:00:00.000Z", "P1461D", "2031-03-01T00:00:00.000Z"],
  ["summer time in Berlin", "2026-03-29T00:59:59.999Z", "PT0.001S", "2026-03-29T01:00:00.000Z"],
  ["its end in Berlin", "2026-10-25T00:30:00.000Z", "PT1H", "2026-10-25T01:30:00.000Z"],
  ["summer time in New York", "2026-03-08T06:30:00.000Z", "PT1H", "2026-03-08T07:30:00.000Z"],
  ["its end in New York", "2026-11-01T05:30:00.000Z", "PT1H", "2026-11-01T06:30:00.000Z"],
  ["half an hour on Lord Howe", "2026-04-04T14:45:00.000Z", "PT30M", "2026-04-04T15:15:00.000Z"],
  ["a day that Apia left out", "2011-12-30T09:59:59.999Z", "P1D", "2011-12-31T09:59:59.999Z"],
  ["the epoch", "1969-12-31T23:59:59.999Z", "PT0.001S", "1970-01-01T00:00:00.000Z"],
  [
    "more seconds than 32 bits count",
    "2038-01-19T03:14:07.999Z",
    "PT1S",
    "2038-01-19T03:14:08.999Z",
  ],
  ["the first moment", "0000-01-01T00:00:00.000Z", "PT0.001S", "0000-01-01T00:00:00.001Z"],
  ["the last moment", "9999-12-31T23:59:59.998Z", "PT0.001S", "9999-12-31T23:59:59.999Z"],
];

/** The start and end times of all steps. */
export const moments: readonly string[] = steps.flatMap(([, from, , to]) => [from, to]);
