import type { Mailbox } from "./mailbox.ts";

/** What a call of the app gets with the request. */
export interface MailpitEnv {
  readonly Bindings: {
    /** The path below the base URL that a client of Mailpit was given. */
    readonly path: string;
    /** The mailbox of the workspace that the path names; throws when there is none. */
    readonly mailbox: () => Mailbox;
  };
}
