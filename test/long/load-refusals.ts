import { ids } from "../support/world.ts";
import type { Sent } from "./load-client.ts";

const firmPath = `/v1/firms/${ids.partnerFirm}/leads`;
/** The email of a Lead in the fixture that no client changes. */
const takenEmail = "ada.active@example.com";
const person = { firstName: "Nia", lastName: "North" };

/** Requests with different refusals. The last one meets a fault that may be planned. */
export const refusals: readonly (readonly [what: string, sent: Sent, ...statuses: number[]])[] = [
  ["without a key", { method: "GET", path: "/v1/leads" }, 401],
  [
    "by a key of nobody",
    { method: "GET", path: "/v1/leads", key: "00000000-0000-4000-8000-00000000dead" },
    401,
  ],
  [
    "at another surface",
    { method: "GET", path: "/v1/leads", host: "partner-production.localhost" },
    401,
  ],
  ["of another role", { method: "GET", path: "/v1/leads", host: "realtor.localhost" }, 403],
  ["of another Firm", { method: "GET", path: `/v1/leads/${ids.foreignLead}` }, 404],
  ["of what is not there", { method: "GET", path: "/v1/leads/nowhere1" }, 404],
  ["of no resource", { method: "GET", path: "/v1/nowhere" }, 404],
  ["of no workflow", { method: "POST", path: "/v1/workflows/nowhere", body: {} }, 404],
  ["of a page too long", { method: "GET", path: `${firmPath}?limit=1000` }, 422],
  ["of an order that is none", { method: "GET", path: `${firmPath}?order=up` }, 422],
  ["without an email", { method: "POST", path: firmPath, body: { ...person, email: "nia" } }, 422],
  ["of no JSON", { method: "POST", path: firmPath, body: "{" }, 422],
  [
    "of a taken email",
    { method: "POST", path: firmPath, body: { ...person, email: takenEmail } },
    409,
  ],
  ["of what is planned", { method: "GET", path: "/v1/leads/FaultyL1" }, 404, 503],
];
