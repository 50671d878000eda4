import type { MiddlewareHandler } from "hono";

import type { ApiKey } from "../domain/api-key.ts";
import type { QuotaLimits, QuotaStanding } from "../domain/quota.ts";
import { burstPerMinute, hourMs, minuteMs } from "../domain/quota.ts";
import { ApiError } from "../http/api-error.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { chosenFor } from "../rules/trace.ts";
import type { EmulatedEnv, Exchange } from "../workspace/exchange.ts";
import { limitsOf } from "../workspace/quotas.ts";

/** Answers that rule quota.failed is about. */
const failures: ReadonlySet<number> = new Set([404, 409, 422]);

/** Refuses a request over the key's quota or burst (interface 8; rules quota.rolling-hour, quota.burst). */
export function quotaGate(): MiddlewareHandler<EmulatedEnv> {
  return async function quota(c, next) {
    const exchange = c.get("exchange");
    const { apiKey, workspace, now, rehearsal } = exchange;
    if (apiKey === null) throw new Error("The quota gate stands behind the authenticate gate.");
    const assumptions = workspace.assumptions();
    const limits = limitsOf(apiKey, assumptions);
    const { quotas } = workspace;
    const ring = rehearsal === null ? quotas.ringOf(apiKey.id) : quotas.copyOf(apiKey.id);
    if (ring.nextAllowedAt(now, limits) > now) {
      rehearsal?.onAllowedAt(ring.nextAllowedAt(now, limits));
      const used = ring.usedWithin(now, hourMs);
      if (exchange.trace.choice("quota.refused") === "counted") ring.record(now, limits);
      throw overQuota(exchange, apiKey, {
        limits,
        allowedAt: ring.nextAllowedAt(now, limits),
        used,
        standing: ring.standing(now, limits),
      });
    }
    ring.record(now, limits);
    await next();
    if (failures.has(c.res.status) && chosenFor("quota.failed", assumptions) === "free") {
      exchange.trace.choice("quota.failed");
      ring.refund(now);
    }
    for (const [name, value] of Object.entries(
      rateLimitHeaders(exchange, ring.standing(now, limits), null),
    )) {
      c.header(name, value);
    }
  };
}

function overQuota(
  exchange: Exchange,
  key: ApiKey,
  over: {
    readonly limits: QuotaLimits;
    readonly allowedAt: number;
    readonly used: number;
    readonly standing: QuotaStanding | null;
  },
): ApiError {
  const { limits, allowedAt, used } = over;
  const perHour = limits.perHour ?? 0;
  const byHour = used >= perHour;
  const rules: RuleId[] = byHour ? ["quota.rolling-hour"] : [];
  if (!byHour) exchange.trace.choice("quota.burst");
  if (key.quotaPerHour === "by-rule") exchange.trace.choice("quota.value");
  const limit = byHour
    ? `${perHour} requests in ${hourMs / minuteMs} minutes`
    : `${burstPerMinute(perHour)} requests in one minute`;
  return new ApiError({
    status: 429,
    rules,
    reason: `The key has used its ${limit}; the next request is allowed at ${new Date(allowedAt).toISOString()}.`,
    headers: rateLimitHeaders(exchange, over.standing, allowedAt),
  });
}

/** The headers of rule quota.headers; what they say is exact, rounded up to the second. */
function rateLimitHeaders(
  { trace, workspace, now }: Exchange,
  standing: QuotaStanding | null,
  allowedAt: number | null,
): Record<string, string> {
  const form = chosenFor("quota.headers", workspace.assumptions());
  if (form === "none" || standing === null) return {};
  trace.choice("quota.headers");
  const retryAfter = allowedAt === null ? {} : { "retry-after": secondsUntil(allowedAt, now) };
  if (form === "retry-after") return retryAfter;
  const prefix = form === "ratelimit" ? "ratelimit" : "x-ratelimit";
  const growsAt = allowedAt ?? standing.growsAt;
  return {
    ...retryAfter,
    [`${prefix}-limit`]: String(standing.perHour),
    [`${prefix}-remaining`]: String(standing.remaining),
    [`${prefix}-reset`]: secondsUntil(growsAt, now),
  };
}

function secondsUntil(moment: number, now: number): string {
  return String(Math.ceil((moment - now) / 1_000));
}
