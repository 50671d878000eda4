import type { Sent } from "../sent.ts";
import type { Command } from "../served.ts";

/** A measured server, and its requests for the operations on Leads. */
export interface Target {
  readonly name: string;
  /**
   * The command that serves `leads` Leads, which this function first writes to `folder`. Null means the few Leads of
   * a default start.
   */
  readonly command: (leads: number | null, folder: string) => (port: number) => Command;
  /** A readiness request that gets 200, if one is cheaper than reading a Lead. */
  readonly ready?: Sent;
  readonly getOne: Sent;
  readonly create: Sent;
  /** A page of 20 Leads with the total. */
  readonly list: (offset: number) => Sent;
  /** Leads with one email, with the total. */
  readonly filter?: (email: string) => Sent;
  /** Restores the Leads of the start. */
  readonly reset?: Sent;
  /** Whether reads return created Leads. */
  readonly isStateful: boolean;
  /** A note on the target for the report, for example about persistence. */
  readonly note: string;
}

/** The default number of Leads, as in the default fixture. */
export const fewLeads = 8;

/** The body of a create with a unique email. */
export const newLeadBody = JSON.stringify({
  email: "new{n}@example.com",
  firstName: "Maya",
  lastName: "Moreau",
  phone: { number: "4165550101" },
  clientData: { Plans: [{ type: "Buying" }] },
});
