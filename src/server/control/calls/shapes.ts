/** Schemas that several control operations share. Times are ISO 8601 in UTC, durations ISO 8601 or milliseconds. */
import * as z from "zod";

import { readDuration } from "../../../base/values/duration.ts";
import type { Json } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import {
  earliestMoment,
  latestMoment,
  momentExpected,
} from "../../../world/workspace/time/clock.ts";

/** A time from year 0 to 9999 in UTC, parsed to epoch milliseconds. */
export const Moment = z.iso
  .datetime({ offset: true, error: momentExpected })
  .transform((text) => Date.parse(text))
  .refine(
    (moment) => moment >= earliestMoment && moment <= latestMoment,
    "Expected a moment of the years 0 to 9999 in UTC",
  )
  .meta({ description: "ISO 8601 with an offset; seconds are needed, milliseconds are not" });

/**
 * A duration of fixed length, parsed to milliseconds: `PT1H`, `P2DT30M` or an integer. Months and years have no
 * fixed length.
 */
export const Duration = z.union(
  [
    z.int().min(0),
    z
      .string()
      .meta({ format: "duration" })
      .transform((text, context) => {
        const durationMs = readDuration(text);
        if (durationMs !== null) return durationMs;
        context.addIssue({ code: "custom" });
        return z.NEVER;
      }),
  ],
  { error: ({ input }) => durationProblem(input) },
);

/** The error for an invalid duration. It rejects `P1M`, which readers confuse with a minute. */
function durationProblem(input: unknown): string {
  const allowed = "Expected a duration of fixed length such as PT1H, PT30M or P2D, or milliseconds";
  if (typeof input !== "string") return allowed;
  const calendar = /^P(?:\d+Y)?(?:(\d+)M)?(?:\d+[DW])*(?:T.*)?$/.exec(input);
  if (calendar === null || !/^P[^T]*[YM]/.test(input)) return allowed;
  const [, months] = calendar;
  const hint =
    months === undefined
      ? "A year has no fixed length: write days, such as P365D"
      : `${months}M before a T means months, which have no fixed length: for minutes write PT${months}M, for months write days, such as P${Number(months) * 30}D`;
  return `${hint}. ${allowed}`;
}

/**
 * Whether a name is a valid file name on every platform. Windows reserves some names for devices, with any
 * extension.
 */
export function isFileName(name: string): boolean {
  return !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}

/** The error for an invalid name. */
export const fileNameProblem = "Expected a name that Windows does not keep for a device";

export const AnyJson = z.custom<Json>((value) => value !== undefined);

export const NoQuery = z.strictObject({});

/** A page of a control list: `limit` up to 1000. */
export const pageQuery = {
  limit: z.int().min(1).max(1_000).default(100).describe("Maximum number to return"),
  offset: z.int().min(0).default(0).describe("Number to skip"),
};

const iso = z.string();
export const isoOrNull = iso.nullable();

export const Meta = z
  .strictObject({
    total: z.int(),
    count: z.int(),
    offset: z.int(),
    limit: z.int(),
  })
  .meta({ id: "ControlPageMeta" });

/** `{ data }` with one record. */
export function one<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ data: schema });
}

/** `{ data, meta }` with a page of records. */
export function pageOf<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ data: z.array(schema), meta: Meta });
}
