/** Calls of recordings that were never made. */
import type { RecordedCall } from "../../../src/harness/traffic/call.ts";

/** Monday, 09:00: the start of every recording. */
export const nine = Date.parse("2027-03-01T09:00:00.000Z");

export function moment(seconds: number): string {
  return new Date(nine + seconds * 1_000).toISOString();
}

export type GivenCall = Partial<RecordedCall> & { readonly seconds?: number };

/**
 * A call such as `GET /leads/{leadId}`, `seconds` after nine, that takes 20 ms and gets 200. `{leadId}` stands for Lead
 * L1, and `{firmId}` for Firm F1, unless `params` says otherwise.
 */
export function recorded(line: string, given: GivenCall = {}): RecordedCall {
  const [method = "GET", template = ""] = line.split(" ");
  const { seconds = 0, json, ...more } = given;
  const sentAtMs = nine + seconds * 1_000;
  const params = Object.fromEntries(
    Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""]) => [
      name,
      parameters[name] ?? "X1",
    ]),
  );
  const right = template.includes("plans") ? "plans" : "leads";
  return {
    file: 1,
    number: 1,
    isInOrder: false,
    template,
    params,
    permission: `${right}:${actions[method] ?? "update"}`,
    json,
    method,
    scheme: "https",
    host: "api.partner.example.com",
    basePath: "",
    path: `/v1${template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "")}`,
    query: "",
    operation: line,
    surface: "partner-sandbox",
    key: "a-key",
    requestHeaders: new Map(),
    body: method === "GET" ? "" : "{}",
    status: 200,
    responseHeaders: new Map(),
    answer: json === undefined ? null : JSON.stringify(json),
    sentAtMs,
    answeredAtMs: sentAtMs + 20,
    ...more,
  };
}

const actions: Readonly<Record<string, string>> = { GET: "read", POST: "create", DELETE: "delete" };
const parameters: Readonly<Record<string, string>> = { leadId: "L1", firmId: "F1" };

/** Lead L1 of Firm F1 on the wire, created a month before, with `changes`. */
export function wireLead(changes: Readonly<Record<string, string | null>> = {}) {
  return {
    id: "L1",
    createdAt: "2027-02-01T09:00:00.000Z",
    updatedAt: "2027-02-01T09:00:00.000Z",
    deletedAt: null,
    convertedAt: null,
    email: "zelda@realmail.net",
    firstName: "Zelda",
    lastName: "Zimmer",
    resourceType: "Firm",
    resourceId: "F1",
    ...changes,
  };
}

/** The answer to a GET of a Lead. */
export function shows(changes?: Parameters<typeof wireLead>[0]) {
  return { data: wireLead(changes) };
}

/** A page of a list. */
export function lists(...records: readonly ReturnType<typeof wireLead>[]) {
  const { length } = records;
  return { data: [...records], meta: { total: length, count: length, offset: 0, limit: 20 } };
}
