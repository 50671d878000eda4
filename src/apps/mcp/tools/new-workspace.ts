import * as z from "zod";

import { picked } from "../../../base/values/picked.ts";
import { readVariables } from "../../../domain/model/client-variables.ts";
import { newTool } from "../tool.ts";

/** A workspace of its own for each task, with the variables of its client. */
export const newWorkspace = newTool({
  name: "new_workspace",
  kind: "write",
  description:
    "Create an isolated world of Firms, members and API keys; do this first. Answers the environment variables that the client under test needs.",
  needsWorkspace: false,
  isStructured: true,
  input: {
    label: z.string().min(1).max(200).optional().describe("A name to recognize it by"),
    fixture: z.string().min(1).max(200).optional(),
    seed: z.int().optional().describe("Of ids and keys; the same seed gives the same ones"),
    now: z.string().max(40).optional().describe("Freezes its clock there; ISO 8601"),
    quotaPerHour: z.int().min(1).nullable().optional().describe("Requests of each key"),
    ttlSeconds: z.int().min(1).optional().describe("Dropped after this time without use"),
  },
  example: {},
  async run({ surroundings: { client, url } }, given) {
    const { id, variables, firms } = await client.workspaces.create(
      picked(given, "label", "fixture", "seed", "now", "quotaPerHour", "ttlSeconds"),
    );
    return {
      data: {
        workspace: id,
        env: { ...readVariables(variables).variables, LEAD_SANDBOX_URL: url },
        firms: firms.map((firm) => ({
          id: firm.id,
          firmType: firm.firmType,
          members: firm.firmMembers.map((one) => one.id),
          keys: firm.apiKeys.map(({ id: apiKeyId, roleType, environment }) => ({
            apiKeyId,
            roleType,
            environment,
          })),
        })),
      },
      lists: ["firms"],
      next: [
        { tool: "look_up", arguments: { query: "POST /firms/{firmId}/leads" } },
        { tool: "what_happened", arguments: { workspace: id } },
      ],
    };
  },
});
