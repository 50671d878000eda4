import type { Environment } from "../domain/firm.ts";
import type { LogBounds } from "./bounded-log.ts";

/** What every workspace of one sandbox shares: where its mails lead, come from and go, how much it keeps. */
export interface SandboxContext {
  /** The system's time in epoch milliseconds, which never goes back. */
  readonly systemNow: () => number;
  readonly links: PageLinks;
  /** The domain that mails come from. */
  readonly mailDomain: string;
  /** Whether captured mail is to go on to a mail server. */
  readonly relaysMail: boolean;
  readonly outbox: LogBounds;
  readonly journal: LogBounds;
  /** What the ids of Leads, Plans and ClientProfiles end with; usually nothing. */
  readonly idTail?: string | undefined;
  /** Called with each rule whose choice is looked up, also where the answer does not cite it. */
  readonly onChoice?: ((workspaceId: string, rule: string) => void) | undefined;
}

/** The pages that mails lead to. */
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
