/** Times and durations for display. All times are UTC, as in the API. */

/** `14:03:27.118`. */
export function timeOf(at: string): string {
  return at.slice(11, 23);
}

/** `22 Nov 2026 14:03:27`. */
export function momentOf(at: string): string {
  return moments.format(new Date(at));
}

const moments = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** `0.8 ms`, `12 ms`, `3.2 s`, `5 min`, `2 h 3 min`, `30 d 2 h`. */
export function durationOf(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** `1 Lead`, `2 Leads`. */
export function counted(count: number, name: string): string {
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}

/** Steps that a clock advances by, by their names. */
export const clockSteps = {
  "1 minute": "PT1M",
  "1 hour": "PT1H",
  "1 day": "P1D",
  "30 days": "P30D",
};

/** How a clock differs from the system's: `frozen, +30 d, × 10`; empty if it does not. */
export function clockText({ mode, offsetMs, rate }: Clock): string {
  const offset = Math.round((offsetMs ?? 0) / 1_000) * 1_000;
  return [
    ...(mode === "frozen" ? ["frozen"] : []),
    ...(offset === 0 ? [] : [`${offset > 0 ? "+" : "-"}${durationOf(Math.abs(offset))}`]),
    ...(rate === null || rate === 1 ? [] : [`× ${rate.toLocaleString("en")}`]),
  ].join(", ");
}

type Clock = Readonly<{ mode: string; offsetMs: number | null; rate: number | null }>;
