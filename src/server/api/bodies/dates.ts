import * as z from "zod";

import { lazy } from "../../../base/values/lazy.ts";

const dateShape = lazy(() => z.iso.date());
const momentShape = lazy(() => z.iso.datetime({ offset: true }));

/** Whether `text` is a date that exists, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return dateShape().safeParse(text).success;
}

/** The same, or a full ISO 8601 timestamp (rule client-data.date-of-birth). */
export function isDateOrMoment(text: string): boolean {
  return isDate(text) || momentShape().safeParse(text).success;
}
