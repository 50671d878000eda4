/** States of limits, time, faults, choices and the whole workspace. */
import * as z from "zod";

import type { Environment, RoleType } from "../../../domain/model/firm.ts";
import { burstPerMinute, countedMax, hourMs, minuteMs } from "../../../domain/model/quota.ts";
import { assumptionRefusal } from "../../../domain/rules/trace.ts";
import { limitsOf } from "../../../world/workspace/requests/quotas.ts";
import { settingAt } from "../../../world/workspace/time/clock-setting.ts";
import { ControlError } from "../calls/control-error.ts";
import { Moment } from "../calls/shapes.ts";
import { newFault } from "../faults/faults.ts";
import { firmOf, workingKey } from "./directory.ts";
import { keyParams, keyValues } from "./keys.ts";
import type { ProviderState, Stage, StateValues } from "./state.ts";
import { Id, providerState } from "./state.ts";

const KeyOfFirm = z.strictObject({ firmId: Id.exactOptional() });
const AnyKey = z.strictObject(keyParams);

/** Situations that concern more than single records. */
export const situationStates: readonly ProviderState[] = [
  providerState({
    name: "there are no leads",
    description: "A world without Leads, Plans and clients; Firms and keys stay.",
    params: KeyOfFirm,
    values: keyValues,
    setUp(stage, { firmId }) {
      const { leads, plans, clientProfiles } = stage.workspace.store();
      for (const records of [leads, plans, clientProfiles]) records.clear();
      return wantedKey(stage, { firmId });
    },
  }),
  providerState({
    name: "the API key has used its quota",
    description:
      "The requests of the hour are used up; the last half of them within it (rule quota.rolling-hour).",
    params: AnyKey,
    values: keyValues,
    setUp: (stage, key) => used(stage, key, "hour"),
  }),
  providerState({
    name: "the API key has used its burst",
    description: "The requests of the minute are used up (rule quota.burst).",
    params: AnyKey,
    values: keyValues,
    setUp: (stage, key) => used(stage, key, "minute"),
  }),
  providerState({
    name: "the time is",
    description:
      "Sets the clock to this time. If it moves back, all keys have their full quota again.",
    params: z.strictObject({ now: Moment }),
    values: {},
    setUp({ workspace }, { now }) {
      const { clock, quotas, schedule } = workspace;
      if (now < clock.now()) {
        quotas.clear();
        schedule.renew(now);
      }
      const { onRefusal } = clock.setting();
      const mode = { mode: "frozen", ...(onRefusal && { onRefusal }) } as const;
      clock.set(settingAt(mode, now, clock.systemNow));
      workspace.save(clock, quotas);
      return {};
    },
  }),
  providerState({
    name: "the service fails",
    description: "Every request gets that status (rule error.server).",
    params: z.strictObject({ status: z.int().min(500).max(599).default(500) }),
    values: {},
    setUp({ workspace }, { status }) {
      newFault(workspace, {
        match: {},
        then: { when: "before", status },
        times: null,
        probability: 1,
        startsAt: null,
        expiresAt: null,
      });
      return {};
    },
  }),
  providerState({
    name: "the rule is chosen",
    description: "Switches an assumption to one of its alternatives.",
    params: z.strictObject({ rule: z.string(), choice: z.string() }),
    values: {},
    setUp({ workspace }, { rule, choice }) {
      const refusal = assumptionRefusal(rule, choice);
      if (refusal !== null) throw new ControlError(422, refusal);
      workspace.setAssumptions({ ...workspace.assumptions(), [rule]: choice });
      return {};
    },
  }),
];

interface WantedKey {
  readonly firmId?: string | undefined;
  readonly roleType?: RoleType;
  readonly environment?: Environment;
}

function wantedKey(stage: Stage, { firmId, roleType, environment }: WantedKey) {
  const firm = firmOf(stage, firmId);
  const { id, key, firmId: owner } = workingKey(stage, firm.id, roleType, environment);
  return { apiKey: key, apiKeyId: id, firmId: owner };
}

/** Uses up a key's quota: all within this minute, or spread out so that the hourly limit refuses. */
function used(stage: Stage, wanted: WantedKey, window: "hour" | "minute"): StateValues {
  const { workspace } = stage;
  const values = wantedKey(stage, wanted);
  const key = workspace.findKey(values.apiKey);
  if (key === null) throw new Error("The workspace has no usable key.");
  const { perHour } = limitsOf(key, workspace.assumptions());
  if (perHour === null) {
    throw new ControlError(409, `The key ${key.id} has no quota.`, {
      hint: "PUT quotas/{keyId} sets one.",
    });
  }
  const now = workspace.clock.now();
  const count = window === "hour" ? perHour : burstPerMinute(perHour);
  if (count > countedMax) {
    throw new ControlError(409, `The key ${key.id} has a quota that is too large to be used up.`, {
      hint: `PUT quotas/{keyId} sets one of at most ${countedMax} requests.`,
    });
  }
  const [from, to] = window === "hour" ? [hourMs / 2, minuteMs] : [0, 0];
  const step = count === 1 ? 0 : (from - to) / (count - 1);
  const times = Array.from({ length: count }, (_, index) => Math.round(now - from + index * step));
  workspace.quotas.add(key.id, times);
  return values;
}
