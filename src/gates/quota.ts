import type { ApiKey } from "../domain/api-key.ts";
import type { QuotaLimits, QuotaStanding } from "../domain/quota.ts";
import { burstPerMinute, hourMs, minuteMs } from "../domain/quota.ts";
import type { Answer } from "../http/answer.ts";
import { whenAnswered } from "../http/answer.ts";
import { ApiError } from "../http/api-error.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { chosenFor } from "../rules/trace.ts";
import type { Exchange } from "../workspace/exchange.ts";
import { limitsOf } from "../workspace/quotas.ts";
import type { Gate } from "./gate.ts";

/** Answers that rule quota.failed is about. */
const failures: ReadonlySet<number> = new Set([404, 409, 422]);

/** Refuses a request over the key's quota or burst (interface 8; rules quota.rolling-hour, quota.burst). */
export const quotaGate: Gate = (exchange, next) => {
  const { apiKey, workspace, now, rehearsal, trace } = exchange;
  if (apiKey === null) throw new Error("The quota gate stands behind the authenticate gate.");
  const limits = limitsOf(apiKey, trace.assumptions);
  const { quotas } = workspace;
  const ring = rehearsal === null ? quotas.ringOf(apiKey.id) : quotas.copyOf(apiKey.id);
  const allowedAt = ring.nextAllowedAt(now, limits);
  if (allowedAt > now) {
    rehearsal?.onAllowedAt(allowedAt);
    const used = ring.usedWithin(now, hourMs);
    if (trace.choice("quota.refused") === "counted") ring.record(now, limits);
    throw overQuota(exchange, apiKey, {
      limits,
      allowedAt: ring.nextAllowedAt(now, limits),
      used,
      standing: ring.standing(now, limits),
    });
  }
  ring.record(now, limits);
  return whenAnswered(next(exchange), (answer) => metered(exchange, ring, limits, answer));
};

/** What an answer costs is told in its headers; a failure may cost nothing (rules quota.failed, quota.headers). */
function metered(exchange: Exchange, ring: Ring, limits: QuotaLimits, answer: Answer): Answer {
  const { now, trace } = exchange;
  const { assumptions } = trace;
  if (failures.has(answer.status) && chosenFor("quota.failed", assumptions) === "free") {
    trace.choice("quota.failed");
    ring.refund(now);
  }
  if (chosenFor("quota.headers", assumptions) === "none") return answer;
  const told = rateLimitHeaders(exchange, ring.standing(now, limits), null);
  return { ...answer, headers: { ...answer.headers, ...told } };
}

type Ring = ReturnType<Exchange["workspace"]["quotas"]["ringOf"]>;

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
  { trace, now }: Exchange,
  standing: QuotaStanding | null,
  allowedAt: number | null,
): Record<string, string> {
  const form = chosenFor("quota.headers", trace.assumptions);
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
