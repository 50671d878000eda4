import { basename, join } from "node:path";

import { isChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { unreachedKeys } from "./kept-keys.ts";

/**
 * Lists the workspaces that were set aside, whatever the log level. Then lists the keys that requests do not reach, and
 * the settings that the stored default workspace does not use, one a line, and how to change them. They apply only to
 * new workspaces. Settings at their default are not listed.
 */
export function reportKeptSettings(
  sandbox: Pick<Sandbox, "config" | "workspace" | "workspaces" | "brokenWorkspaces">,
): void {
  const { data, shard, logLevel } = sandbox.config;
  for (const { id, reason } of sandbox.brokenWorkspaces()) {
    const text = `the workspace ${id} is set aside. ${reason} The others are served; --strict-data fails instead.`;
    process.stderr.write(`lead-sandbox: ${text}\n`);
  }
  if (data === null || logLevel === "silent") return;
  for (const text of unreachedKeys(sandbox.workspaces(), { data, shard })) {
    process.stderr.write(`lead-sandbox: ${text}\n`);
  }
  for (const { what, kept, asked, remedy } of keptOtherwise(sandbox, data)) {
    const text = `the workspace kept in ${data} has ${what} ${kept}, but ${asked} was requested. ${remedy}`;
    process.stderr.write(`lead-sandbox: ${text}\n`);
  }
}

interface KeptOtherwise {
  readonly what: string;
  readonly kept: string;
  readonly asked: string;
  readonly remedy: string;
}

function* keptOtherwise(
  { config, workspace }: Pick<Sandbox, "config" | "workspace">,
  data: string,
): Generator<KeptOtherwise> {
  const { origin, assumptions, keys } = workspace();
  const { fixture, seed, quotaPerHour } = origin();
  const usual = readConfig({});
  const asked = basename(config.fixture, ".json");
  if (config.fixture !== usual.fixture && asked !== fixture) {
    const remedy = `lead-sandbox reset --fixture ${asked} changes it.`;
    yield { what: "fixture", kept: fixture, asked, remedy };
  }
  if (config.seed !== usual.seed && config.seed !== seed) {
    const remedy = `Without ${join(data, "default.sqlite")} it is created again.`;
    yield { what: "seed", kept: String(seed), asked: String(config.seed), remedy };
  }
  const { quota } = config;
  const isKept = keys().every((key) => key.quotaPerHour === quota);
  if (quota !== undefined && quota !== quotaPerHour && !isKept) {
    const kept = quotaPerHour === undefined ? "by fixture" : quotaText(quotaPerHour);
    const remedy = "PUT /_sandbox/quotas/{keyId} changes the quota of a key.";
    yield { what: "quota", kept, asked: quotaText(quota), remedy };
  }
  for (const [rule, choice] of Object.entries(config.assumptions)) {
    const kept = isChoiceRuleId(rule) ? chosenFor(rule, assumptions()) : choice;
    const remedy = "PUT /_sandbox/assumptions changes it.";
    if (kept !== choice) yield { what: rule, kept, asked: choice, remedy };
  }
}

function quotaText(quota: number | null): string {
  return quota === null ? "off" : String(quota);
}
