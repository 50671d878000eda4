import * as z from "zod";

import { Date } from "../../../base/values/native-timers.ts";
import { limitsOf } from "../../../world/workspace/requests/quotas.ts";
import type { ClockMode } from "../../../world/workspace/time/clock-setting.ts";
import { modeOf } from "../../../world/workspace/time/clock-setting.ts";
import { latestMoment } from "../../../world/workspace/time/clock.ts";
import { moveClock } from "../../../world/workspace/time/move-clock.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ok } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { Duration, Moment, one } from "../calls/shapes.ts";
import { showClock } from "./show-clock.ts";
import { ShownClock } from "./shown-clock.ts";

/** The maximum clock rate: a little more than a day per second. */
export const Rate = z
  .number()
  .gt(0)
  .max(100_000)
  .describe("Speed as a multiple of real time; 1 by default");

/** Whether a 429 moves the clock to the next allowed moment, for clients with a fixed back-off. */
export const OnRefusal = z
  .enum(["stay", "jump"])
  .default("stay")
  .describe("`jump`: a 429 moves the clock to the time when the key may send again");

export const getClock = withNoQuery({
  id: "get-clock",
  summary: "Show the time of the workspace",
  method: "GET",
  path: "/clock",
  answer: one(ShownClock),
  run: ({ workspace }) => ok(showClock(workspace)),
});

export const putClock = withBody({
  id: "put-clock",
  summary: "Freeze the clock, set it, or let it run, also faster than real time",
  method: "PUT",
  path: "/clock",
  destroys: null,
  body: z
    .strictObject({
      mode: z.enum(["system", "frozen"]),
      now: Moment.exactOptional(),
      rate: Rate.exactOptional(),
      onRefusal: OnRefusal,
    })
    .refine(({ mode, rate }) => mode === "system" || rate === undefined, {
      path: ["rate"],
      error: 'A frozen clock has no rate: leave it out, or set mode to "system"',
    }),
  answer: one(ShownClock),
  run: (call, { now: to, ...mode }) => ok(movedClock(call, clockMode(mode), (now) => to ?? now)),
});

/** The clock mode of a call's parameters. */
export function clockMode({
  mode,
  rate,
  onRefusal,
}: {
  readonly mode: ClockMode["mode"];
  readonly rate?: number | undefined;
  readonly onRefusal: z.infer<typeof OnRefusal>;
}): ClockMode {
  return {
    mode,
    ...(rate === undefined ? {} : { rate }),
    ...(onRefusal === "jump" ? { onRefusal } : {}),
  };
}

export const advanceClock = withBody({
  id: "advance-clock",
  summary: "Move the clock forward: by a duration, to a time, or until a key may send again",
  method: "POST",
  path: "/clock/advance",
  destroys: null,
  body: z
    .strictObject({
      by: Duration.exactOptional(),
      to: Moment.exactOptional(),
      untilAllowed: z.string().describe("The id of a key").exactOptional(),
    })
    .refine((target) => Object.keys(target).length === 1, {
      error:
        "Expected one of by (PT1H, or milliseconds), to (ISO 8601) and untilAllowed (the id of a key)",
    })
    .meta({ minProperties: 1, maxProperties: 1 }),
  answer: one(ShownClock),
  run(call, { by, to, untilAllowed = "" }) {
    const { workspace } = call;
    return ok(
      movedClock(call, modeOf(workspace.clock.setting()), (now) => {
        if (by !== undefined) return now + by;
        return to ?? nextAllowedAt(workspace, untilAllowed, now);
      }),
    );
  },
});

function nextAllowedAt(workspace: Workspace, keyId: string, now: number): number {
  const key = workspace.keys().find(({ id }) => id === keyId);
  if (key === undefined) throw unknown("API key", keyId, "GET api-keys lists them.");
  const limits = limitsOf(key, workspace.assumptions());
  return workspace.quotas.limiterOf(key.id).nextAllowedAt(now, limits);
}

/** Moves the clock and returns it. Drops the workspace if it expires by then. */
function movedClock(
  { registry, workspace }: ControlCall,
  mode: ClockMode,
  target: (now: number) => number,
): ShownClock {
  const now = workspace.clock.now();
  const to = target(now);
  refuseMove(now, to);
  moveClock(workspace, mode, to);
  const shown = showClock(workspace);
  const { expiresAt } = workspace.origin();
  if (expiresAt !== null && expiresAt <= to) registry.drop(workspace.id, "expired");
  return shown;
}

function refuseMove(now: number, to: number): void {
  if (to < now) {
    throw new ControlError(409, `Time only moves forward: it is ${new Date(now).toISOString()}.`, {
      hint: "POST reset resets the workspace, including its clock.",
    });
  }
  if (to > latestMoment) {
    throw new ControlError(422, `The clock ends at ${new Date(latestMoment).toISOString()}.`);
  }
}
