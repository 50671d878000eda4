/** The shapes that several control operations share. Times are ISO 8601 in UTC, durations ISO 8601 or milliseconds. */
import * as z from "zod";

import type { Json } from "../domain/json.ts";
import { latestMoment } from "../workspace/clock.ts";

const earliestMoment = Date.parse("0000-01-01T00:00:00.000Z");

/** A moment of the years 0 to 9999 in UTC, read as epoch milliseconds. */
export const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((moment) => moment >= earliestMoment && moment <= latestMoment, "Invalid ISO datetime")
  .meta({ description: "ISO 8601" });

const durationShape =
  /^P(?=\d|T\d)(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const durationPartsMs = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** A duration of fixed length, read as milliseconds: `PT1H`, `P2DT30M` or an integer. Months and years have no fixed length. */
export const Duration = z.union([
  z.int().min(0),
  z
    .string()
    .meta({ format: "duration" })
    .transform((text, context) => {
      const match = durationShape.exec(text);
      if (match === null || text.endsWith("T")) {
        context.addIssue({
          code: "custom",
          message: "Expected a duration such as PT1H or 3600000",
        });
        return z.NEVER;
      }
      const parts = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
      return Math.round(
        parts.reduce((sum, part, index) => sum + part * (durationPartsMs[index] ?? 0), 0),
      );
    }),
]);

/** Any JSON, as it stands in a record. */
export const AnyJson = z.custom<Json>((value) => value !== undefined);

export const NoQuery = z.strictObject({});

/** A page of a control list: `limit` up to 1000. */
export const pageQuery = {
  limit: z.int().min(1).max(1_000).default(100),
  offset: z.int().min(0).default(0),
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

/** `{ data }` around one thing. */
export function one<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ data: schema });
}

/** `{ data, meta }` around a page of things. */
export function pageOf<Schema extends z.ZodType>(schema: Schema) {
  return z.strictObject({ data: z.array(schema), meta: Meta });
}
