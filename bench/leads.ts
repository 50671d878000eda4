/** Generates the Leads that every measured server starts with. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../scripts/bundling.ts";

/** The Firm that owns the Leads, one of its keys, and the id of the Lead that requests read. */
export const firmId = "Harb0rPt";
export const key = "11111111-1111-4111-8111-111111111111";
export const knownLead = "LeadHPa1";

/** The number of Leads in the default fixture. */
export const fewLeads = 8;

const firstMoment = Date.parse("2024-01-01T00:00:00.000Z");

/** The id of Lead `number`. */
export function idOf(number: number): string {
  return number === 0 ? knownLead : `L${String(number).padStart(7, "0")}`;
}

/** Lead `number` as a fixture has it. */
function fixtureLead(number: number) {
  return {
    id: idOf(number),
    createdAt: new Date(firstMoment + number * 1_000).toISOString(),
    email: `lead${String(number).padStart(8, "0")}@example.com`,
    firstName: "Maya",
    lastName: `Moreau${number % 1_000}`,
    phone: { number: `416${String(number).padStart(7, "0")}` },
    clientData: { Plans: [{ type: "Buying" }] },
    resourceType: "Firm",
    resourceId: firmId,
  };
}

/** Lead `number` as the emulated API answers it. */
function answeredLead(number: number) {
  const lead = fixtureLead(number);
  const empty = { deletedAt: null, referredByReferralCodeId: null, convertedAt: null };
  return { ...lead, updatedAt: lead.createdAt, ...empty };
}

/** Writes a fixture of the sandbox with `count` Leads, and returns its path. */
export function writeFixture(folder: string, count: number): string {
  const empty: unknown = JSON.parse(readFileSync(join(root, "fixtures/empty.json"), "utf8"));
  const leads = Array.from({ length: count }, (_, number) => fixtureLead(number));
  return writeJson(folder, `fixture-${count}`, Object.assign({}, empty, { leads }));
}

/** Writes `count` Leads for another server, as an array or as `shape` has it. Returns the path. */
export function writeLeads(
  folder: string,
  name: string,
  count: number,
  shape: (leads: readonly object[]) => unknown = (leads) => leads,
): string {
  const leads = Array.from({ length: count }, (_, number) => answeredLead(number));
  return writeJson(folder, `${name}-${count}`, shape(leads));
}

function writeJson(folder: string, name: string, value: unknown): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(value));
  return path;
}
