import { redactedKey } from "../../../domain/hiding/keys.ts";
import { variablesOf } from "../../../domain/model/client-variables.ts";
import { burstPerMinute } from "../../../domain/model/quota.ts";
import { controlPrefix } from "../../../network/http/control-paths.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { ListedWorkspace } from "../../../world/workspace/registry/workspace-cache.ts";
import { limitsOf } from "../../../world/workspace/requests/quotas.ts";
import type { Directory } from "../../../world/workspace/storage/held-store.ts";
import { created, ok } from "../calls/answer.ts";
import { textType } from "../calls/media-types.ts";
import type { ControlAnswer, ControlCall } from "../calls/operation.ts";
import type { ServerInfo } from "../server/server-info.ts";
import { showClock } from "../time-and-quotas/show-clock.ts";
import type { ConfiguredWorkspace, IdleWorkspace, ShownWorkspace } from "./shown-workspace.ts";

/** A workspace with its Firms and everything that a client's configuration needs. */
export function showWorkspace(workspace: ListedWorkspace): ShownWorkspace {
  const { seed, fixture, label = null, owner = null } = workspace.origin();
  const directory = workspace.directory();
  return {
    id: workspace.id,
    seed,
    fixture,
    label,
    owner,
    clock: showClock(workspace),
    firms: directory.firms.map((firm) => showFirm(workspace, directory, firm)),
  };
}

/** The same with the time since its last use; with isolation, without whole keys. */
export function showIdle(
  registry: Pick<Registry, "idleMs">,
  workspace: ListedWorkspace,
  { isIsolated }: Pick<ServerInfo, "isIsolated">,
): IdleWorkspace {
  const idleSeconds = Math.floor(registry.idleMs(workspace.id) / 1_000);
  const shown = { ...showWorkspace(workspace), idleSeconds };
  if (!isIsolated) return shown;
  const firms = shown.firms.map((firm) => ({
    ...firm,
    apiKeys: firm.apiKeys.map((one) => ({ ...one, key: redactedKey(one.key) })),
  }));
  return { ...shown, firms };
}

/**
 * The same, after the variables for a client that reaches the sandbox as the sender of the request does, and the
 * token of the workspace if it has one.
 */
export function showConfigured(
  workspace: ListedWorkspace,
  { address }: Pick<ServerInfo, "address">,
  token: string | null = null,
): ConfiguredWorkspace {
  const shown = showWorkspace(workspace);
  const urls = { url: address.apiUrl(), controlUrl: address.url() + controlPrefix };
  const variables = variablesOf(shown, urls);
  if (token === null) return { variables, ...shown };
  return { variables: { ...variables, LEAD_SANDBOX_WORKSPACE_TOKEN: token }, token, ...shown };
}

/** A workspace with its variables as JSON, or for `Accept: text/plain` only these, as lines NAME=value. */
export function answerConfigured(
  { headers, server }: Pick<ControlCall, "headers" | "server">,
  workspace: ListedWorkspace,
  status: 200 | 201 = 200,
): ControlAnswer {
  const shown = showConfigured(workspace, server, server.tokens.of(workspace.id));
  if (headers.get("accept")?.startsWith("text/plain") !== true) {
    return status === 200 ? ok(shown) : created(shown);
  }
  const lines = Object.entries(shown.variables).map(([name, value]) => `${name}=${value}\n`);
  return { status, body: lines.join(""), mediaType: textType };
}

function showFirm(
  workspace: ListedWorkspace,
  directory: Directory,
  { id, name, firmType }: Directory["firms"][number],
): ShownWorkspace["firms"][number] {
  return {
    id,
    name,
    firmType,
    firmMembers: ofFirm(directory.firmMembers, id).map((member) => ({
      id: member.id,
      email: member.email,
      isOwner: member.isOwner,
    })),
    referralCodes: ofFirm(directory.referralCodes, id).map((code) => ({ id: code.id })),
    apiKeys: ofFirm(workspace.keys(), id).map((key) => {
      const { perHour } = limitsOf(key, workspace.assumptions());
      return {
        id: key.id,
        key: key.key,
        roleType: key.roleType,
        environment: key.environment,
        quotaPerHour: perHour,
        burstPerMinute: perHour === null ? null : burstPerMinute(perHour),
      };
    }),
  };
}

function ofFirm<Item extends { readonly firmId: string }>(
  items: readonly Item[],
  firmId: string,
): readonly Item[] {
  return items.filter((item) => item.firmId === firmId);
}
