import { ids } from "../../../support/world.ts";
import type { Opened } from "../opened.ts";
import type { DescribedRow } from "./described.ts";
import { apiKeyId, get } from "./described.ts";

/** Requests for the authentication gate. */
export const describedKeys: readonly DescribedRow[] = [
  { name: "no key", status: 401, request: { method: "GET", path: "/v1/leads" } },
  {
    name: "a key and a header name in capitals",
    status: 200,
    request: {
      method: "GET",
      path: "/v1/leads",
      headers: { "X-API-Key": "11111111-1111-4111-8111-111111111111" },
    },
  },
  {
    name: "a revoked key",
    status: 401,
    request: get("/v1/leads"),
    before: async ({ control }) => void (await control("DELETE", `/api-keys/${apiKeyId}`)),
  },
  {
    name: "a key of the other API on that API",
    status: 200,
    request: {
      ...get("/v1/leads", { host: "api.realtor.dit.example:8080" }),
      apiKeyId: "MRkeySbx",
    },
  },
  {
    name: "plain HTTP where HTTPS is required",
    status: 403,
    request: get("/v1/leads"),
    sandbox: { requireHttps: true },
  },
];

/** Requests for the quota gate. */
export const describedQuotas: readonly DescribedRow[] = [
  {
    name: "an exhausted quota with rejected requests counted",
    status: 429,
    request: get("/v1/leads"),
    assumptions: { "quota.refused": "counted" },
    before: usedUp,
  },
  {
    name: "an exhausted quota with quota headers",
    status: 429,
    request: get("/v1/leads"),
    assumptions: { "quota.headers": "x-ratelimit" },
    before: usedUp,
  },
  {
    name: "the last request of a burst, with quota headers",
    status: 200,
    request: get("/v1/leads"),
    assumptions: { "quota.headers": "ratelimit" },
    async before({ control }) {
      await control("PUT", `/quotas/${apiKeyId}`, { quotaPerHour: 100 });
      await control("POST", `/quotas/${apiKeyId}/use`, { count: 9 });
    },
  },
  {
    name: "a failure that does not use the quota",
    status: 404,
    request: get("/v1/leads/Nobody"),
    assumptions: { "quota.failed": "free", "quota.headers": "ratelimit" },
    before: async ({ control }) =>
      void (await control("PUT", `/quotas/${apiKeyId}`, { quotaPerHour: 100 })),
  },
];

/** Requests that planned faults hit or ignore. */
export const describedFaults: readonly DescribedRow[] = [
  {
    name: "a fault before the request",
    status: 503,
    request: get("/v1/leads"),
    before: planned({ then: { status: 503, message: "Busy", headers: { "retry-after": "9" } } }),
  },
  {
    name: "a fault with a broken body",
    status: 200,
    request: get("/v1/leads"),
    before: planned({ then: { kind: "malformed" } }),
  },
  {
    name: "a fault after execution",
    status: 502,
    request: { method: "DELETE", path: `/v1/leads/${ids.activeLead}`, apiKeyId },
    before: planned({ then: { when: "after", status: 502 } }),
  },
  {
    name: "a fault that resets the connection",
    status: null,
    request: get("/v1/leads"),
    before: planned({ then: { kind: "reset" } }),
  },
  {
    name: "a fault that resets the connection after execution",
    status: null,
    request: { method: "DELETE", path: `/v1/leads/${ids.activeLead}`, apiKeyId },
    before: planned({ then: { when: "after", kind: "reset" } }),
  },
];

async function usedUp({ control }: Opened): Promise<void> {
  await control("PUT", `/quotas/${apiKeyId}`, { quotaPerHour: 2 });
  await control("POST", `/quotas/${apiKeyId}/use`, { count: 2, over: "PT20M" });
}

function planned(fault: object): NonNullable<DescribedRow["before"]> {
  return async ({ control }) => void (await control("POST", "/faults", fault));
}
