import * as z from "zod";

import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import { newSalt } from "../../../world/workspace/registry/new-workspace.ts";
import { created } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import { showConfigured } from "./show-workspace.ts";
import { ClientVariables } from "./shown-workspace.ts";

/** POST `/workspaces/{workspaceId}/token`: for a token that leaked, or ended with a former control token. */
export const renewToken = withNoQuery({
  id: "renew-token",
  destroys: "The present token of the workspace ends, and so do the console's sessions with it.",
  summary: "Give a workspace a new token; only the control token may, also with isolation",
  level: "server",
  method: "POST",
  path: "/workspaces/{workspaceId}/token",
  status: 201,
  answer: one(z.strictObject({ token: z.string(), variables: ClientVariables })),
  run({ workspace, server, holder }) {
    if (workspace.id === defaultWorkspaceId) {
      throw new ControlError(404, "The default workspace has no token of its own.", {
        hint: "The control token opens it.",
      });
    }
    if (holder === null) {
      throw new ControlError(
        409,
        "Workspaces have tokens only in a sandbox with a control token.",
        {
          hint: "Start it with --control-token.",
        },
      );
    }
    if (holder.workspaceId !== null) {
      throw new ControlError(403, "Only the control token gives a workspace a new token.", {
        hint: "Ask the operator of the sandbox.",
      });
    }
    workspace.setIdentity({ salt: newSalt() });
    const token = server.tokens.of(workspace.id);
    if (token === null) throw new Error("A workspace with a salt has no token.");
    return created({ token, variables: showConfigured(workspace, server, token).variables });
  },
});
