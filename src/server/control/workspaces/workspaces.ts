import * as z from "zod";

import { isJsonObject } from "../../../base/values/json.ts";
import { cleanLabel } from "../../../domain/model/test-label.ts";
import { assumptionRefusal } from "../../../domain/rules/trace.ts";
import { problemsCounted } from "../../../world/workspace/fixtures/list-of.ts";
import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import type { NewWorkspace as NewWorkspaceInput } from "../../../world/workspace/registry/new-workspace.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { ClockSetting } from "../../../world/workspace/time/clock-setting.ts";
import { settingAt } from "../../../world/workspace/time/clock-setting.ts";
import { newClock } from "../../../world/workspace/time/clock.ts";
import { ok, page } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { exclusive } from "../calls/exclusive.ts";
import { textType } from "../calls/media-types.ts";
import { withBody, withNoQuery, withQuery } from "../calls/operation.ts";
import { Moment, one, pageOf, pageQuery } from "../calls/shapes.ts";
import { eventStreamType, streaming, wantsStream } from "../events/message-stream.ts";
import { workspaceEvents } from "../events/workspace-events.ts";
import type { ServerInfo } from "../server/server-info.ts";
import { clockMode, OnRefusal, Rate } from "../time-and-quotas/clock.ts";
import { idHere, WorkspaceId } from "./id.ts";
import { notCreated } from "./missing.ts";
import { answerConfigured, showIdle } from "./show-workspace.ts";
import { BrokenWorkspace, ConfiguredWorkspace, IdleWorkspace } from "./shown-workspace.ts";

/** Any text; labels need not be unique. */
const Label = z
  .string()
  .nullable()
  .transform((text) => cleanLabel(text ?? "") || undefined)
  .describe("Cut after 1,000 characters, and without control characters; empty or null for none");

/** Whom to ask before dropping the workspace. It gives no rights. */
const Owner = Label.describe(
  "The person, team or job that it belongs to, cut and cleaned like a label; empty or null for none",
);

/** Choices by rule id. Not a zod record, which would skip `__proto__`. */
export const Assumptions = z
  .custom<Readonly<Record<string, string>>>(isJsonObject, "Expected an object")
  .superRefine((assumptions, context) => {
    for (const [id, choice] of Object.entries(assumptions)) {
      const message = assumptionRefusal(id, choice);
      if (message !== null) context.addIssue({ code: "custom", path: [id], message });
      if (context.issues.length >= problemsCounted) return;
    }
  })
  .meta({ type: "object", additionalProperties: { type: "string" } });

const NewWorkspace = z
  .strictObject({
    id: WorkspaceId.exactOptional(),
    label: Label.exactOptional(),
    owner: Owner.exactOptional(),
    fixture: z.string().exactOptional(),
    seed: z.int().exactOptional(),
    quotaPerHour: z.int().min(1).nullable().exactOptional(),
    now: Moment.describe("Where the clock starts. Without a rate, it is frozen").exactOptional(),
    rate: Rate.exactOptional(),
    onRefusal: OnRefusal,
    assumptions: Assumptions.default({}),
    ttlSeconds: z
      .int()
      .min(1)
      .exactOptional()
      .describe(
        "The workspace is dropped when its clock reaches that age, or when nothing used it for that long in real time",
      ),
    idleSeconds: z
      .int()
      .min(1)
      .exactOptional()
      .describe(
        "Instead of ttlSeconds: dropped only when nothing used it for that long in real time, whatever its clock shows",
      ),
  })
  .refine(({ ttlSeconds, idleSeconds }) => ttlSeconds === undefined || idleSeconds === undefined, {
    path: ["idleSeconds"],
    message: "Give ttlSeconds or idleSeconds, not both",
  })
  .prefault({});

export const createWorkspace = withBody({
  id: "create-workspace",
  summary:
    "Create a workspace with its own world and keys; with Accept: text/plain, the answer has only the variables of a client, as lines NAME=value",
  level: "server",
  method: "POST",
  path: "/workspaces",
  destroys: null,
  body: NewWorkspace,
  status: 201,
  refuses: [421],
  answer: one(ConfiguredWorkspace),
  mediaType: textType,
  run(call, body) {
    const { registry, server } = call;
    const { defaults, shard } = server;
    const id = idHere(shard, body.id);
    const made = registry.create({
      id,
      label: body.label,
      owner: body.owner,
      fixture: body.fixture ?? defaults.fixture,
      seed: body.seed ?? defaults.seed,
      clock: clockOf(body, defaults.clock, registry.systemNow()),
      assumptions: body.assumptions,
      quotaPerHour: body.quotaPerHour === undefined ? defaults.quotaPerHour : body.quotaPerHour,
      ...lifetimeOf(body, defaults),
    });
    if (made.ok) return answerConfigured(call, made.workspace, 201);
    throw made.reason === "no-such-fixture"
      ? noSuchFixture(registry, body.fixture ?? defaults.fixture)
      : notCreated(registry, id, made.reason);
  },
});

function lifetimeOf(
  { ttlSeconds, idleSeconds }: z.infer<typeof NewWorkspace>,
  { ttlMs, isKeptByUse }: ServerInfo["defaults"],
): Partial<Pick<NewWorkspaceInput, "ttlMs" | "isKeptByUse">> {
  const seconds = idleSeconds ?? ttlSeconds;
  return seconds === undefined
    ? { ttlMs, ...(isKeptByUse === undefined ? {} : { isKeptByUse }) }
    : { ttlMs: seconds * 1_000, isKeptByUse: idleSeconds !== undefined };
}

/** The clock of a new workspace. A running clock starts at the default time unless the body gives one. */
function clockOf(
  { now, rate, onRefusal }: z.infer<typeof NewWorkspace>,
  byDefault: ClockSetting,
  systemNow: number,
): ClockSetting {
  const jumping = onRefusal === "jump" ? { onRefusal } : {};
  if (rate === undefined && now === undefined) return { ...byDefault, ...jumping };
  const system = (): number => systemNow;
  const mode = rate === undefined ? "frozen" : "system";
  const start = now ?? newClock({ clock: byDefault, quotas: {} }, system).now();
  return settingAt(clockMode({ mode, rate, onRefusal }), start, system);
}

/** The 422 for an unknown fixture. */
export function noSuchFixture(
  { fixtures }: Pick<Registry, "fixtures">,
  name: string,
): ControlError {
  return new ControlError(422, `There is no fixture ${JSON.stringify(name)}.`, {
    fields: { fixture: [{ code: "NOT_FOUND", message: "No fixture has this name" }] },
    hint: `Expected one of: ${fixtures.names().join(", ")}.`,
  });
}

export const listWorkspaces = withQuery({
  id: "list-workspaces",
  summary:
    "List the workspaces in order of creation; with Accept: text/event-stream, stream the events of all of them",
  level: "server",
  method: "GET",
  path: "/workspaces",
  query: z.strictObject({
    ...pageQuery,
    idleSeconds: z
      .int()
      .min(0)
      .default(0)
      .describe("Only those that nothing used for at least that long in real time"),
  }),
  answer: pageOf(IdleWorkspace).extend({ broken: z.array(BrokenWorkspace).exactOptional() }),
  mediaType: eventStreamType,
  run({ registry, server, headers }, query) {
    if (wantsStream(headers)) return streaming(workspaceEvents(registry, server));
    return page(
      registry.list().filter(({ id }) => registry.idleMs(id) >= query.idleSeconds * 1_000),
      query,
      (workspace) => showIdle(registry, workspace, server),
      registry.broken().length === 0 ? {} : { broken: registry.broken() },
    );
  },
});

export const getWorkspace = withNoQuery({
  id: "get-workspace",
  summary:
    "Show a workspace with its firms and keys; with Accept: text/plain, only the variables of a client",
  level: "server",
  method: "GET",
  path: "/workspaces/{workspaceId}",
  answer: one(ConfiguredWorkspace),
  mediaType: textType,
  run: (call) => answerConfigured(call, call.workspace),
});

/** PATCH `/workspaces/{workspaceId}`: a test that failed keeps its workspace, so that the links of its report work. */
export const changeWorkspace = withBody({
  id: "change-workspace",
  summary: "Give a workspace a label, an owner, or the time without use after which it is dropped",
  level: "server",
  method: "PATCH",
  path: "/workspaces/{workspaceId}",
  destroys: null,
  body: z.strictObject({
    label: Label.exactOptional(),
    owner: Owner.exactOptional(),
    ttlSeconds: z
      .int()
      .min(1)
      .exactOptional()
      .describe("From now on, it is dropped when nothing used it for that long in real time"),
  }),
  answer: one(ConfiguredWorkspace),
  mediaType: textType,
  run(call, body) {
    const { registry, workspace } = call;
    const { ttlSeconds, ...named } = body;
    if (ttlSeconds === undefined) workspace.setIdentity(named);
    else {
      refuseDefault(workspace.id);
      registry.dropAfter(workspace, ttlSeconds * 1_000, named);
    }
    return answerConfigured(call, workspace);
  },
});

function refuseDefault(id: string): void {
  if (id !== defaultWorkspaceId) return;
  throw new ControlError(409, "The default workspace cannot be dropped.", {
    hint: "POST /_sandbox/reset resets it to its fixture.",
  });
}

export const dropWorkspace = withQuery({
  id: "drop-workspace",
  destroys: "The workspace is lost, with its records, mail and snapshots.",
  summary: "Drop a workspace and everything in it, now or when nothing used it for some time",
  level: "server",
  method: "DELETE",
  path: "/workspaces/{workspaceId}",
  query: z.strictObject({
    afterSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .exactOptional()
      .describe(
        "The workspace is dropped when nothing used it for that long in real time, instead of now",
      ),
  }),
  answer: one(z.strictObject({ id: z.string() })),
  async run(call, { afterSeconds }) {
    const { id } = call.workspace;
    refuseDefault(id);
    await exclusive(call, () =>
      afterSeconds === undefined
        ? call.registry.drop(id)
        : call.registry.dropAfter(call.workspace, afterSeconds * 1_000),
    );
    return ok({ id });
  },
});
