import * as z from "zod";

import { eventTypes } from "../../../world/workspace/logs/events.ts";

const Message = z
  .strictObject({
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
    cutFromBytes: z
      .int()
      .exactOptional()
      .describe("The size of the whole body, if `body` is only its start, which ends with `…`"),
  })
  .meta({ id: "JournaledMessage" });

const ShownEffect = z
  .strictObject({
    type: z.enum(eventTypes),
    summary: z.string(),
    leadId: z.string().exactOptional(),
    messageId: z.string().exactOptional(),
    planId: z.string().exactOptional(),
    clientProfileId: z.string().exactOptional(),
    faultId: z.string().exactOptional(),
  })
  .meta({ id: "Effect" });
export type ShownEffect = z.infer<typeof ShownEffect>;

/** A request of the journal as the control API shows it. */
export const ShownRequest = z
  .strictObject({
    id: z.string(),
    at: z.string(),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    status: z.int(),
    operationId: z.string().nullable(),
    durationMs: z.number(),
    apiKeyId: z.string().nullable(),
    surface: z.string(),
    rules: z.array(z.string()),
    reason: z.string().exactOptional(),
    hints: z
      .array(z.string())
      .exactOptional()
      .describe(
        "Names in the request that are similar to documented ones; absent if there are none",
      ),
    changes: z
      .array(z.string())
      .readonly()
      .exactOptional()
      .describe("The announced changes that the request or its answer met, under `--next`"),
    effects: z
      .array(ShownEffect)
      .exactOptional()
      .describe(
        "What the request changed, the mail it caused and the faults that hit it, in order; a list has them with `effects=true`",
      ),
    request: Message,
    response: Message,
  })
  .meta({ id: "JournaledRequest" });
export type ShownRequest = z.infer<typeof ShownRequest>;
