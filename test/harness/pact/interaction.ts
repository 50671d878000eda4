/** One consumer test: its provider states, the client's request and the expected response. */
import { MatchersV3 } from "@pact-foundation/pact";

import type { LeadClient } from "./lead-client.ts";

/** A provider state with its parameters. */
export type Given = readonly [name: string, params?: Readonly<Record<string, JsonValue>>];
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonRecord;
interface JsonRecord {
  readonly [name: string]: JsonValue;
}

/** One consumer test, and the interaction that it writes. */
export interface Interaction {
  readonly description: string;
  readonly given: readonly Given[];
  readonly request: {
    readonly method: "GET" | "POST" | "PATCH" | "DELETE";
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: JsonValue;
    /** Null sends no key, a text is sent unchanged. The default is the key from a state. */
    readonly key?: string | null;
  };
  readonly response: { readonly status: number; readonly body: unknown };
  readonly act: (client: LeadClient) => Promise<unknown>;
  /** The client's expected result, when it is not the response's `data`, page or error. */
  readonly wanted?: unknown;
}

const { like, regex, string } = MatchersV3;

/**
 * The Firm of every interaction. The states create it, so the provider's fixture does not matter.
 */
export const firmId = "RefFirm1";
export const memberId = "RefMemb1";
export const leadId = "RefLead1";
export const firm = { kind: "firms", id: firmId } as const;
export const member = { kind: "firmMembers", id: memberId } as const;

/** The clock's time in responses that show a time. */
export const monday = "2026-03-02T09:00:00.000Z";
export const tuesday = "2026-03-03T09:00:00.000Z";

/** States that several interactions share. */
export const aFirm: Given = ["a firm exists", { firmId }];
export const aMember: Given = ["a firm member exists", { firmMemberId: memberId, firmId }];
export const atMonday: Given = ["the time is", { now: monday }];
export const atTuesday: Given = ["the time is", { now: tuesday }];
export const aLead: Given = ["an active lead exists", { leadId, firmId }];
export const threeLeads: Given = ["leads exist", { firmId, count: 3 }];
export const convertedLead: Given = ["a lead has converted", { leadId, firmId }];
export const archivedLead: Given = ["a lead has been archived", { leadId, firmId }];

/** The shape of an id as the pact states it: eight letters and digits (rule lead.id.shape). */
export const idShape = "^[A-Za-z0-9]{8}$";

/** An id of the service. */
export function anId(example: string) {
  return regex(idShape, example);
}

/** A time in ISO 8601, UTC, with milliseconds (rule lead.timestamps). */
export function aMoment(example = monday) {
  return regex(String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`, example);
}

/** The timestamps of a record that is not deleted. */
export const times = { createdAt: aMoment(), updatedAt: aMoment(), deletedAt: null } as const;

/** The Active Lead from the states, with `fields` over it. */
export function activeLead(fields: object = {}) {
  return {
    id: leadId,
    ...times,
    email: "lena.lead@example.com",
    firstName: "Lena",
    lastName: "Lead",
    phone: { number: "4165550100" },
    clientData: null,
    resourceType: "Firm",
    resourceId: firmId,
    referredByReferralCodeId: null,
    convertedAt: null,
    ...fields,
  };
}

/** A Lead without the fields that these interactions ignore. */
export function someLead(email: string) {
  return { id: anId("aB3dE5gH"), ...times, email, convertedAt: null };
}

/** A response with the body `{ data }`. */
export function answered(status: number, data: unknown): Interaction["response"] {
  return { status, body: { data } };
}

/** A page with its four numbers, by default 20 records a page (rules list.envelope, list.limit). */
export function page(
  data: readonly unknown[],
  { total = data.length, offset = 0, limit = 20 } = {},
): Interaction["response"] {
  return { status: 200, body: { data, meta: { total, count: data.length, offset, limit } } };
}

/**
 * A refusal with the sandbox's own messages, unless `texts` overrides them (rule error.messages).
 */
export function refused(
  status: number,
  codes: Readonly<Record<string, string>> = {},
  texts: { readonly message: string; readonly field: string } | null = null,
): Interaction["response"] {
  const fields = Object.fromEntries(
    Object.entries(codes).map(([field, code]) => [
      field,
      [{ code, message: texts?.field ?? string("What is wrong with it") }],
    ]),
  );
  const message = texts?.message ?? like("What went wrong");
  return { status, body: Object.keys(codes).length === 0 ? { message } : { message, fields } };
}
