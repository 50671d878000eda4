import * as z from "zod";

import type { ClockSetting } from "../workspace/clock.ts";
import { latestMoment, settingAt } from "../workspace/clock.ts";
import { limitsOf } from "../workspace/quotas.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ok } from "./answer.ts";
import { ControlError, unknown } from "./control-error.ts";
import type { ControlCall } from "./operation.ts";
import { reading, writing } from "./operation.ts";
import { Duration, Moment, NoQuery, one } from "./shapes.ts";
import { showClock } from "./show-clock.ts";

export const ShownClock = z
  .strictObject({
    now: z.string(),
    mode: z.enum(["system", "frozen"]),
    offsetMs: z
      .number()
      .nullable()
      .describe("How far it is ahead of the system's; null when frozen"),
  })
  .meta({ id: "Clock" });

export type ShownClock = z.infer<typeof ShownClock>;

/** GET `W/clock`. */
export const getClock = reading({
  id: "get-clock",
  summary: "The workspace's time",
  level: "workspace",
  method: "GET",
  path: "/clock",
  query: NoQuery,
  answer: one(ShownClock),
  run: ({ workspace }) => ok(showClock(workspace)),
});

/** PUT `W/clock`. */
export const putClock = writing({
  id: "put-clock",
  summary: "Freeze the clock, set it on, or let it run with the system's",
  level: "workspace",
  method: "PUT",
  path: "/clock",
  body: z.strictObject({ mode: z.enum(["system", "frozen"]), now: Moment.exactOptional() }),
  answer: one(ShownClock),
  run: (call, { mode, now: to }) => ok(moveClock(call, mode, (now) => to ?? now)),
});

/** POST `W/clock/advance`. */
export const advanceClock = writing({
  id: "advance-clock",
  summary: "Move the clock forward, by a duration, to a moment, or until a key may send again",
  level: "workspace",
  method: "POST",
  path: "/clock/advance",
  body: z.union(
    [
      z.strictObject({ by: Duration }),
      z.strictObject({ to: Moment }),
      z.strictObject({ untilAllowed: z.string() }),
    ],
    "Expected one of by (PT1H, or milliseconds), to (ISO 8601) and untilAllowed (the id of a key)",
  ),
  answer: one(ShownClock),
  run(call, target) {
    const { workspace } = call;
    const { mode } = workspace.clock.setting();
    return ok(
      moveClock(call, mode, (now) => {
        if ("by" in target) return now + target.by;
        return "to" in target ? target.to : nextAllowedAt(workspace, target.untilAllowed, now);
      }),
    );
  },
});

function nextAllowedAt(workspace: Workspace, keyId: string, now: number): number {
  const key = workspace.keys().find(({ id }) => id === keyId);
  if (key === undefined) throw unknown("API key", keyId, "GET api-keys lists them.");
  const limits = limitsOf(key, workspace.assumptions());
  return workspace.quotas.ringOf(key.id).nextAllowedAt(now, limits);
}

/** The clock after it was moved; what falls due on the way happened, in order, the end of the workspace last. */
function moveClock(
  { registry, workspace }: ControlCall,
  mode: ClockSetting["mode"],
  target: (now: number) => number,
): z.infer<typeof ShownClock> {
  const { clock, schedule } = workspace;
  const now = clock.now();
  const to = target(now);
  refuseMove(now, to);
  const { expiresAt } = workspace.origin();
  const isOver = expiresAt !== null && expiresAt <= to;
  schedule.runUpTo(isOver ? expiresAt - 1 : to);
  clock.set(settingAt(mode, to));
  workspace.save(clock);
  workspace.emit("clock.moved", {
    from: new Date(now).toISOString(),
    to: new Date(to).toISOString(),
    mode,
  });
  const shown = showClock(workspace);
  if (isOver) registry.drop(workspace.id);
  return shown;
}

function refuseMove(now: number, to: number): void {
  if (to < now) {
    throw new ControlError(409, `Time only moves forward: it is ${new Date(now).toISOString()}.`, {
      hint: "POST reset takes the workspace, its clock included, back to where it began.",
    });
  }
  if (to > latestMoment) {
    throw new ControlError(422, `The clock ends at ${new Date(latestMoment).toISOString()}.`);
  }
}
