/** The filter syntax of the activity list: `status:4xx path:/leads rule:lead.unique is:assumed maya`. */
import { eventNames } from "../../../domain/model/event-summary.ts";
import type { WorkspaceClient } from "../../../library/client/index.ts";
import type { Entry, RequestFacts } from "./entries.ts";
import { readableTarget, targetOf } from "./request.ts";

/** The filter names, each with a sentence for the help. */
export const filterNames = {
  status: "a status or a class: status:409, status:4xx",
  method: "a method: method:post",
  path: "a part of the path and query: path:/leads",
  operation: "an operation id: operation:get-lead",
  key: "the id of an API key",
  surface: "a part of the surface: surface:realtor",
  rule: "a rule that the answer cites",
  event: "an event that the request caused: event:lead.created",
  trace: "a part of the header traceparent: the requests of one test",
  lead: "the id of a Lead that it is about",
  is: "is:refused, is:assumed or is:request",
} as const;
type FilterName = keyof typeof filterNames;

type Term = Readonly<{ name: FilterName | null; value: string; isNegated: boolean }>;

/** The terms of a filter. An unknown name counts as text; a `-` before a term negates it. */
export function termsOf(text: string): readonly Term[] {
  const words = text.match(/(?:[^\s"]+|"[^"]*")+/g) ?? [];
  return words.map((word) => {
    const isNegated = word.length > 1 && word.startsWith("-");
    const bare = (isNegated ? word.slice(1) : word).replaceAll('"', "");
    const colon = bare.indexOf(":");
    const name = bare.slice(0, Math.max(colon, 0)).toLowerCase();
    return isFilterName(name)
      ? { name, value: bare.slice(colon + 1).toLowerCase(), isNegated }
      : { name: null, value: bare.toLowerCase(), isNegated };
  });
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filterNames, name);
}

export type JournalQuery = Pick<QueryOfJournal, "search" | "caused">;
type QueryOfJournal = NonNullable<Parameters<WorkspaceClient["requests"]["list"]>[0]>;

/**
 * What a filter asks of the journal: words, which the sandbox searches in whole requests, and an effect. Null for a
 * filter with neither, whose terms the page checks by itself.
 */
export function journalQuery(text: string): JournalQuery | null {
  const terms = termsOf(text).filter(({ isNegated, value }) => !isNegated && value !== "");
  const search = terms.flatMap(({ name, value }) => (name === null ? [value] : [])).join(" ");
  const caused = terms.flatMap(({ name, value }) =>
    name === "event" && isEventType(value) ? [value] : [],
  );
  const [first] = caused;
  if (search === "" && first === undefined) return null;
  return { ...(search !== "" && { search }), ...(first !== undefined && { caused: first }) };
}

function isEventType(value: string): value is NonNullable<QueryOfJournal["caused"]> {
  return eventNames.includes(value);
}

/** The values that mean something; any value does for the other names. */
const meaningful = { status: /^(?:\d[\dx][\dx]|0)$/, is: /^(?:refused|assumed|request)$/ };

/** A sentence for each term that matches nothing because it means nothing. */
export function problemsOf(text: string): readonly string[] {
  return termsOf(text).flatMap(({ name, value }) => {
    if ((name !== "status" && name !== "is") || value === "") return [];
    if (meaningful[name].test(value)) return [];
    return [`${name}:${value} means nothing. Expected ${filterNames[name]}.`];
  });
}

/** A predicate for the entries that match every term of a filter. The sandbox found the words in those of `found`. */
export function matcher(
  text: string,
  found: Pick<ReadonlyMap<string, unknown>, "has"> = new Map(),
): (entry: Entry) => boolean {
  const terms = termsOf(text).filter(({ value }) => value !== "");
  return (entry) => {
    const isFound = entry.request !== null && found.has(entry.request.id);
    return terms.every(
      (term) =>
        (isFound && term.name === null && !term.isNegated) || holds(term, entry) !== term.isNegated,
    );
  };
}

type Test = (value: string, request: RequestFacts) => boolean;

const ofRequest: Readonly<Record<Exclude<FilterName, "event">, Test>> = {
  status: (value, { status }) => statusMatches(value, status),
  method: (value, { method }) => method.toLowerCase() === value,
  path: isInTarget,
  lead: isInTarget,
  operation: (value, { operationId }) => operationId?.toLowerCase() === value,
  key: (value, { apiKeyId }) => apiKeyId?.toLowerCase() === value,
  trace: (value, { trace }) => hasText(trace, value),
  surface: (value, { surface }) => surface.includes(value),
  rule: (value, { rules }) => rules.some((rule) => rule.replace(/;assumed$/, "") === value),
  is: isOfKind,
};

function holds({ name, value }: Term, entry: Entry): boolean {
  if (name === null) return filteredText(entry).includes(value);
  if (name === "event") return entry.caused.some(({ type }) => type.includes(value));
  if (name === "lead" && causedText(entry).includes(value)) return true;
  return entry.request !== null && ofRequest[name](value, entry.request);
}

/** Looks at the query as the client sent it, and as people read it. */
function isInTarget(value: string, request: RequestFacts): boolean {
  return hasText(targetOf(request), value) || hasText(readableTarget(request), value);
}

function hasText(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part) === true;
}

function statusMatches(value: string, status: number): boolean {
  if (value === "0") return status === 0;
  const pattern = value.replaceAll("x", "");
  return value.length === 3 && String(status).startsWith(pattern);
}

function isOfKind(value: string, { status, rules }: RequestFacts): boolean {
  if (value === "refused") return status >= 400;
  return (
    value === "request" || (value === "assumed" && rules.some((rule) => rule.endsWith(";assumed")))
  );
}

function causedText({ caused }: Entry): string {
  return caused
    .map(({ type, data, summary = "" }) => `${type} ${JSON.stringify(data)} ${summary}`)
    .join(" ")
    .toLowerCase();
}

function filteredText(entry: Entry): string {
  const { request, notice } = entry;
  const own =
    request === null
      ? (notice ?? "")
      : `${request.method} ${targetOf(request)} ${readableTarget(request)} ${request.status} ${request.operationId ?? ""} ${request.reason ?? ""} ${request.rules.join(" ")}`;
  return `${own.toLowerCase()} ${causedText(entry)}`;
}
