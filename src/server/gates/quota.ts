import { Date } from "../../base/values/native-timers.ts";
import type { ApiKey } from "../../domain/model/api-key.ts";
import type { QuotaLimits, QuotaUsage } from "../../domain/model/quota.ts";
import { burstPerMinute, hourMs, minuteMs } from "../../domain/model/quota.ts";
import { chosenFor } from "../../domain/rules/trace.ts";
import type { Answer } from "../../network/http/answer.ts";
import { whenAnswered } from "../../network/http/answer.ts";
import { ApiError } from "../../network/http/api-error.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import { limitsOf } from "../../world/workspace/requests/quotas.ts";
import type { Gate } from "./gate.ts";

/** Refuses a request over the key's quota or burst (interface 8; rules quota.rolling-hour, quota.burst). */
export const quotaGate: Gate = (context, next) => {
  const { apiKey, workspace, now, dryRun, trace } = context;
  if (apiKey === null) throw new Error("The quota gate must run after the authenticate gate.");
  if (context.isUnmetered) return next(context);
  const limits = limitsOf(apiKey, trace.assumptions);
  const { quotas } = workspace;
  const limiter = dryRun === null ? quotas.limiterOf(apiKey.id) : quotas.copyOf(apiKey.id);
  const allowedAt = limiter.nextAllowedAt(now, limits);
  if (allowedAt > now) {
    const used = limiter.usedWithin(now, hourMs);
    if (trace.choice("quota.refused") === "counted") limiter.record(now, limits);
    const nextAt = limiter.nextAllowedAt(now, limits);
    // The refusal of a dry run is not counted.
    context.notes.allowedAt = dryRun === null ? nextAt : allowedAt;
    throw overQuota(context, apiKey, {
      limits,
      allowedAt: nextAt,
      used,
      standing: limiter.standing(now, limits),
    });
  }
  limiter.record(now, limits);
  return whenAnswered(next(context), (answer) => metered(context, limiter, limits, answer));
};

/** Headers report what an answer costs; a failure may be free (rules quota.failed, quota.headers). */
function metered(
  context: RequestContext,
  limiter: QuotaLimiter,
  limits: QuotaLimits,
  answer: Answer,
): Answer {
  const { now, trace } = context;
  const { assumptions } = trace;
  if (isFailure(answer.status) && chosenFor("quota.failed", assumptions) === "free") {
    trace.choice("quota.failed");
    limiter.refund(now);
  }
  if (chosenFor("quota.headers", assumptions) === "none") return answer;
  const standing = limiter.standing(now, limits);
  if (standing === null) return answer;
  const quotaHeaders = rateLimitHeaders(context, standing, null);
  return { ...answer, headers: { ...answer.headers, ...quotaHeaders } };
}

/** Whether an answer is a failure in the sense of rule quota.failed: any refusal. */
function isFailure(status: number): boolean {
  return status >= 400 && status < 500;
}

type QuotaLimiter = ReturnType<RequestContext["workspace"]["quotas"]["limiterOf"]>;

function overQuota(
  context: RequestContext,
  key: ApiKey,
  over: {
    readonly limits: QuotaLimits;
    readonly allowedAt: number;
    readonly used: number;
    readonly standing: QuotaUsage | null;
  },
): ApiError {
  const { limits, allowedAt, used } = over;
  const perHour = limits.perHour ?? 0;
  const byHour = used >= perHour;
  if (!byHour) context.trace.choice("quota.burst");
  if (key.quotaPerHour === "by-rule") context.trace.choice("quota.value");
  const limit = byHour
    ? `${perHour} requests in ${hourMs / minuteMs} minutes`
    : `${burstPerMinute(perHour)} requests in one minute`;
  return new ApiError({
    status: 429,
    rules: [byHour ? "quota.rolling-hour" : "quota.burst"],
    reason: `The key has used its ${limit}; the next request is allowed at ${new Date(allowedAt).toISOString()}.`,
    headers: rateLimitHeaders(context, over.standing, allowedAt),
  });
}

/** The headers of rule quota.headers. They are exact, rounded up to the second. */
function rateLimitHeaders(
  { trace, now }: RequestContext,
  standing: QuotaUsage | null,
  allowedAt: number | null,
): Record<string, string> {
  const form = chosenFor("quota.headers", trace.assumptions);
  // A 429 without headers is a choice, too; any other answer without them says nothing.
  if (allowedAt !== null) trace.choice("quota.headers");
  if (form === "none" || standing === null) return {};
  trace.choice("quota.headers");
  const retryAfter = allowedAt === null ? {} : { "retry-after": secondsUntil(allowedAt, now) };
  if (form === "retry-after") return retryAfter;
  if (form === "ratelimit") return { ...retryAfter, ...structuredFields(standing, now) };
  const prefix = form === "ratelimit-06" ? "ratelimit" : "x-ratelimit";
  const { limit, remaining, growsAt } = standing.binding;
  return {
    ...retryAfter,
    [`${prefix}-limit`]: String(limit),
    [`${prefix}-remaining`]: String(remaining),
    [`${prefix}-reset`]: secondsUntil(growsAt, now),
  };
}

/** The structured fields of draft-ietf-httpapi-ratelimit-headers since -08, with both windows. */
function structuredFields({ windows }: QuotaUsage, now: number): Record<string, string> {
  const policies = windows.map(
    ({ name, limit, windowMs }) => `"${name}";q=${limit};w=${windowMs / 1_000}`,
  );
  const limits = windows.map(
    ({ name, remaining, growsAt }) => `"${name}";r=${remaining};t=${secondsUntil(growsAt, now)}`,
  );
  return { "ratelimit-policy": policies.join(", "), ratelimit: limits.join(", ") };
}

function secondsUntil(moment: number, now: number): string {
  return String(Math.ceil((moment - now) / 1_000));
}
