import * as z from "zod";

import { FaultEffectShape } from "../../../world/workspace/requests/fault-shapes.ts";
import type { Release } from "../../../world/workspace/requests/held-requests.ts";
import { ok } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import { withBody } from "../calls/operation.ts";
import { AnyJson, one } from "../calls/shapes.ts";
import { faultOf } from "./faults.ts";
import { ownHeadersIn } from "./own-headers.ts";

const { message, fields, headers } = FaultEffectShape().shape;

/** The fields that an action does not take. */
const useless = {
  continue: ["status", "message", "fields", "body", "headers"],
  refuse: ["body"],
  answer: ["message", "fields"],
} as const;

const ReleaseBody = z
  .strictObject({
    requestId: z
      .string()
      .exactOptional()
      .describe("The held request; by default all that the fault holds"),
    action: z
      .enum(["continue", "refuse", "answer"])
      .describe(
        "continue carries the request out. refuse answers with an error of the interface instead, answer with status, body and headers",
      ),
    status: z
      .int()
      .min(200)
      .max(599)
      .exactOptional()
      .describe("503 by default for refuse, 200 for answer"),
    message,
    fields,
    body: AnyJson.exactOptional().describe("A string is sent as it is, any other value as JSON"),
    headers,
  })
  .superRefine(({ action, ...rest }, context) => {
    const refuse = (path: string[], problem: string): void =>
      context.addIssue({ code: "custom", path, message: problem });
    for (const name of useless[action]) {
      if ((rest[name] ?? null) !== null) refuse([name], `The action ${action} does not take it`);
    }
    if (action === "refuse" && rest.status !== undefined && rest.status < 400) {
      refuse(["status"], "Expected 400 to 599 for the action refuse");
    }
    for (const name of ownHeadersIn(rest.headers)) {
      refuse(["headers", name], "The server sets this header itself");
    }
  });

export const releaseFault = withBody({
  id: "release-held-requests",
  summary:
    "Release the requests that a fault of kind hold holds, or one of them: carry it out, refuse it or answer it by hand",
  method: "POST",
  path: "/faults/{faultId}/release",
  destroys: null,
  body: ReleaseBody,
  answer: one(z.strictObject({ action: z.string(), requestIds: z.array(z.string()) })),
  run(call, { requestId, ...release }) {
    const { id, then } = faultOf(call);
    if (then.kind !== "hold") {
      throw new ControlError(409, `The fault ${id} is not of kind hold, so it holds no request.`);
    }
    const { heldRequests } = call.workspace;
    const held = heldRequests.of(id).map((request) => request.requestId);
    const requestIds = heldRequests.release(id, releaseOf(release), requestId);
    if (requestId !== undefined && requestIds.length === 0) {
      throw unknown("held request", requestId, heldNow(held));
    }
    return ok({ action: release.action, requestIds });
  },
});

function releaseOf({ action, ...rest }: Omit<z.infer<typeof ReleaseBody>, "requestId">): Release {
  return { action, ...rest };
}

function heldNow(held: readonly string[]): string {
  return held.length === 0
    ? "The fault holds no request now."
    : `The fault holds: ${held.slice(0, 20).join(", ")}.`;
}
