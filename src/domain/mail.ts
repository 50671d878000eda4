import type { Environment } from "./firm.ts";
import type { PlanStatus } from "./plan.ts";

/** The three kinds of mail the service sends (interface 6). */
export const mailKinds = ["welcome", "converted", "plan-updated"] as const;
export type MailKind = (typeof mailKinds)[number];

/** The Firm that a mail is co-branded with (interface 1.7). */
export interface Brand {
  /** Missing in messages of older versions, which hold the logo themselves. */
  readonly firmId?: string;
  readonly firmName: string;
  readonly colour: string | null;
  readonly logo: string | null;
}

/** Everything that a message says; its MIME form is made from this when it is read. */
export type MailContent =
  | {
      readonly kind: "welcome";
      readonly brand: Brand;
      readonly firstName: string | null;
      readonly lastName: string | null;
      readonly signUpUrl: string;
    }
  | {
      readonly kind: "converted";
      readonly brand: Brand;
      readonly leadId: string;
      readonly clientName: string;
      readonly clientEmail: string;
      /** Whether the client had signed up before; missing in messages of older versions. */
      readonly isEarlierClient?: boolean;
      readonly plans: readonly { readonly id: string; readonly type: string }[];
      /** Empty in a message that was captured before there was such a page. */
      readonly unsubscribeUrl: string;
    }
  | {
      readonly kind: "plan-updated";
      readonly brand: Brand;
      readonly planId: string;
      readonly planName: string | null;
      readonly planType: string;
      readonly clientName: string;
      readonly status: PlanStatus;
      readonly amount: number | null;
      readonly unsubscribeUrl: string;
    };

/** A message as it is written in the request's transaction (interface 6). */
export interface MailDraft {
  /** That of the Lead or Plan that it is about (rule env.data). */
  readonly environment: Environment;
  readonly to: readonly string[];
  readonly subject: string;
  readonly links: readonly string[];
  readonly leadId: string | null;
  readonly planId: string | null;
  readonly content: MailContent;
}

/**
 * How far a message is on its way to the mail server: `due` waits to be sent, `sending` may or may not have
 * arrived there; null when it is not to go there at all.
 */
export const relayStates = ["due", "sending", "sent", "failed"] as const;
export type RelayState = (typeof relayStates)[number];

/** A captured message: the draft with the place and moment at which the outbox took it. `at` is epoch milliseconds. */
export interface OutboxMessage extends MailDraft {
  readonly id: string;
  readonly at: number;
  readonly relay: RelayState | null;
  /** Why it failed, or why it is still due; null when there is nothing to tell. */
  readonly relayNote: string | null;
  /** Whether a reader of the mailbox opened it. */
  readonly isRead: boolean;
}
