/** A page of Leads, and calls at times, as recordings have them. */
import { entry, lead } from "../traffic/written.ts";

export const base = "https://api.partner.example.com/v1";
export const leads = `${base}/firms/F1rmF1rm/leads`;
export const nine = Date.parse("2027-03-01T09:00:00.000Z");
export const one = lead();
export const page = (records: readonly object[], more: object = {}) => ({
  data: records,
  meta: { total: records.length, count: records.length, offset: 0, limit: 20, ...more },
});

/** An entry `seconds` after nine. */
export function later(seconds: number, written: Parameters<typeof entry>[0] = {}): object {
  return entry({ at: new Date(nine + seconds * 1_000).toISOString(), ...written });
}
