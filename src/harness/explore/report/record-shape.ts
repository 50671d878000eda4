/** The records in a report, and what all its shapes share. */
import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";

/** A non-negative integer. */
export const Count = z.int().min(0);

const Kind = z.enum(["Lead", "ClientProfile", "Plan", "Mail"]);

const PersonRecord = z
  .object({
    kind: Kind,
    email: z.string(),
    parent: z.string().nullable().describe("Type and name of the owner."),
    state: z.string().describe("For a mail, its kind."),
    content: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: "PersonRecord",
    description: "A record or a captured mail at the end, without ids and times.",
  });

export const RecordDifference = z
  .object({
    change: z.enum(["missing", "added", "changed"]),
    kind: Kind,
    email: z.string(),
    workspace: z.string(),
    baseline: PersonRecord.nullable().describe("The record in the baseline."),
    trial: PersonRecord.nullable().describe("The record in the trial."),
    fields: z
      .array(
        z.object({
          field: z.string().describe("The path of the field, such as phone.number."),
          expected: z.string().nullable().describe("The value in the baseline."),
          found: z.string().nullable().describe("The value in the trial."),
        }),
      )
      .exactOptional()
      .describe("The fields of a changed record that differ."),
  })
  .meta({ id: "RecordDifference", description: "A record that differs from the baseline." });
export type ReportedChange = DeepReadonly<z.infer<typeof RecordDifference>>;

export const RecordCount = z
  .object({
    kind: Kind,
    parent: z.string().nullable().describe("Type and name of the owner."),
    email: z.string(),
    expected: Count.describe("The number of such records in the baseline."),
    found: Count.describe("The number of such records in the trial."),
  })
  .meta({ id: "RecordCount" });
export type RecordCount = DeepReadonly<z.infer<typeof RecordCount>>;
