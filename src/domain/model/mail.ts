import type { RecordOf } from "../records/field.ts";
import type { messageFields } from "../records/message.ts";
import { mailKinds, relayStates } from "../records/message.ts";
import type { Cause } from "./cause.ts";
import type { PlanStatus } from "./plan.ts";

export { mailKinds, relayStates };
export type MailKind = (typeof mailKinds)[number];

/** The Firm that a mail is co-branded with (interface 1.7). */
export interface Brand {
  /** Missing in messages of older versions, which hold the logo themselves. */
  readonly firmId?: string;
  readonly firmName: string;
  readonly colour: string | null;
  readonly logo: string | null;
}

/** The content of a message. Its MIME form is made from this on each read. */
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
      /** Whether the client was registered before; missing in messages of older versions. */
      readonly isEarlierClient?: boolean;
      readonly plans: readonly { readonly id: string; readonly type: string }[];
      /** Empty in messages captured before that page existed. */
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

export type RelayState = (typeof relayStates)[number];

/** A captured message: the draft with its number and time in the outbox. */
export interface OutboxMessage extends RecordOf<typeof messageFields> {
  readonly to: readonly string[];
  readonly content: MailContent;
  /** Why it was sent; null if that is not known. */
  readonly cause: Cause | null;
}

/**
 * A message as the request's transaction writes it (interface 6), with the environment of its Lead or Plan
 * (rule env.data).
 */
export type MailDraft = Pick<
  OutboxMessage,
  "environment" | "to" | "subject" | "links" | "leadId" | "planId" | "content"
>;
