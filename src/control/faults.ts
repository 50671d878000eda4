import * as z from "zod";

import type { Fault } from "../domain/fault.ts";
import { isoOrNull as toIsoOrNull } from "../domain/moment.ts";
import { FaultEffectShape, FaultMatchShape } from "../workspace/fault-shapes.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { created, list, ok } from "./answer.ts";
import { ControlError, unknown } from "./control-error.ts";
import type { ControlCall } from "./operation.ts";
import { reading, writing } from "./operation.ts";
import { isoOrNull, Moment, NoQuery, one, pageOf } from "./shapes.ts";

const ShownFault = z
  .strictObject({
    id: z.string(),
    match: FaultMatchShape(),
    then: FaultEffectShape(),
    times: z.int().nullable(),
    probability: z.number(),
    startsAt: isoOrNull,
    expiresAt: isoOrNull,
    met: z.int(),
    state: z.enum(["active", "waiting", "used-up", "expired"]),
  })
  .meta({ id: "Fault" });

function showFault(workspace: Workspace, fault: Fault): z.infer<typeof ShownFault> {
  return {
    ...fault,
    startsAt: toIsoOrNull(fault.startsAt),
    expiresAt: toIsoOrNull(fault.expiresAt),
    state: stateOf(fault, workspace.clock.now()),
  };
}

function stateOf(fault: Fault, now: number): z.infer<typeof ShownFault>["state"] {
  if (fault.times !== null && fault.met >= fault.times) return "used-up";
  if (fault.expiresAt !== null && fault.expiresAt <= now) return "expired";
  return fault.startsAt !== null && now < fault.startsAt ? "waiting" : "active";
}

/** GET `W/faults`. */
export const listFaults = reading({
  id: "list-faults",
  summary: "The planned faults in the order they are tried, used up and expired ones too",
  level: "workspace",
  method: "GET",
  path: "/faults",
  query: NoQuery,
  answer: pageOf(ShownFault),
  run: ({ workspace }) => list(workspace.faults.all(), (fault) => showFault(workspace, fault)),
});

/** The server writes these itself, to frame the answer and keep the connection usable (RFC 9110, section 7.6.1; RFC 9112). */
const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const NewFault = z.strictObject({
  match: FaultMatchShape().default({}),
  then: FaultEffectShape().superRefine(({ kind, status, delayMs, ...content }, context) => {
    const refuse = (path: string | string[], message: string): void =>
      context.addIssue({ code: "custom", path: [path].flat(), message });
    for (const name of Object.keys(content.headers ?? {})) {
      if (!connectionHeaders.has(name.toLowerCase())) continue;
      refuse(
        ["headers", name],
        "The server sets this header itself. Plan a kind to break the answer",
      );
    }
    if (kind === undefined && status === undefined && delayMs === undefined) {
      refuse("kind", "Expected a status, a kind or a delayMs");
    }
    if (kind === undefined && status !== undefined && status < 400) {
      refuse("status", "Expected 400 to 599, or a kind beside it");
    }
    if ((kind === "reset" || kind === "hang") && status !== undefined) {
      refuse("status", `A fault of kind ${kind} has no answer`);
    }
    const onlyDelays = kind === undefined && status === undefined && delayMs !== undefined;
    if (!onlyDelays && kind !== "reset" && kind !== "hang") return;
    for (const part of ["message", "fields", "headers"] as const) {
      if (content[part] !== undefined) refuse(part, "This fault makes no answer");
    }
  }),
  times: z.int().min(1).nullable().default(null),
  probability: z.number().gt(0).max(1).default(1),
  startsAt: Moment.nullable().default(null),
  expiresAt: Moment.nullable().default(null),
});

/** Faults of one workspace, used up and expired ones too: each request is compared with all of them. */
const faultsMax = 10_000;

/** POST `W/faults` (rule error.server). */
export const planFault = writing({
  id: "plan-fault",
  summary:
    "Plan a fault, one of 10,000 at most; of several that fit a request, the one planned first meets it",
  level: "workspace",
  method: "POST",
  path: "/faults",
  body: NewFault,
  status: 201,
  answer: one(ShownFault),
  run(call, planned) {
    const { workspace } = call;
    refuseWithoutEffect(call, planned);
    if (workspace.faults.all().length >= faultsMax) {
      throw new ControlError(409, `A workspace has at most ${faultsMax} planned faults.`, {
        hint: "DELETE faults removes them, those that are used up or expired too.",
      });
    }
    const fault = newFault(workspace, planned);
    workspace.emit("fault.planned", { id: fault.id });
    return created(showFault(workspace, fault));
  },
});

/** Plans a fault, which meets requests from now on and is there after the end of the program. */
export function newFault(workspace: Workspace, planned: Omit<Fault, "id" | "met">): Fault {
  const { faults } = workspace;
  const id = workspace.ids().of("fault", faults.nextNumber());
  const fault = { id, ...planned, met: 0 };
  faults.plan(fault);
  changed(workspace);
  return fault;
}

/** DELETE `W/faults/{faultId}`. */
export const removeFault = reading({
  id: "remove-fault",
  summary: "Take a planned fault back",
  level: "workspace",
  method: "DELETE",
  path: "/faults/{faultId}",
  query: NoQuery,
  answer: one(z.strictObject({ id: z.string() })),
  run({ workspace, params }) {
    const id = params["faultId"] ?? "";
    if (!workspace.faults.remove(id)) throw unknown("fault", id, "GET faults lists them.");
    changed(workspace);
    workspace.emit("fault.removed", { id });
    return ok({ id });
  },
});

/** DELETE `W/faults`. */
export const removeFaults = reading({
  id: "remove-faults",
  summary: "Take every planned fault back",
  level: "workspace",
  method: "DELETE",
  path: "/faults",
  query: NoQuery,
  answer: one(z.strictObject({ removed: z.int() })),
  run({ workspace }) {
    const all = workspace.faults.all();
    workspace.faults.clear();
    changed(workspace);
    for (const { id } of all) workspace.emit("fault.removed", { id });
    return ok({ removed: all.length });
  },
});

/** A fault that could never meet a request is a mistake of the tester's. */
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
  return new ControlError(422, `This fault could never meet a request: ${message}.`, {
    fields: { [field]: [{ code: "INVALID", message }] },
  });
}

function changed(workspace: Workspace): void {
  workspace.schedule.changed();
  workspace.save(workspace.faults);
}
