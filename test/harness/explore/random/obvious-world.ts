/**
 * A simple provider: a list of Leads, the few calls that random programs make, and one fault or
 * change.
 */
import type { Answer, Parent, Place, Provider } from "./program.ts";
import { clientTimeoutMs } from "./program.ts";

export interface Record {
  readonly id: string;
  readonly person: string;
  readonly parent: Parent;
  readonly hasPhone: boolean;
  firstName: string;
  lastName: string;
  isActive: boolean;
}

/** The effect of the varied call. */
export interface Done {
  readonly id: string;
  readonly what:
    | "created"
    | "deleted"
    | { readonly field: "firstName" | "lastName"; readonly value: string };
}

export interface Sent {
  /** Operation, subject and ordinal, in the form of `callKey`. */
  readonly key: string;
  /** Equal for equal requests. */
  readonly request: string;
  readonly status: number;
  /** Whether the provider carried it out, whatever the client received. */
  readonly isCarriedOut: boolean;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

/** A fault at one call, or a lawful change of all calls. */
export interface Wrong {
  readonly variation: string;
  readonly callKey: string | null;
}

/** A provider in which `wrong` happens, and its observable state. */
export function obviousProvider(wrong: Wrong | null) {
  const records: Record[] = [];
  const sent: Sent[] = [];
  const counts = new Map<string, number>();
  const done: Done[] = [];
  let nowMs = 0;
  let metAtMs: number | null = null;
  const provider: Provider = {
    async pause(ms) {
      nowMs += ms;
    },
    async send(method, place, body) {
      const sentAtMs = nowMs;
      const key = keyOf(method, place, records, body, counts);
      const isVaried = wrong !== null && key === wrong.callKey;
      if (isVaried) metAtMs = nowMs;
      const request = JSON.stringify([method, place, body]);
      const log = (status: number, isCarriedOut: boolean): void =>
        void sent.push({ key, request, status, isCarriedOut, sentAtMs, answeredAtMs: nowMs });
      const isMet = isVaried || concerns(wrong, metAtMs, nowMs);
      const how = wrong !== null && isMet ? faulty[wrong.variation] : undefined;
      if (how?.waitsMs !== undefined) nowMs += Math.min(how.waitsMs, clientTimeoutMs);
      if (how !== undefined && !how.carriesOut) {
        log(how.status, false);
        if (how.status === 0) throw new Error("No answer.");
        return { status: how.status, data: null };
      }
      const effect: Done[] = [];
      const answer = answerOf(records, method, place, body, effect, wrong?.variation ?? "");
      if (isVaried) done.push(...effect);
      const status = how?.status ?? answer.status;
      log(status, answer.status < 300);
      if (status === 0) throw new Error("No answer.");
      return { status, data: how?.losesBody === true ? null : answer.data };
    },
  };
  return { provider, records, sent, done, isMet: () => metAtMs !== null };
}

interface Fault {
  readonly carriesOut: boolean;
  /** The status that the client receives; 0 for no response. */
  readonly status?: number;
  readonly losesBody?: boolean;
  readonly waitsMs?: number;
}

/** How long explore takes for a refusal, in milliseconds. */
const refusalMs = 100;

const faulty: {
  readonly [variation: string]:
    | (Fault & { readonly status: number })
    | (Fault & { readonly carriesOut: true })
    | undefined;
} = {
  "429": { carriesOut: false, status: 429, waitsMs: refusalMs },
  "503": { carriesOut: false, status: 503, waitsMs: refusalMs },
  outage: { carriesOut: false, status: 503, waitsMs: refusalMs },
  "reset-before": { carriesOut: false, status: 0 },
  "reset-idle": { carriesOut: false, status: 0 },
  hang: { carriesOut: false, status: 0, waitsMs: Infinity },
  "500-after": { carriesOut: true, status: 500, losesBody: true },
  "reset-after": { carriesOut: true, status: 0 },
  slow: { carriesOut: true, status: 0, waitsMs: 5_000 },
  malformed: { carriesOut: true, losesBody: true },
  empty: { carriesOut: true, losesBody: true },
};

/** Whether the fault applies. A 429 lasts for two seconds, an outage forever. */
function concerns(wrong: Wrong | null, metAtMs: number | null, nowMs: number): boolean {
  if (wrong === null || metAtMs === null) return false;
  return wrong.variation === "outage" || (wrong.variation === "429" && nowMs - metAtMs < 2_000);
}

function keyOf(
  method: string,
  place: Place,
  records: readonly Record[],
  body: object | null,
  counts: Map<string, number>,
): string {
  const [operation, subject] = operationOf(method, place, records, body);
  const count = (counts.get(`${operation} ${subject}`) ?? 0) + 1;
  counts.set(`${operation} ${subject}`, count);
  return JSON.stringify(["default", operation, subject, count]);
}

function operationOf(
  method: string,
  place: Place,
  records: readonly Record[],
  body: object | null,
): readonly [string, string | null] {
  if ("lead" in place) {
    const record = records.find(({ id }) => id === place.lead);
    const operation = method === "PATCH" ? "patch-Lead" : `${method.toLowerCase()}-lead`;
    return [operation, record?.person ?? "unknown leadId"];
  }
  const of = place.leadsOf === "firm" ? "firm" : "firm-member";
  const email = body !== null && "email" in body ? String(body.email) : place.filter;
  return [`${method.toLowerCase()}-leads-for-${of}`, email];
}

function answerOf(
  records: Record[],
  method: string,
  place: Place,
  body: object | null,
  done: Done[],
  change: string,
): Answer {
  const shown = ({ id, person }: Record): object => ({
    id,
    email: person,
    ...(change === "extra-field" ? { futureField: "new" } : {}),
  });
  if ("leadsOf" in place) {
    const own = records.filter(({ parent }) => parent === place.leadsOf);
    if (method === "GET") {
      const found = own.filter(
        ({ isActive, person }) => isActive && (place.filter ?? person) === person,
      );
      return { status: 200, data: found.map(shown) };
    }
    const person = body !== null && "email" in body ? String(body.email) : "";
    if (own.some((record) => record.person === person)) return { status: 409, data: null };
    const id = String(records.length).padStart(change === "longer-ids" ? 24 : 8, "0");
    const hasPhone = body !== null && "phone" in body;
    const names = { firstName: "Made", lastName: "Made" };
    const record = { id, person, parent: place.leadsOf, hasPhone, isActive: true, ...names };
    records.push(record);
    done.push({ id, what: "created" });
    return { status: 201, data: shown(record) };
  }
  const record = records.find(({ id, isActive }) => id === place.lead && isActive);
  if (record === undefined) return { status: 404, data: null };
  if (method === "DELETE") {
    record.isActive = false;
    done.push({ id: record.id, what: "deleted" });
  }
  for (const field of ["firstName", "lastName"] as const) {
    const value =
      method === "PATCH" && body !== null
        ? Object.entries(body).find(([name]) => name === field)?.[1]
        : undefined;
    if (typeof value !== "string" || value === record[field]) continue;
    record[field] = value;
    done.push({ id: record.id, what: { field, value } });
  }
  return { status: 200, data: shown(record) };
}
