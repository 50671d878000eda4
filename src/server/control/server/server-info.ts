import type { JsonObject } from "../../../base/values/json.ts";
import type { Surface } from "../../../domain/model/surface.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import type { RuledOperation } from "../../../network/http/operation.ts";
import type { Mailpit } from "../../../world/mail/mailpit.ts";
import type { DryRunResult } from "../../../world/workspace/requests/context.ts";
import type { ClockSetting } from "../../../world/workspace/time/clock-setting.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { Sessions } from "../access/sessions.ts";
import type { WorkspaceTokens } from "../access/workspace-tokens.ts";
import type { ShownRequest } from "../requests/shown-request.ts";
import type { RequestCounts } from "./request-counts.ts";

/** The process and its addresses, for the calls that report them. */
export interface ServerInfo {
  readonly version: string;
  readonly uptimeMs: () => number;
  /** All requests so far, of both planes. */
  readonly counts: RequestCounts;
  /** The shard of this sandbox; null if it is not one of several. */
  readonly shard: string | null;
  /** Whether calls of the control API require a token. */
  readonly needsToken: boolean;
  /** Whether each workspace requires its own token. */
  readonly isIsolated: boolean;
  readonly tokens: WorkspaceTokens;
  readonly sessions: Sessions;
  /** The URLs of the sandbox, as the sender of the current request reaches it. */
  readonly address: {
    readonly url: () => string;
    readonly apiUrl: () => string;
    /** Null while the sandbox is not served. */
    readonly servedAt: () => string | null;
    /** The public URL, which links use. */
    readonly publicUrl: () => string | null;
    /** The path of the public URL; empty without one. */
    readonly basePath: () => string;
    readonly setPublicUrl: (url: string | null) => void;
  };
  /** The HTTPS server of this process; null without one. */
  readonly https: () => ServedHttps | null;
  /** The certificate that clients must trust, as PEM; null without HTTPS. */
  readonly caCertificate: () => string | null;
  readonly surfaces: readonly (Surface & {
    readonly hosts: readonly string[];
    readonly port: number | null;
  })[];
  /** The defaults of a new workspace. */
  readonly defaults: {
    readonly fixture: string;
    readonly seed: number;
    readonly quotaPerHour: number | null | undefined;
    /** How long it may be unused, in milliseconds; by default forever. */
    readonly ttlMs?: number;
    readonly isKeptByUse?: boolean;
    readonly clock: ClockSetting;
  };
  /** The variation of a workspace in a trial of `explore`; null without one. */
  readonly trialOf: (workspace: Workspace) => JsonObject | null;
  /** The announced interface of a workspace; null without one. */
  readonly nextOf: (workspace: Workspace) => ShownNext | null;
  readonly operations: readonly RuledOperation[];
  /** The operation of a request, with its path parameters. */
  readonly locate: (
    method: string,
    path: string,
  ) => {
    /** Includes the permission that a key requires; null if no key may call it. */
    readonly operation: RuledOperation;
    readonly params: Readonly<Record<string, string>>;
  } | null;
  /** Answers a request in a workspace as a dry run and leaves no trace. */
  readonly dryRun: (workspace: Workspace, request: Request) => Promise<DryRunResult>;
  readonly documents: Documents;
  /** The Mailpit that receives relayed mail; null unless the settings name one. */
  readonly mailpit: Mailpit | null;
  /** A recording that becomes a Pact V4 file, under the choices of a workspace; those of the default one if not given. */
  readonly newRecording: (choices?: Assumptions) => {
    readonly add: (request: ShownRequest) => void;
    readonly pact: (names: { readonly consumer: string; readonly provider: string }) => JsonObject;
  };
}

/** The address and certificate of the HTTPS server. */
export interface ServedHttps {
  readonly url: string;
  /** The certificate of the local authority as PEM. */
  readonly certificate: string;
}

/** An announced interface in front of the emulated API. */
export interface ShownNext {
  /** The moment from which it is in force, as ISO 8601; null for the start. */
  readonly from: string | null;
  /** Whether it is in force on the clock of the workspace. */
  readonly inForce: boolean;
  /** The ids of its changes. */
  readonly changes: readonly string[];
}

/** The OpenAPI documents of the two planes, created on first use. */
export interface Documents {
  /** The emulated API under those choices. */
  readonly emulated: (assumptions: Assumptions) => JsonObject;
  readonly control: () => JsonObject;
}
