import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import type { Store } from "../../world/store/store.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";

/**
 * The subject of a request: the email of the record in its path, body or filter. A Firm is identified by its
 * name; a list of many records has no subject.
 */
export function subjectOf(
  { workspace, params, operationId, target }: RequestContext,
  body: unknown,
): string | null {
  const store = workspace.store();
  const named = Object.entries(params)
    .map(([name, id]) => recordNamed(store, operationId ?? "", name, id))
    .find((subject) => subject !== null);
  return named ?? emailIn(body) ?? emailIn(filterIn(target.query)) ?? null;
}

/** Ignores a Firm or member in the path of a list or POST: it does not identify the person of the call. */
function recordNamed(store: Store, operation: string, name: string, id: string): string | null {
  if (name === "firmId" || name === "firmMemberId") return null;
  const found = finders.find(({ in: operations }) => operations.test(operation))?.find(store, id);
  return found ?? `unknown ${name}`;
}

const finders: readonly {
  readonly in: RegExp;
  readonly find: (store: Store, id: string) => string | null;
}[] = [
  { in: /lead/i, find: (store, id) => lower(store.leads.find(id)?.email) },
  { in: /plan/i, find: planSubject },
  { in: /client-?profile/i, find: (store, id) => lower(store.clientProfiles.find(id)?.email) },
  { in: /firm-?member/i, find: (store, id) => lower(store.firmMembers.find(id)?.email) },
  { in: /firm/i, find: (store, id) => store.firms.find(id)?.name ?? null },
  { in: /./, find: (_store, id) => id },
];

function planSubject(store: Store, id: string): string | null {
  const profile = store.plans.find(id)?.clientProfileId ?? null;
  return profile === null ? null : lower(store.clientProfiles.find(profile)?.email);
}

/** The email in a body, in lower case. */
export function emailIn(value: unknown): string | null {
  if (!isJsonObject(value)) return null;
  const { email } = value;
  return typeof email === "string" ? lower(email) : null;
}

/** Whether an email is of a domain that belongs to no one (RFC 2606, RFC 6761). */
export function isReservedEmail(email: string): boolean {
  return /(?:^|[@.])(?:example\.(?:com|net|org)|test|example|invalid|localhost)$/i.test(email);
}

function filterIn(query: string): unknown {
  const filter = new URLSearchParams(query).get("filter");
  return filter === null ? null : parsedJson(filter);
}

function lower(email: string | undefined): string | null {
  return email?.trim().toLowerCase() ?? null;
}
