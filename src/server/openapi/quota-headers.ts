/** The headers of rule quota.headers. By default, no answer has them. */
import type { JsonObject } from "../../base/values/json.ts";
import type { Choice } from "../../domain/rules/catalogue.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";
import { chosenFor } from "../../domain/rules/trace.ts";

const seconds = "Seconds until more requests are allowed";
const integers: Readonly<Record<string, string>> = {
  "Retry-After": "Seconds until the next request is allowed; under each alternative",
  "RateLimit-Limit": "Requests in the window that allows less; under `ratelimit-06`",
  "RateLimit-Remaining": "Requests left in that window; under `ratelimit-06`",
  "RateLimit-Reset": `${seconds} in that window; under \`ratelimit-06\``,
  "X-RateLimit-Limit": "Requests in the window that allows less; under `x-ratelimit`",
  "X-RateLimit-Remaining": "Requests left in that window; under `x-ratelimit`",
  "X-RateLimit-Reset": `${seconds} in that window; under \`x-ratelimit\``,
};

const structured: Readonly<Record<string, { readonly text: string; readonly example: string }>> = {
  "RateLimit-Policy": {
    text: "The quota (`q`) and length in seconds (`w`) of both windows; under `ratelimit`",
    example: '"hour";q=500;w=3600, "minute";q=50;w=60',
  },
  RateLimit: {
    text: "Requests left (`r`) and seconds until there are more (`t`), by window; under `ratelimit`",
    example: '"hour";r=499;t=3600, "minute";r=49;t=60',
  },
};

/** The headers as OpenAPI components. */
export const quotaHeaders: JsonObject = Object.fromEntries([
  ...Object.entries(integers).map(([name, text]) => [
    name,
    {
      description: `${text} of rule quota.headers`,
      schema: { type: "integer", minimum: 0 },
    },
  ]),
  ...Object.entries(structured).map(([name, { text, example }]) => [
    name,
    { description: `${text} of rule quota.headers`, schema: { type: "string" }, example },
  ]),
]);

/** The headers of every metered answer, by the choice of rule quota.headers. */
const ofEvery: Readonly<Record<Choice<"quota.headers">, readonly string[]>> = {
  none: [],
  "retry-after": [],
  ratelimit: ["RateLimit-Policy", "RateLimit"],
  "ratelimit-06": ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
  "x-ratelimit": ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
};

/** The headers of an answer with that status as references. A 429 has them under every choice, a 401 is not metered. */
export function quotaHeadersOf(
  status: number,
  assumptions: Assumptions,
): { readonly headers?: JsonObject } {
  const metered = status === 401 ? [] : ofEvery[chosenFor("quota.headers", assumptions)];
  const names = status === 429 ? Object.keys(quotaHeaders) : metered;
  if (names.length === 0) return {};
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(references) };
}
