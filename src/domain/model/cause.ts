/** Why something happened in a workspace. `at` is ISO 8601 on the workspace's clock. */
export type Cause =
  | {
      readonly kind: "request";
      readonly requestId: string;
      readonly method: string;
      readonly path: string;
      readonly at: string;
    }
  | {
      readonly kind: "control";
      /** Shared by all events of the call. */
      readonly callId: string;
      /** The id of the operation of the control API, or of the page that a mail links to. */
      readonly operation: string;
      readonly at: string;
    }
  | { readonly kind: "clock"; readonly at: string };

/** The kinds of moments in the life of a Lead. */
export const leadMomentTypes = [
  "created",
  "updated",
  "converted",
  "archived",
  "plan.created",
  "plan.linked",
  "plan.moved",
] as const;

/** A moment in the life of a Lead, kept with it; without a cause where none is known. */
export interface LeadMoment {
  /** ISO 8601. */
  readonly at: string;
  readonly type: (typeof leadMomentTypes)[number];
  readonly cause?: Cause;
  readonly planId?: string;
  /** The statuses of a Plan that moved. */
  readonly from?: string;
  readonly to?: string;
  /** The Firm that a Plan was linked to. */
  readonly firmId?: string;
}
