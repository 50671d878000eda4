import type { ApiOperation } from "../../src/server/api/routes/call.ts";

/** A world with one key and a workflow of that operation's method. */
export function worldWithWorkflow({ method, body }: ApiOperation, status: number): object {
  const request = { type: "object", required: ["leadId"] };
  return {
    firms: [{ id: "Firm0001", name: "Firm", firmType: "Partner" }],
    apiKeys: [
      {
        id: "Key00001",
        firmId: "Firm0001",
        roleType: "Partner",
        environment: "sandbox",
        quotaPerHour: null,
      },
    ],
    workflows: [
      {
        id: "request-callback",
        method,
        ...(body === undefined ? {} : { request }),
        answer: { status, body: { data: { accepted: true } } },
      },
    ],
  };
}
