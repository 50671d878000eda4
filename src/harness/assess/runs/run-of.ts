/** Turns what explore observed into the runs that checks judge. */
import { surfaceNames } from "../../../domain/model/surface.ts";
import type { Judged } from "../../explore/exploration.ts";
import type { Call, Observation } from "../../explore/model.ts";
import { variationId } from "../../explore/report/variation-of.ts";
import type { AssessedCall, AssessedRun } from "../run.ts";
import { isOwnHost } from "./own-host.ts";
import { leadsTrial } from "./plan.ts";

/** The baseline as run 1. */
export function baselineRun(observation: Observation): AssessedRun {
  return {
    ...commonOf(observation),
    number: 1,
    trial: "baseline",
    verdict: null,
    isReached: true,
  };
}

/** The run of a trial; null if its run was not kept. */
export function trialRun(judged: Judged, number: number): AssessedRun | null {
  const { observation, verdict, facts } = judged;
  if (observation === null) return null;
  return {
    ...commonOf(observation),
    number,
    trial: trialName(judged),
    verdict,
    isReached: facts.fired,
  };
}

/** The name of a trial, such as `fault:reset-after`, `again` or `leads`. */
export function trialName({ trial, planned }: Pick<Judged, "trial" | "planned">): string {
  if (trial === leadsTrial) return leadsTrial;
  return planned.family === "rough" ? planned.variation : variationId(planned);
}

function commonOf(observation: Observation) {
  const { exit, exits = [exit], calls, worlds, stalls, tests, durationMs, output } = observation;
  const inOrder = calls.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  return {
    source: "command",
    exits,
    calls: inOrder.map(assessedCall),
    worlds,
    stalls: stalls ?? null,
    isSuite: tests !== null,
    durationMs,
    output,
    outputSeen: observation.outputSeen ?? null,
    refusedCertificates: observation.refusedCertificates ?? null,
    ledger: observation.ledger ?? null,
  } as const;
}

function assessedCall(call: Call): AssessedCall {
  const { id, wire, variation, workspaceId: _id, apiKeyId: _key, rules: _rules, ...seen } = call;
  const { method, path, query, body, status, answer, sentAtMs, answeredAtMs } = seen;
  return {
    process: wire?.process ?? 1,
    workspace: id.workspace,
    operation: id.operation,
    subject: id.subject,
    method,
    path,
    query,
    body,
    status,
    answer,
    sentAtMs,
    answeredAtMs,
    isVaried: variation !== null,
    requestId: wire?.requestId ?? null,
    scheme: wire?.scheme ?? "http",
    host: wire?.headers["host"] ?? "",
    basePath: "",
    surface: surfaceNames.find((name) => name === wire?.surface) ?? null,
    key: wire?.keyHash ?? null,
    requestHeaders: new Map(Object.entries(wire?.headers ?? {})),
    responseHeaders: new Map(),
    isLoopback: isOwnHost(wire?.headers["host"] ?? ""),
    keyIn: wire?.keyIn ?? null,
  };
}
