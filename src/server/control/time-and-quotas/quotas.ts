import * as z from "zod";

import { Date } from "../../../base/values/native-timers.ts";
import type { ApiKey } from "../../../domain/model/api-key.ts";
import { burstPerMinute, hourMs, minuteMs } from "../../../domain/model/quota.ts";
import { limitsOf } from "../../../world/workspace/requests/quotas.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { list, ok } from "../calls/answer.ts";
import { unknown } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withBody, withNoQuery, withQuery } from "../calls/operation.ts";
import { Duration, one, pageOf } from "../calls/shapes.ts";

const ShownQuota = z
  .strictObject({
    keyId: z.string(),
    quotaPerHour: z.int().nullable(),
    burstPerMinute: z.int().nullable(),
    usedLastHour: z.int(),
    usedLastMinute: z.int(),
    nextAllowedAt: z.string(),
    usedByMinute: z
      .array(z.int())
      .exactOptional()
      .describe("Counted requests in each of the last 60 minutes, oldest first, if asked for"),
  })
  .meta({ id: "Quota" });

function showQuota(workspace: Workspace, key: ApiKey): z.infer<typeof ShownQuota> {
  const limits = limitsOf(key, workspace.assumptions());
  const limiter = workspace.quotas.limiterOf(key.id);
  const now = workspace.clock.now();
  return {
    keyId: key.id,
    quotaPerHour: limits.perHour,
    burstPerMinute: limits.perHour === null ? null : burstPerMinute(limits.perHour),
    usedLastHour: limiter.usedWithin(now, hourMs),
    usedLastMinute: limiter.usedWithin(now, minuteMs),
    nextAllowedAt: new Date(limiter.nextAllowedAt(now, limits)).toISOString(),
  };
}

/** The key of the path: its id, or a role for its first sandbox key. Throws a 404 if it does not exist. */
export function keyInPath({ workspace, params }: ControlCall): ApiKey {
  const id = params["keyId"] ?? "";
  const keys = workspace.keys();
  const key =
    keys.find((known) => known.id === id) ??
    keys.find(
      ({ roleType, environment }) => environment === "sandbox" && roleType.toLowerCase() === id,
    );
  if (key === undefined)
    throw unknown(
      "API key",
      id,
      "GET api-keys lists them; partner and realtor name the first sandbox key of a role.",
    );
  return key;
}

export const listQuotas = withQuery({
  id: "list-quotas",
  summary: "Show the quota of each key: limits, use, and when it may send again",
  method: "GET",
  path: "/quotas",
  query: z.strictObject({
    byMinute: z.boolean().default(false).describe("Also count each minute of the last hour"),
  }),
  answer: pageOf(ShownQuota),
  run: ({ workspace }, { byMinute }) =>
    workspace.clock.during(workspace.clock.now(), () =>
      list(workspace.keys(), (key) => ({
        ...showQuota(workspace, key),
        ...(byMinute ? { usedByMinute: usedByMinute(workspace, key) } : {}),
      })),
    ),
});

function usedByMinute(workspace: Workspace, key: ApiKey): readonly number[] {
  const limiter = workspace.quotas.limiterOf(key.id);
  const start = workspace.clock.now() - hourMs;
  return Array.from({ length: hourMs / minuteMs }, (_, past) =>
    limiter.usedWithin(start + (past + 1) * minuteMs, minuteMs),
  );
}

export const putQuota = withBody({
  id: "put-quota",
  summary: "Set a key's requests per hour; null removes the limit",
  method: "PUT",
  path: "/quotas/{keyId}",
  destroys: null,
  body: z.strictObject({ quotaPerHour: z.int().min(1).nullable() }),
  answer: one(ShownQuota),
  run(call, { quotaPerHour }) {
    const { workspace } = call;
    const key = { ...keyInPath(call), quotaPerHour };
    workspace.store().apiKeys.update(key);
    workspace.keysChanged();
    workspace.emit("quota.set", { keyId: key.id, quotaPerHour });
    return ok(showQuota(workspace, key));
  },
});

export const useQuota = withBody({
  id: "use-quota",
  summary:
    "Use up quota without sending requests, at once or spread over the time before now; a key keeps its newest 1,000,000",
  method: "POST",
  path: "/quotas/{keyId}/use",
  destroys: null,
  body: z.strictObject({ count: z.int().min(1).max(100_000), over: Duration.default(0) }),
  answer: one(ShownQuota),
  run(call, { count, over }) {
    const { workspace } = call;
    const key = keyInPath(call);
    const now = workspace.clock.now();
    const step = count === 1 ? 0 : over / (count - 1);
    const times = Array.from({ length: count }, (_, index) => Math.round(now - index * step));
    workspace.quotas.add(key.id, times);
    workspace.emit("quota.used", { keyId: key.id, count });
    return ok(showQuota(workspace, key));
  },
});

export const refillQuota = withNoQuery({
  id: "refill-quota",
  destroys: "The count of what the key used in the last hour and minute is lost.",
  summary: "Reset the used quota of a key",
  method: "POST",
  path: "/quotas/{keyId}/refill",
  answer: one(ShownQuota),
  run(call) {
    const key = keyInPath(call);
    call.workspace.quotas.clear(key.id);
    call.workspace.emit("quota.refilled", { keyId: key.id });
    return ok(showQuota(call.workspace, key));
  },
});
