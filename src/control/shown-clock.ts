import * as z from "zod";

/** A clock as the control API shows it. */
export const ShownClock = z
  .strictObject({
    now: z.string(),
    mode: z.enum(["system", "frozen"]),
    offsetMs: z
      .number()
      .nullable()
      .describe("How far it is ahead of the system's; null when frozen"),
    rate: z
      .number()
      .nullable()
      .describe("How many times as fast as the system's; null when frozen"),
    onRefusal: z.enum(["stay", "jump"]),
  })
  .meta({ id: "Clock" });
export type ShownClock = z.infer<typeof ShownClock>;
