import type { Timers } from "../../base/values/native-timers.ts";
import type { Environment } from "../../domain/model/firm.ts";
import type { LogBounds } from "./logs/bounded-log.ts";
import type { SizeLimits } from "./storage/size-limits.ts";

/** The properties that all workspaces of a sandbox share: mail links, domain and relay, and the limits of logs. */
export interface WorkspaceContext {
  /** The system's time in epoch milliseconds; it never goes back. */
  readonly systemNow: () => number;
  /** What waits in real time; by default the timers of this process. */
  readonly timers?: Timers | undefined;
  readonly links: PageLinks;
  readonly mailDomain: string;
  /** Whether captured mail is relayed to a mail server. */
  readonly relaysMail: boolean;
  readonly outbox: LogBounds;
  readonly journal: LogBounds;
  /** The limits on databases, if any. */
  readonly sizes?: SizeLimits | undefined;
  readonly counts?: SandboxCounts | undefined;
  /** The shard of this sandbox, if it is one of several: two hexadecimal digits. */
  readonly shard?: string | undefined;
  /** Whether workspaces have tokens, and so each a salt. */
  readonly hasTokens?: boolean | undefined;
  /** The suffix of the ids of Leads, Plans and ClientProfiles; usually empty. */
  readonly idTail?: string | undefined;
  /** Called with each rule whose choice is looked up, even if the answer does not cite it. */
  readonly onChoice?: ((workspaceId: string, rule: string) => void) | undefined;
}

/** Counts what happens in workspaces, for the metrics. */
export interface SandboxCounts {
  /** A mail server accepted a message or rejected it for good. */
  readonly relayed: (result: "sent" | "failed") => void;
  /** The disk or a limit rejected a write. */
  readonly writeFailed: (by: "disk" | "limit") => void;
}

export interface PageLinks {
  /** Where the client of a Lead signs up. */
  readonly signUp: (
    workspaceId: string,
    invitation: {
      readonly email: string;
      readonly referralCode: string | null;
      readonly environment: Environment;
    },
  ) => string;
  /** Where a FirmMember ends their notification subscription. */
  readonly unsubscribe: (workspaceId: string, firmMemberId: string) => string;
}
