/** Generates the Leads that every measured server starts with, and the sandbox fixture with them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../scripts/bundling.ts";

/** The Firm that owns the Leads, one of its keys, and the id of the Lead that requests read. */
export const firmId = "Harb0rPt";
export const key = "11111111-1111-4111-8111-111111111111";
export const knownLead = "LeadHPa1";

/** A Lead in the format of the emulated API. */
export interface MadeLead {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: { readonly number: string };
  readonly clientData: { readonly Plans: readonly { readonly type: string }[] };
  readonly resourceType: string;
  readonly resourceId: string;
  readonly referredByReferralCodeId: null;
  readonly convertedAt: null;
}

const firstMoment = Date.parse("2024-01-01T00:00:00.000Z");

/** An email that exactly one of the generated Leads has. */
export function emailOf(number: number): string {
  return `lead${String(number).padStart(8, "0")}@example.com`;
}

/** Lead `number`. The first has the id that requests read. */
export function madeLead(number: number): MadeLead {
  const createdAt = new Date(firstMoment + number * 1_000).toISOString();
  return {
    id: number === 0 ? knownLead : `L${String(number).padStart(7, "0")}`,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    email: emailOf(number),
    firstName: "Maya",
    lastName: `Moreau${number % 1_000}`,
    phone: { number: `416${String(number).padStart(7, "0")}` },
    clientData: { Plans: [{ type: "Buying" }] },
    resourceType: "Firm",
    resourceId: firmId,
    referredByReferralCodeId: null,
    convertedAt: null,
  };
}

/** The first `count` Leads. */
export function* madeLeads(count: number): Generator<MadeLead> {
  for (let number = 0; number < count; number += 1) yield madeLead(number);
}

/**
 * Writes a fixture with `count` Leads of one Firm into `folder`, and returns its path. The file name ends with the
 * count.
 */
export function writeFixture(folder: string, count: number): string {
  const empty = readFileSync(join(root, "fixtures/empty.json"), "utf8").trimEnd();
  const leads = Array.from(madeLeads(count), (lead) => {
    const {
      updatedAt: _,
      deletedAt: __,
      referredByReferralCodeId: ___,
      convertedAt: ____,
      ...rest
    } = lead;
    return JSON.stringify(rest);
  });
  const file = join(folder, `made-${count}.json`);
  writeFileSync(file, `${empty.slice(0, -1)},"leads":[\n${leads.join(",\n")}\n]}\n`);
  return file;
}
