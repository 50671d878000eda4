import * as z from "zod";

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
    request: Message,
    response: Message,
  })
  .meta({ id: "JournaledRequest" });
export type ShownRequest = z.infer<typeof ShownRequest>;
