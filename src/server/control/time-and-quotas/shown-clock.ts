import * as z from "zod";

/** A clock as the control API shows it. */
export const ShownClock = z
  .strictObject({
    now: z.string(),
    mode: z.enum(["system", "frozen"]),
    offsetMs: z
      .number()
      .nullable()
      .describe("Milliseconds that it is ahead of the system clock; null when frozen"),
    rate: z.number().nullable().describe("Speed as a multiple of real time; null when frozen"),
    onRefusal: z.enum(["stay", "jump"]),
  })
  .meta({ id: "Clock" });
export type ShownClock = z.infer<typeof ShownClock>;
