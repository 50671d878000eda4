/** The ids of workspaces, in a sandbox that may be one of several. */
import * as z from "zod";

import { idInShard, shardOfId } from "../../../domain/model/shard.ts";
import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import { ControlError } from "../calls/control-error.ts";
import { parsed } from "../calls/input.ts";
import { fileNameProblem, isFileName } from "../calls/shapes.ts";

export const WorkspaceId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .refine(isFileName, fileNameProblem);

/** The id of a new workspace, which begins with the shard. Throws a 421 for an id of another one. */
export function idHere(shard: string | null, id: string | undefined): string | undefined {
  if (shard === null || id === undefined) return id;
  const error = misdirected(shard, id);
  if (error !== null) throw error;
  if (id === defaultWorkspaceId) return id;
  return parsed(z.object({ id: WorkspaceId }), { id: idInShard(id, shard) }, "body").id;
}

/** The 421 for an id of another shard; null if a workspace of this sandbox may have it. */
export function misdirected(shard: string | null, id: string): ControlError | null {
  const named = shardOfId(id);
  if (shard === null || named === null || named === shard) return null;
  const message = `This is shard ${shard}; the id ${JSON.stringify(id)} belongs to shard ${named}.`;
  return new ControlError(421, message, {
    fields: { id: [{ code: "INVALID", message: `It begins with another shard than ${shard}` }] },
    hint: "Check the table of the proxy, or the header X-Sandbox-Shard.",
  });
}
