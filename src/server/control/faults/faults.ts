import * as z from "zod";

import { iso, isoOrNull as toIsoOrNull } from "../../../base/values/moment.ts";
import type { Fault } from "../../../domain/model/fault.ts";
import {
  FaultEffectShape,
  FaultMatchShape,
} from "../../../world/workspace/requests/fault-shapes.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { created, list, ok } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { isoOrNull, Moment, one, pageOf } from "../calls/shapes.ts";
import { ownHeadersIn } from "./own-headers.ts";

const HeldRequest = z
  .strictObject({
    requestId: z.string(),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    operationId: z.string().nullable(),
    apiKeyId: z.string().nullable(),
    since: z.string().describe("On the workspace's clock"),
    heldMs: z.int().describe("In real time"),
  })
  .meta({ id: "HeldRequest" });

export const ShownFault = z
  .strictObject({
    id: z.string(),
    match: FaultMatchShape(),
    then: FaultEffectShape(),
    times: z.int().nullable(),
    probability: z.number(),
    startsAt: isoOrNull,
    expiresAt: isoOrNull,
    hits: z.int().describe("Number of requests that it hit"),
    met: z.int().meta({ deprecated: true, description: "The former name of `hits`" }),
    state: z.enum(["active", "waiting", "used-up", "expired"]),
    held: z
      .array(HeldRequest)
      .exactOptional()
      .describe("The requests that a fault of kind hold holds now, in order of arrival"),
  })
  .meta({ id: "Fault" });

export function showFault(workspace: Workspace, fault: Fault): z.infer<typeof ShownFault> {
  return {
    ...fault,
    met: fault.hits,
    startsAt: toIsoOrNull(fault.startsAt),
    expiresAt: toIsoOrNull(fault.expiresAt),
    state: stateOf(fault, workspace.clock.now()),
    ...(fault.then.kind === "hold" ? { held: heldBy(workspace, fault) } : {}),
  };
}

function heldBy(workspace: Workspace, { id }: Fault): z.infer<typeof HeldRequest>[] {
  return workspace.heldRequests
    .of(id)
    .map(({ faultId: _faultId, since, ...held }) => ({ ...held, since: iso(since) }));
}

function stateOf(fault: Fault, now: number): z.infer<typeof ShownFault>["state"] {
  if (fault.times !== null && fault.hits >= fault.times) return "used-up";
  if (fault.expiresAt !== null && fault.expiresAt <= now) return "expired";
  return fault.startsAt !== null && now < fault.startsAt ? "waiting" : "active";
}

export const listFaults = withNoQuery({
  id: "list-faults",
  summary:
    "List the planned faults in the order they are tried, including used-up and expired ones",
  method: "GET",
  path: "/faults",
  answer: pageOf(ShownFault),
  run: ({ workspace }) => list(workspace.faults.all(), (fault) => showFault(workspace, fault)),
});

export const getFault = withNoQuery({
  id: "get-fault",
  summary: "Show a planned fault, with the requests that it holds",
  method: "GET",
  path: "/faults/{faultId}",
  answer: one(ShownFault),
  run: (call) => ok(showFault(call.workspace, faultOf(call))),
});

/** The fault of the path. Throws a 404 if it does not exist. */
export function faultOf({ workspace, params }: ControlCall): Fault {
  const id = params["faultId"] ?? "";
  const fault = workspace.faults.all().find((planned) => planned.id === id);
  if (fault === undefined) throw unknown("fault", id, "GET faults lists them.");
  return fault;
}

const NewFault = z.strictObject({
  match: FaultMatchShape().default({}),
  then: FaultEffectShape().superRefine(({ kind, status, delayMs, ...content }, context) => {
    const refuse = (path: string | string[], message: string): void =>
      context.addIssue({ code: "custom", path: [path].flat(), message });
    for (const name of ownHeadersIn(content.headers)) {
      refuse(
        ["headers", name],
        "The server sets this header itself. Plan a kind to break the answer",
      );
    }
    if (kind === undefined && status === undefined && delayMs === undefined) {
      refuse("kind", "Expected a status, a kind or a delayMs");
    }
    if (kind === undefined && status !== undefined && status < 400) {
      refuse("status", "Expected 400 to 599, or another status together with a kind");
    }
    const isAnswerless = kind === "reset" || kind === "hang" || kind === "hold";
    if (isAnswerless && status !== undefined) {
      refuse("status", `A fault of kind ${kind} has no answer`);
    }
    if (kind === "hold" && content.when === "after") {
      refuse("when", "A held request waits before it is carried out");
    }
    const onlyDelays = kind === undefined && status === undefined && delayMs !== undefined;
    if (!onlyDelays && !isAnswerless) return;
    for (const part of ["message", "fields", "headers"] as const) {
      if (content[part] !== undefined) refuse(part, "This fault makes no answer");
    }
  }),
  times: z.int().min(1).nullable().default(null),
  probability: z.number().gt(0).max(1).default(1),
  startsAt: Moment.nullable().default(null),
  expiresAt: Moment.nullable().default(null),
});

/** Maximum number of faults, including used-up and expired ones, because each request is compared with all of them. */
const faultsMax = 10_000;

/** POST `W/faults` (rule error.server). */
export const planFault = withBody({
  id: "plan-fault",
  summary:
    "Plan a fault, one of 10,000 at most; of several that fit a request, the one planned first meets it",
  method: "POST",
  path: "/faults",
  destroys: null,
  body: NewFault,
  status: 201,
  answer: one(ShownFault),
  run(call, planned) {
    const { workspace } = call;
    refuseWithoutEffect(call, planned);
    if (workspace.faults.all().length >= faultsMax) {
      throw new ControlError(409, `A workspace has at most ${faultsMax} planned faults.`, {
        hint: "DELETE faults removes them, including used-up and expired ones.",
      });
    }
    const fault = newFault(workspace, planned);
    workspace.emit("fault.planned", { id: fault.id });
    return created(showFault(workspace, fault));
  },
});

/** Plans a fault. It matches requests from now on and is saved with the workspace. */
export function newFault(workspace: Workspace, planned: Omit<Fault, "id" | "hits">): Fault {
  const { faults } = workspace;
  const id = workspace.ids().of("fault", faults.nextNumber());
  const fault = { id, ...planned, hits: 0 };
  faults.plan(fault);
  workspace.save(workspace.faults);
  return fault;
}

export const removeFault = withNoQuery({
  id: "remove-fault",
  destroys: "The fault and its hits are lost. Held requests continue.",
  summary: "Remove a planned fault; requests that it holds continue",
  method: "DELETE",
  path: "/faults/{faultId}",
  answer: one(z.strictObject({ id: z.string() })),
  run(call) {
    const { workspace } = call;
    const { id } = faultOf(call);
    workspace.faults.remove(id);
    workspace.save(workspace.faults);
    removed(workspace, id);
    return ok({ id });
  },
});

export const removeFaults = withNoQuery({
  id: "remove-faults",
  destroys: "All planned faults and their hits are lost. Held requests continue.",
  summary: "Remove all planned faults; held requests continue",
  method: "DELETE",
  path: "/faults",
  answer: one(z.strictObject({ removed: z.int() })),
  run({ workspace }) {
    const all = workspace.faults.all();
    workspace.faults.clear();
    workspace.save(workspace.faults);
    for (const { id } of all) removed(workspace, id);
    return ok({ removed: all.length });
  },
});

function removed(workspace: Workspace, id: string): void {
  workspace.emit("fault.removed", { id });
  workspace.heldRequests.release(id, { action: "continue" });
}

/** Rejects a fault that can never match a request. */
function refuseWithoutEffect(
  { server, workspace }: ControlCall,
  { match, startsAt, expiresAt }: z.infer<typeof NewFault>,
): void {
  const { operationId, apiKeyId } = match;
  if (operationId !== undefined && !server.operations.some(({ id }) => id === operationId)) {
    const known = server.operations.map(({ id }) => id).join(", ");
    throw useless("match.operationId", `there is no operation ${operationId}; there are ${known}`);
  }
  if (apiKeyId !== undefined && !workspace.keys().some(({ id }) => id === apiKeyId)) {
    throw useless("match.apiKeyId", `there is no API key ${apiKeyId} in this workspace`);
  }
  if (expiresAt !== null && expiresAt <= Math.max(workspace.clock.now(), startsAt ?? 0)) {
    throw useless("expiresAt", "it expires before it starts");
  }
}

function useless(field: string, message: string): ControlError {
  return new ControlError(422, `This fault can never match a request: ${message}.`, {
    fields: { [field]: [{ code: "INVALID", message }] },
  });
}
