/**
 * The modules that only the control plane needs: its app, both OpenAPI documents, recordings. They load on the
 * first call, because they take a third of the startup time.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Hono } from "hono";

import type { JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { lazy } from "../../base/values/lazy.ts";
import { controlPrefix } from "../../network/http/control-paths.ts";
import type { FixtureLibrary } from "../../world/workspace/fixtures/fixtures.ts";
import { defaultWorkspaceId } from "../../world/workspace/registry/initial-state.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { ApiOperation } from "../api/routes/call.ts";
import type { GuardOptions } from "../control/access/guard.ts";
import { guard as enterPlane } from "../control/access/guard.ts";
import { newSessions } from "../control/access/sessions.ts";
import type { WorkspaceTokens } from "../control/access/workspace-tokens.ts";
import { newWorkspaceTokens } from "../control/access/workspace-tokens.ts";
import type { ControlEnv, ControlOptions, OtherApps } from "../control/calls/mount.ts";
import { controlApp } from "../control/calls/mount.ts";
import { controlOperations } from "../control/calls/operations.ts";
import type { ServerInfo } from "../control/server/server-info.ts";
import { unknownWorkspace } from "../control/workspaces/missing.ts";
import { guideApp } from "../guide/app.ts";
import { mailpitApp } from "../mailpit/app.ts";
import { controlDocument } from "../openapi/control-document.ts";
import { newEmulatedDocuments } from "../openapi/emulated-documents.ts";
import { frontPage } from "../pages/front-page.ts";
import { isPage, pagesApp } from "../pages/pages.ts";
import { schemaWords } from "../record/documented-words.ts";
import type { Recording } from "../record/record.ts";
import { newRecording } from "../record/record.ts";
import type { McpLoader } from "./mcp-app.ts";
import { mcpApp } from "./mcp-app.ts";

export interface ControlPlane {
  readonly app: Hono<ControlEnv>;
  /** Starts a recording of requests to any workspace, as a Pact V4 file. */
  readonly newRecording: (choices?: Readonly<Record<string, string>>) => Recording;
}

export interface PlaneParts extends Pick<ControlOptions, "registry"> {
  readonly fixtures: Pick<FixtureLibrary, "find">;
  readonly requireHttps: boolean;
  readonly mcp: McpLoader | null;
  readonly guard: Omit<GuardOptions, "sessions" | "tokens">;
  readonly server: Omit<
    ServerInfo,
    | "documents"
    | "needsToken"
    | "newRecording"
    | "operations"
    | "sessions"
    | "tokens"
    | "isIsolated"
  > & {
    readonly operations: readonly ApiOperation[];
  };
}

/** Creates the control plane over the workspaces of a sandbox. */
export function controlPlane({
  registry,
  fixtures,
  guard,
  requireHttps,
  mcp,
  server,
}: PlaneParts): ControlPlane {
  const { version, operations } = server;
  const needsToken = guard.token !== null;
  const documents = {
    emulated: newEmulatedDocuments(operations, { version, requireHttps }, () =>
      requireHttps ? null : builtDocument("lead"),
    ),
    control: lazy(
      () =>
        (needsToken ? null : builtDocument("control")) ??
        controlDocument(controlOperations, { version, needsToken }),
    ),
  };
  const recording = (choices = registry.default().assumptions()) =>
    newRecording({
      version,
      choices,
      document: documents.emulated({}),
      directory: directoryOf(registry, fixtures),
    });
  const tokens = newWorkspaceTokens(guard.token, registry);
  const sessions = newSessions(guard.token, tokens);
  const access = { needsToken, isIsolated: guard.isIsolated, tokens, sessions };
  const info = { ...server, ...access, documents, newRecording: recording };
  const app: Hono<ControlEnv> = controlApp(
    {
      registry,
      guard: { ...guard, tokens, sessions },
      server: info,
      others: {
        ...otherApps(registry, info, { ...guard, tokens, sessions }),
        mcp: mcpApp(mcp, {
          tokenOf: mcpTokens(guard.token, tokens),
          ownerOf: (workspace) => (workspace === null ? null : registry.find(workspace)),
          fetch: async (request) => app.fetch(request),
          log: (text) => void process.stderr.write(`lead-sandbox: ${text}\n`),
        }),
      },
    },
    controlOperations,
  );
  return { app, newRecording: recording };
}

/** The token for the calls of MCP. That of a workspace reaches no other one that takes its id. */
function mcpTokens(control: string | null, tokens: WorkspaceTokens) {
  return (workspace: string | null): string | null => {
    if (control === null || workspace === null || workspace === defaultWorkspaceId) return control;
    const token = tokens.of(workspace);
    if (token === null) throw unknownWorkspace(workspace);
    return token;
  };
}

function otherApps(
  registry: Registry,
  server: ServerInfo,
  guarded: GuardOptions,
): Omit<OtherApps, "mcp"> {
  return {
    frontPage: () => frontPage(server.version),
    pages: { app: pagesApp(registry, controlPrefix), includes: isPage },
    mailpit: mailpitApp(registry, server, {
      prefix: controlPrefix,
      enter: ({ req }) => enterPlane(req, false, guarded),
    }),
    guide: guideApp(),
  };
}

/** The texts of Firms, members, referral codes and workflows in the default workspace's fixture. */
function directoryOf(registry: Registry, fixtures: PlaneParts["fixtures"]): readonly string[] {
  const { world } = fixtures.find(registry.default().origin().fixture) ?? {};
  const { firms = [], firmMembers = [], referralCodes = [] } = world ?? {};
  return [
    ...firms.flatMap(({ id, name, firmType }) => [id, name, firmType]),
    ...firmMembers.flatMap(({ id, email, firstName, lastName }) => [
      id,
      email,
      firstName,
      lastName,
    ]),
    ...referralCodes.map(({ id }) => id),
    ...registry
      .default()
      .store()
      .workflows.all()
      .flatMap(({ id, request }) => [id, ...schemaWords(request)]),
  ];
}

/**
 * A document that the build wrote, because making one takes as long as a hundred requests. Null when the code runs from
 * source, which may be newer than any document.
 */
function builtDocument(name: "control" | "lead"): JsonObject | null {
  if (import.meta.url.endsWith(".ts")) return null;
  const file = fileURLToPath(new URL(`../openapi/${name}.json`, import.meta.url));
  const document: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  return isJsonObject(document) ? document : null;
}
