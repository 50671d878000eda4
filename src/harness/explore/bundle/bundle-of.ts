/** Creates bundles of runs. Keys are always replaced, and personal data unless `keepsData` is set. */
import { randomBytes } from "node:crypto";

import type { Json } from "../../../base/values/json.ts";
import { asJson, isJsonObject } from "../../../base/values/json.ts";
import type { Config } from "../../../server/settings/config.ts";
import { bundleFormat } from "../../bundle/format.ts";
import { listItem } from "../../next/change-list.ts";
import { subjectHash } from "../identity.ts";
import type { ObservedCall, Judgement, Observation, PlannedVariation } from "../model.ts";
import { sentenceOf } from "../variations/catalogue.ts";
import type { BundleContent, BundledCall } from "./bundle-content.ts";
import type { Hiding } from "./hiding.ts";
import { hasSucceeded, hidingKeys, hidingPersonalData } from "./hiding.ts";

/** The content of a bundle apart from the observation. */
export interface BundleContext {
  readonly version: string;
  readonly command: readonly string[];
  readonly config: Config;
  /** The world of the fixture; null for a built-in fixture. */
  readonly world: Readonly<Record<string, unknown>> | null;
  readonly startsAt: number;
  readonly settings: Pick<
    BundleContent["settings"],
    "nondeterministic" | "rerun" | "results" | "timeoutMs" | "env"
  >;
  readonly keepsData: boolean;
  /** Words of the documentation, which are not personal data. */
  readonly words: ReadonlySet<string>;
}

export interface Bundled {
  /** Null for a plain run. */
  readonly planned: PlannedVariation | null;
  readonly judgement: Pick<Judgement, "verdict" | "records"> | null;
  readonly observation: Pick<Observation, "exit" | "calls" | "controlCalls">;
}

export function bundleOf(bundled: Bundled, context: BundleContext): BundleContent {
  const { planned, judgement, observation } = bundled;
  const { config, keepsData } = context;
  const salt = keepsData ? null : randomBytes(8).toString("hex");
  const hidden = keepsData ? hidingKeys() : hidingPersonalData(observation, context.words);
  return {
    format: bundleFormat,
    version: context.version,
    command: [...context.command],
    startsAt: context.startsAt,
    settings: {
      seed: config.seed,
      fixture: context.world === null ? config.fixture : objectOf(asJson(context.world)),
      ...(config.quota === undefined ? {} : { quota: config.quota }),
      assumptions: { ...config.assumptions },
      https: config.https,
      ...(config.adopt === null ? {} : { adopt: true as const }),
      ...context.settings,
    },
    variation: planned === null ? null : bundledVariation(planned, salt),
    sentence: planned === null ? "The command failed." : sentenceOf(planned),
    salt,
    verdict: judgement?.verdict ?? null,
    exitCode: observation.exit.code,
    records: (judgement?.records ?? []).map((record) => objectOf(hidden.value(asJson(record)))),
    calls: callsOf(observation, hidden, planned?.workspace ?? null),
  };
}

function bundledVariation(
  { call, choices, announced, ...planned }: PlannedVariation,
  salt: string | null,
): NonNullable<BundleContent["variation"]> {
  const subject = call?.subject ?? null;
  const shown = subject === null || salt === null ? subject : subjectHash(salt, subject);
  return {
    ...planned,
    call: call === null ? null : { ...call, subject: shown },
    choices: choices === null ? null : { ...choices },
    ...(announced === undefined
      ? {}
      : {
          announced: {
            ...announced,
            changes: announced.changes.map((one) => ({ ...listItem(one) })),
          },
        }),
  };
}

/** The calls of a run; in one that carried variations for several tests, only those of `workspace` are varied. */
function callsOf(
  { calls, controlCalls }: Bundled["observation"],
  hidden: Hiding,
  workspace: string | null,
): BundledCall[] {
  const isOther = ({ id }: ObservedCall): boolean =>
    workspace !== null && id.workspace !== workspace;
  const all = [
    ...calls.map((call) => apiCall(isOther(call) ? { ...call, variation: null } : call, hidden)),
    ...controlCalls.map((call): BundledCall => ({
      plane: "control",
      method: call.method,
      ...hidden.controlCall(call),
      sentAtMs: call.sentAtMs,
      workspaceId: null,
      apiKeyId: null,
      operation: null,
      status: null,
      variation: null,
      carriedOut: true,
    })),
  ];
  return all.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
}

function apiCall(call: ObservedCall, hidden: Hiding): BundledCall {
  const { method, status, sentAtMs, workspaceId, apiKeyId, operation, variation } = call;
  return {
    plane: "api",
    method,
    ...hidden.apiCall(call),
    sentAtMs,
    workspaceId,
    apiKeyId,
    // Holds the path when there is no operation.
    operation: operation.includes("/") ? null : operation,
    status,
    variation,
    carriedOut: hasSucceeded(call.serverStatus),
  };
}

function objectOf(value: Json): Record<string, Json> {
  return isJsonObject(value) ? { ...value } : {};
}
