import type { Call, World } from "../../../support/world.ts";
import { ids } from "../../../support/world.ts";

/** A request with a key of its workspace, and its expected outcome. */
export interface OutcomeRow {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly call?: Call;
  /** Prepares the workspace. */
  readonly before?: (world: World) => Promise<unknown>;
  readonly status: number;
  readonly operationId: string | null;
}

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "jo.journal@example.com", firstName: "Jo", lastName: "Jung" };

/** Requests with answers of many kinds. */
export const outcomes: readonly OutcomeRow[] = [
  { name: "200 of HEAD", method: "HEAD", path: "/leads", status: 200, operationId: "get-leads" },
  {
    name: "201",
    method: "POST",
    path: ofFirm,
    call: { body: person },
    status: 201,
    operationId: "post-leads-for-firm",
  },
  {
    name: "204",
    method: "DELETE",
    path: `/v1/leads/${ids.activeLead}`,
    before: (world) => world.control("PUT", "/assumptions", { "lead.delete": "204" }),
    status: 204,
    operationId: "delete-lead",
  },
  {
    name: "401 of a revoked key",
    method: "GET",
    path: "/v1/plans",
    before: (world) => world.control("DELETE", `/api-keys/${world.keyIds.partner}`),
    status: 401,
    operationId: "get-plans",
  },
  {
    name: "403 of a key of the other API",
    method: "GET",
    path: `/v1/plans/${ids.plan}`,
    call: { surface: "realtor" },
    status: 403,
    operationId: "get-plan",
  },
  { name: "404 of a path", method: "GET", path: "/v1/nope", status: 404, operationId: null },
  {
    name: "409",
    method: "POST",
    path: ofFirm,
    call: { body: { ...person, email: "ada.active@example.com" } },
    status: 409,
    operationId: "post-leads-for-firm",
  },
  {
    name: "413",
    method: "POST",
    path: ofFirm,
    call: { body: { ...person, clientData: { notes: "x".repeat(1_100_000) } } },
    status: 413,
    operationId: "post-leads-for-firm",
  },
  {
    name: "422",
    method: "POST",
    path: ofFirm,
    call: { rawBody: "no JSON", headers: { "content-type": "application/json" } },
    status: 422,
    operationId: "post-leads-for-firm",
  },
  {
    name: "429",
    method: "DELETE",
    path: `/v1/leads/${ids.activeLead}`,
    async before(world) {
      await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 1 });
      await world.control("POST", `/quotas/${world.keyIds.partner}/use`, { count: 1 });
    },
    status: 429,
    operationId: "delete-lead",
  },
  {
    name: "503 of a planned fault",
    method: "GET",
    path: "/v1/firms",
    before: (world) => world.control("POST", "/faults", { then: { status: 503 } }),
    status: 503,
    operationId: "get-firms",
  },
];
