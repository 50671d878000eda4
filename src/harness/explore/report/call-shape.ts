/** The calls in a report. */
import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";
import { Count } from "./record-shape.ts";

export const CallId = z
  .object({
    workspace: z.string(),
    operation: z.string().describe("The id of the operation, or method and path if it has none."),
    subject: z.string().nullable().describe("The email of the record, or where it was created."),
    ordinal: z
      .int()
      .min(1)
      .describe("The position among equal calls of the workspace, starting at 1."),
  })
  .meta({
    id: "CallId",
    description: "What identifies a call, also in another run.",
  });

export const ReportedCall = z
  .object({
    id: z.string().describe("Identifies the call; equal in every run."),
    label: z.string().nullable().describe("The label of the workspace."),
    operationId: z.string().describe("The id of the operation, or method and path if it has none."),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    status: Count.describe("The status of the answer; 0 if there was none."),
    rules: z.array(z.string()).describe("The rules that the answer cited."),
    sentAtMs: z.number(),
    answeredAtMs: z.number(),
    variation: z.string().nullable().describe("The variation that changed this call."),
    body: z.string().nullable(),
    answer: z.string().nullable(),
  })
  .meta({ id: "Call", description: "A call with its bodies, each cut to 64 KiB." });
export type ReportedCall = DeepReadonly<z.infer<typeof ReportedCall>>;

export const Evidence = ReportedCall.extend({
  call: z
    .int()
    .min(1)
    .describe("The position of the call in the order in which the calls were sent."),
  received: z.boolean().describe("Whether the client got an answer."),
}).meta({ id: "Evidence" });
export type Evidence = DeepReadonly<z.infer<typeof Evidence>>;
