/** Epoch milliseconds as ISO 8601 in UTC, with milliseconds (interface 2.1; rule lead.timestamps). */
export function iso(moment: number): string {
  return new Date(moment).toISOString();
}

/** The same for a nullable moment. */
export function isoOrNull(moment: number | null): string | null {
  return moment === null ? null : iso(moment);
}
