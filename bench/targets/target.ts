import type { Sent } from "../sent.ts";
import type { Command } from "../served.ts";

/** A measured server, and its requests for the operations on Leads. */
export interface Target {
  readonly name: string;
  /**
   * The command that serves `leads` Leads, which this function first writes to `folder`. Null means the few Leads of a
   * default start.
   */
  readonly command: (leads: number | null, folder: string) => (port: number) => Command;
  /** A readiness request that gets 200, if one is cheaper than reading a Lead. */
  readonly ready?: Sent;
  readonly getOne: Sent;
  readonly create: Sent;
  /** The first page of 20 Leads, with the total. */
  readonly list: Sent;
}

/** The body of a create with a unique email. */
export const newLeadBody = JSON.stringify({
  email: "new{n}@example.com",
  firstName: "Maya",
  lastName: "Moreau",
  phone: { number: "4165550101" },
  clientData: { Plans: [{ type: "Buying" }] },
});
