import * as z from "zod";

import { latestMoment, settingAt } from "../workspace/clock.ts";
import { limitsOf } from "../workspace/quotas.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ok } from "./answer.ts";
import { ControlError, unknown } from "./control-error.ts";
import type { ControlOperation } from "./operation.ts";
import { reading, writing } from "./operation.ts";
import { Duration, Moment, NoQuery, one } from "./shapes.ts";

export const ShownClock = z.strictObject({
  now: z.string(),
  mode: z.enum(["system", "frozen"]),
  offsetMs: z.number(),
});

/** The clock of a workspace; `offsetMs` is how far it is ahead of the system's. */
export function showClock(workspace: Workspace): z.infer<typeof ShownClock> {
  const setting = workspace.clock.setting();
  const now = workspace.clock.now();
  const offsetMs = setting.mode === "system" ? setting.offsetMs : now - Date.now();
  return { now: new Date(now).toISOString(), mode: setting.mode, offsetMs };
}

/** GET `W/clock`. */
export const getClock: ControlOperation = reading({
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
export const putClock: ControlOperation = writing({
  id: "put-clock",
  summary: "Freeze the clock, set it on, or let it run with the system's",
  level: "workspace",
  method: "PUT",
  path: "/clock",
  body: z.strictObject({ mode: z.enum(["system", "frozen"]), now: Moment.exactOptional() }),
  answer: one(ShownClock),
  run({ workspace }, { mode, now }) {
    moveClock(workspace, mode, now ?? workspace.clock.now());
    return ok(showClock(workspace));
  },
});

/** POST `W/clock/advance`. */
export const advanceClock: ControlOperation = writing({
  id: "advance-clock",
  summary: "Move the clock forward, by a duration, to a moment, or until a key may send again",
  level: "workspace",
  method: "POST",
  path: "/clock/advance",
  body: z.union([
    z.strictObject({ by: Duration }),
    z.strictObject({ to: Moment }),
    z.strictObject({ untilAllowed: z.string() }),
  ]),
  answer: one(ShownClock),
  run({ workspace }, target) {
    const now = workspace.clock.now();
    const { mode } = workspace.clock.setting();
    if ("by" in target) moveClock(workspace, mode, now + target.by);
    else if ("to" in target) moveClock(workspace, mode, target.to);
    else moveClock(workspace, mode, nextAllowedAt(workspace, target.untilAllowed));
    return ok(showClock(workspace));
  },
});

function nextAllowedAt(workspace: Workspace, keyId: string): number {
  const key = workspace.keys().find(({ id }) => id === keyId);
  if (key === undefined) throw unknown("API key", keyId, "GET api-keys lists them.");
  const limits = limitsOf(key, workspace.assumptions());
  return workspace.quotas.ringOf(key.id).nextAllowedAt(workspace.clock.now(), limits);
}

function moveClock(workspace: Workspace, mode: "system" | "frozen", to: number): void {
  const now = workspace.clock.now();
  if (to < now) {
    throw new ControlError(409, `Time only moves forward: it is ${new Date(now).toISOString()}.`, {
      hint: "POST reset takes the workspace, its clock included, back to where it began.",
    });
  }
  if (to > latestMoment) {
    throw new ControlError(422, `The clock ends at ${new Date(latestMoment).toISOString()}.`);
  }
  workspace.setClock(settingAt(mode, to));
  workspace.emit("clock.moved", {
    from: new Date(now).toISOString(),
    to: new Date(to).toISOString(),
    mode,
  });
}
