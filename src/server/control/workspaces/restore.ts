import * as z from "zod";

import { SnapshotError } from "../../../world/workspace/storage/snapshotting.ts";
import { ControlError } from "../calls/control-error.ts";
import { snapshotType, textType } from "../calls/media-types.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withBytes } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import { idHere, WorkspaceId } from "./id.ts";
import { notCreated } from "./missing.ts";
import { answerConfigured } from "./show-workspace.ts";
import { ConfiguredWorkspace } from "./shown-workspace.ts";

/** POST `/workspaces/restore`: what a colleague or a failed run in CI saw, in another sandbox. */
export const restoreWorkspace = withBytes({
  id: "restore-workspace",
  summary:
    "Create a workspace from a downloaded snapshot; a key that another workspace has is replaced by a new one",
  level: "server",
  method: "POST",
  path: "/workspaces/restore",
  destroys: null,
  query: z.strictObject({
    id: WorkspaceId.exactOptional().describe("Its id; by default a generated one"),
  }),
  bodyType: snapshotType,
  status: 201,
  refuses: [421],
  answer: one(ConfiguredWorkspace),
  mediaType: textType,
  run(call, query, image) {
    const { registry, server } = call;
    const id = idHere(server.shard, query.id);
    const made = restored(call, id, image);
    if (!made.ok) throw notCreated(registry, id, made.reason);
    return answerConfigured(call, made.workspace, 201);
  },
});

function restored({ registry, server }: ControlCall, id: string | undefined, image: Buffer) {
  try {
    return registry.createFrom(image, { id, ...server.defaults });
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw new ControlError(422, error.message, {
      fields: { body: [{ code: "INVALID", message: "It is not a valid snapshot" }] },
      hint: "Send a file as GET /_sandbox/workspaces/{id}/snapshots/{name}/download answered it. Nothing was created.",
    });
  }
}
