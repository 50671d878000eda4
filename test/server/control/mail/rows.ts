/** Changes of records, and the recipients of mail about them. */
import { expect } from "vitest";

import { at, column } from "../../../support/reply.ts";
import { peopled } from "./members-of-all-kinds.ts";

/** The owners of the partner Firm and of the realty Firm, by their subscription. */
export const hp = {
  active: "owner-active@hp.example",
  inactive: "owner-inactive@hp.example",
  none: "owner-none@hp.example",
} as const;
export const mr = {
  active: "owner-active@mr.example",
  inactive: "owner-inactive@mr.example",
  none: "owner-none@mr.example",
} as const;

export interface Row {
  readonly happens: string;
  /** A path of the control API, and the body of its POST. */
  readonly path: string;
  readonly body?: object;
  readonly expected: readonly string[];
}

export const converts = (leadId: string): Pick<Row, "path"> => ({
  path: `/leads/${leadId}/convert`,
});
export const moves = (planId: string, status: string): Pick<Row, "path" | "body"> => ({
  path: `/plans/${planId}/status`,
  body: { status },
});

/** The recipients of the outbox after an action, oldest first. */
export async function toldOf(
  { path, body }: Row,
  assumptions: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> {
  const world = await peopled(assumptions);
  const reply = await world.control("POST", path, body);
  const mails = await world.control("GET", "/emails");
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
  expect(at(reply, "data.emails.length")).toBe(at(mails, "meta.total"));
  expect(column(mails, "to.length")).toEqual(column(mails, "id").map(() => 1));
  return column(mails, "to.0").toReversed();
}
