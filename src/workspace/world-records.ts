/** The schemas of a fixture's records, each created on first use. */
import * as z from "zod";

import { keyProblem, permissions } from "../domain/api-key.ts";
import { emailPattern } from "../domain/email-address.ts";
import { logoLengthMax, logoProblem } from "../domain/firm.ts";
import { methodsWithBody } from "../domain/workflow.ts";
import { apiKeyFields } from "../records/api-key.ts";
import { clientProfileFields } from "../records/client-profile.ts";
import { firmMemberFields } from "../records/firm-member.ts";
import { firmFields } from "../records/firm.ts";
import { leadFields } from "../records/lead.ts";
import { planFields } from "../records/plan.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import { lazy } from "../values/lazy.ts";
import { listOf } from "./list-of.ts";
import { stepProblems } from "./workflow-steps.ts";
import { JsonValue, parts, worldShape } from "./world-shape.ts";

export const WorldFirm = lazy(() => {
  const { name } = parts();
  const logo = z.string().refine((text) => text.length <= logoLengthMax, logoProblem);
  return z
    .strictObject(worldShape(firmFields, { name, firmType: name, logo }))
    .meta({ id: "WorldFirm" });
});

/** `subscription`: whether the member's notification subscription is active; by default there is none. */
export const WorldFirmMember = lazy(() =>
  z
    .strictObject(worldShape(firmMemberFields, { email: z.email({ pattern: emailPattern }) }))
    .meta({ id: "WorldFirmMember" }),
);

export const WorldReferralCode = lazy(() =>
  z.strictObject(worldShape(referralCodeFields)).meta({ id: "WorldReferralCode" }),
);

/** Without `key`, the key is made from the seed; without `quotaPerHour`, rule quota.value determines it. */
export const WorldApiKey = lazy(() =>
  z
    .strictObject({
      ...worldShape(apiKeyFields),
      key: z.uuidv4({ error: ({ input }) => keyProblem(input) }).exactOptional(),
      quotaPerHour: z.int().min(1).nullable().exactOptional(),
      permissions: listOf(z.enum(permissions)).exactOptional(),
    })
    .meta({ id: "WorldApiKey" }),
);
export type WorldApiKey = z.infer<ReturnType<typeof WorldApiKey>>;

export const WorldClientProfile = lazy(() =>
  z.strictObject(worldShape(clientProfileFields)).meta({ id: "WorldClientProfile" }),
);

/** `firmId`: the Firm whose keys reach a Lead of a ClientProfile. */
export const WorldLead = lazy(() =>
  z
    .strictObject(worldShape(leadFields))
    .refine(
      ({ resourceType, firmId }) => (resourceType === "ClientProfile") === (firmId !== undefined),
      { path: ["firmId"], message: "Expected for a Lead of a ClientProfile, and for no other" },
    )
    .meta({ id: "WorldLead" }),
);

/** `owners`: the ids of the Firms that own the Plan. */
export const WorldPlan = lazy(() =>
  z.strictObject(worldShape(planFields)).meta({ id: "WorldPlan" }),
);

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Maximum number of steps of a workflow. */
const stepsMax = 50;

const WorldStep = lazy(() => {
  const { object } = parts();
  return z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
        .exactOptional(),
      method: z.enum(["POST", "PATCH", "PUT", "DELETE"]),
      path: z.string().regex(/^[^\ud800-\udfff]{1,200}$/u),
      params: object.exactOptional(),
      query: object.exactOptional(),
      body: JsonValue().exactOptional(),
    })
    .meta({ id: "WorldStep" });
});

/**
 * `request` is a JSON Schema of the body. `answer` is sent unchanged, except for the references of a workflow with steps
 * (rules workflow.unknown, workflow.steps).
 */
export const WorldWorkflow = lazy(() => {
  const { id, object } = parts();
  return z
    .strictObject({
      id,
      method: z.enum(["GET", "POST", "PATCH", "DELETE", "PUT"]),
      request: object.nullable().exactOptional(),
      steps: listOf(WorldStep(), stepsMax)
        .refine((steps) => steps.length <= stepsMax, `Expected at most ${stepsMax} steps`)
        .meta({ documentedAs: z.array(WorldStep()).max(stepsMax) })
        .exactOptional(),
      answer: z.strictObject({ status: z.int().min(200).max(599), body: JsonValue() }),
    })
    .refine(
      ({ method, request }) => !request || methodsWithBody.includes(method),
      "A workflow with a request is a POST, PATCH or PUT",
    )
    .refine(
      ({ answer: { status, body } }) => body === null || !bodiless.has(status),
      "An answer of this status has no body: it is null",
    )
    .superRefine((workflow, context) => {
      for (const [path, message] of stepProblems(workflow)) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
    })
    .meta({ id: "WorldWorkflow" });
});
export type WorldWorkflow = z.infer<ReturnType<typeof WorldWorkflow>>;
