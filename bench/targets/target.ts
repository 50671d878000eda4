import type { Sent } from "../sent.ts";
import type { Command } from "../served.ts";

/** A server that is measured, and how it is asked for the operations on Leads. */
export interface Target {
  readonly name: string;
  /** The command that serves `leads` Leads, which are written to `folder` first; null for the few that a start has. */
  readonly command: (leads: number | null, folder: string) => (port: number) => Command;
  /** A request answered with 200 once the target is ready, where one is cheaper than reading a Lead. */
  readonly ready?: Sent;
  readonly getOne: Sent;
  readonly create: Sent;
  /** A page of 20, with the total. */
  readonly list: (offset: number) => Sent;
  /** Leads with one email, with the total. */
  readonly filter?: (email: string) => Sent;
  /** Back to the Leads of the start. */
  readonly reset?: Sent;
  /** Whether what is created is there afterwards. */
  readonly isStateful: boolean;
  /** Whether what is created is written to a file, which a start then reads again. */
  readonly note: string;
}

/** The few Leads that servers start with where nothing is said of their number: as many as the default fixture has. */
export const fewLeads = 8;

/** The body of a create; every email is unique. */
export const newLeadBody = JSON.stringify({
  email: "new{n}@example.com",
  firstName: "Maya",
  lastName: "Moreau",
  phone: { number: "4165550101" },
  clientData: { Plans: [{ type: "Buying" }] },
});
