/** The headers of rule quota.headers, which no answer has by default. */
import type { JsonObject } from "../domain/json.ts";

const texts: Readonly<Record<string, string>> = {
  "Retry-After": "Seconds until the next request is allowed; under each alternative",
  "RateLimit-Limit": "Requests an hour; under `ratelimit`",
  "RateLimit-Remaining": "Requests that are left; under `ratelimit`",
  "RateLimit-Reset": "Seconds until there are more; under `ratelimit`",
  "X-RateLimit-Limit": "Requests an hour; under `x-ratelimit`",
  "X-RateLimit-Remaining": "Requests that are left; under `x-ratelimit`",
  "X-RateLimit-Reset": "Seconds until there are more; under `x-ratelimit`",
};

/** The headers as components. */
export const quotaHeaders: JsonObject = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [
    name,
    {
      description: `${text} of rule quota.headers`,
      schema: { type: "integer", minimum: 0 },
    },
  ]),
);

/** The same as an answer refers to them. */
export const referredQuotaHeaders: JsonObject = Object.fromEntries(
  Object.keys(texts).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);
