import type { JsonObject } from "../domain/json.ts";
import type { Surface } from "../domain/surface.ts";
import type { RuledOperation } from "../http/operation.ts";
import type { Mailpit } from "../mail/mailpit.ts";
import type { ClockSetting } from "../workspace/clock-setting.ts";
import type { DryRunResult } from "../workspace/request-context.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Sessions } from "./sessions.ts";
import type { ShownRequest } from "./shown-request.ts";

/** The process and its addresses, for the calls that report them. */
export interface ServerInfo {
  readonly version: string;
  readonly uptimeMs: () => number;
  readonly isReady: () => boolean;
  /** Whether calls of the control API need a token. */
  readonly needsToken: boolean;
  readonly sessions: Sessions;
  /** Where this process serves HTTPS; null when it does not. */
  readonly https: () => ServedHttps | null;
  readonly surfaces: readonly (Surface & {
    readonly hosts: readonly string[];
    readonly port: number | null;
  })[];
  /** The defaults of a new workspace. */
  readonly defaults: {
    readonly fixture: string;
    readonly seed: number;
    readonly quotaPerHour: number | null | undefined;
    readonly clock: ClockSetting;
  };
  /** What is varied of a workspace in a trial of `explore`; null when nothing is. */
  readonly trialOf: (workspace: Workspace) => JsonObject | null;
  /** The operations of the emulated API. */
  readonly operations: readonly RuledOperation[];
  /** The operation that a request leads to, with the parameters of its path. */
  readonly locate: (
    method: string,
    path: string,
  ) => {
    /** With what a key needs for it; null for what no key may. */
    readonly operation: RuledOperation;
    readonly params: Readonly<Record<string, string>>;
  } | null;
  /** Has the emulated API answer a request in a workspace and leaves nothing of it behind. */
  readonly dryRun: (workspace: Workspace, request: Request) => Promise<DryRunResult>;
  readonly documents: Documents;
  /** The Mailpit that relayed mail arrives in, when the settings name one. */
  readonly mailpit: Mailpit | null;
  /** A Pact V4 file in the making. */
  readonly newRecording: () => {
    readonly hear: (request: ShownRequest) => void;
    readonly pact: (names: { readonly consumer: string; readonly provider: string }) => JsonObject;
  };
}

/** HTTPS as it is served. */
export interface ServedHttps {
  readonly url: string;
  /** The certificate of the local authority as PEM. */
  readonly certificate: string;
}

/** The OpenAPI documents of the two planes, made on first use. */
export interface Documents {
  readonly emulated: () => JsonObject;
  readonly control: () => JsonObject;
}
