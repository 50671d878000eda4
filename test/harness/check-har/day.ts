/** A day of a client that creates a Lead, changes it and deletes it, as a recorder writes it. */
import { archive, entry, lead } from "../traffic/written.ts";

const base = "https://api.partner.example.com/v1";
export const leads = `${base}/firms/F1rmF1rm/leads`;
export const nine = Date.parse("2027-03-01T09:00:00.000Z");
export type Written = NonNullable<Parameters<typeof entry>[0]>;
export const page = (...records: readonly object[]) => ({
  data: records,
  meta: { total: records.length, count: records.length, offset: 0, limit: 20 },
});
const moment = (seconds: number): string => new Date(nine + seconds * 1_000).toISOString();
export const later = (seconds: number, written: Written): object =>
  entry({ at: moment(seconds), ...written });

export const notFound = { status: 404, answer: { message: "Not found" } };
const body = {
  email: "carla.cole@realmail.net",
  firstName: "Carla",
  lastName: "Cole",
  phone: { number: "6135559876" },
};
export const made = lead({ ...body, id: "Cc3dE6gH", createdAt: moment(10), updatedAt: moment(10) });
export const url = `${base}/leads/Cc3dE6gH`;
export const renamed = { ...made, firstName: "Carlotta", updatedAt: moment(20) };
export const create: Written = {
  method: "POST",
  url: leads,
  body,
  status: 201,
  answer: { data: made },
};
export const rename: Written = {
  method: "PATCH",
  url,
  body: { firstName: "Carlotta" },
  answer: { data: renamed },
};
export const remove: Written = { method: "DELETE", url, status: 204 };

export const day: readonly (readonly [number, Written])[] = [
  [0, { url: leads, answer: page(lead()) }],
  [10, create],
  [12, { url, answer: { data: made } }],
  [20, rename],
  [25, { url: leads, answer: page(renamed, lead()) }],
  [30, { url, answer: { data: renamed } }],
  [40, remove],
  [50, { url, ...notFound }],
  [60, { url: leads, answer: page(lead()) }],
];

/** The day where the call at one place has a time that is `by` seconds off. */
export function dayWith(wrongAt: number, by: number, isDated: boolean): string {
  return archive(
    day.map(([seconds, written], place) => {
      const date = { name: "date", value: new Date(nine + seconds * 1_000).toUTCString() };
      const at = seconds + (place === wrongAt ? by : 0);
      return later(at, { ...written, ...(isDated ? { responseHeaders: [date] } : {}) });
    }),
  );
}
