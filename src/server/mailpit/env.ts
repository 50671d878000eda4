import type { Mailbox } from "./mailbox.ts";

/** The values that a call of the app gets with the request. */
export interface MailpitEnv {
  readonly Bindings: {
    /** The path below the base URL of a Mailpit client. */
    readonly path: string;
    /** The mailbox of the workspace in the path; throws if it does not exist. */
    readonly mailbox: () => Mailbox;
  };
}
