import * as z from "zod";

import { ShownClock } from "../time-and-quotas/shown-clock.ts";

/** A workspace as the control API shows it, with everything that a client's configuration needs. */
export const ShownWorkspace = z
  .strictObject({
    id: z.string(),
    seed: z.int(),
    fixture: z.string(),
    label: z.string().nullable(),
    owner: z.string().nullable(),
    clock: ShownClock,
    firms: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        firmType: z.string(),
        firmMembers: z.array(
          z.strictObject({ id: z.string(), email: z.string(), isOwner: z.boolean() }),
        ),
        referralCodes: z.array(z.strictObject({ id: z.string() })),
        apiKeys: z.array(
          z.strictObject({
            id: z.string(),
            key: z.string(),
            roleType: z.enum(["Partner", "Realtor"]),
            environment: z.enum(["sandbox", "production"]),
            quotaPerHour: z.int().nullable(),
            burstPerMinute: z.int().nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "Workspace" });
export type ShownWorkspace = z.infer<typeof ShownWorkspace>;

/** The environment variables that a client or its tests are configured with. */
export const ClientVariables = z
  .record(z.string(), z.string())
  .describe(
    "Environment variables of a client, such as LEAD_API_URL, LEAD_API_KEY and LEAD_API_FIRM_ID; one is absent when the fixture has no record for it",
  );

/** A workspace after these variables. */
export const ConfiguredWorkspace = z
  .strictObject({
    variables: ClientVariables,
    token: z
      .string()
      .exactOptional()
      .describe(
        "Opens this workspace alone, instead of the control token; absent without one, and for the default workspace",
      ),
    ...ShownWorkspace.shape,
  })
  .meta({ id: "ConfiguredWorkspace" });
export type ConfiguredWorkspace = z.infer<typeof ConfiguredWorkspace>;

/** The same in a list, with the time since its last use. */
export const IdleWorkspace = z
  .strictObject({
    ...ShownWorkspace.shape,
    idleSeconds: z
      .int()
      .describe("Seconds of real time since its last use, or since the sandbox started"),
  })
  .meta({ id: "IdleWorkspace" });
export type IdleWorkspace = z.infer<typeof IdleWorkspace>;

/** A workspace that the start set aside because its file is invalid. */
export const BrokenWorkspace = z
  .strictObject({ id: z.string(), reason: z.string() })
  .meta({ id: "BrokenWorkspace" });
