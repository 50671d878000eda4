/** Changes of a refused request that a dry run accepts: another key, a record that exists, a body that can be read. */
import { decoded } from "../../../base/values/decoded.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { jsonOrText, workspace } from "../shell/connection.ts";
import type { Operation } from "../shell/documents.ts";
import { emulatedOperations, exampleOf } from "../shell/documents.ts";
import { recordsOf } from "./records.ts";
import { refusalsIn } from "./repair.ts";
import type { JournaledRequest } from "./request.ts";
import { partsOf, withQuery } from "./request.ts";
import type { Draft, Explained } from "./send.tsx";
import { draftOf, explain, headersFor, keysOf } from "./send.tsx";

type Change = readonly [name: string, draft: Draft];

export interface Ways {
  /** How the request would be answered again. */
  readonly again: Explained;
  readonly ways: readonly Change[];
  /** How many other keys were tried in vain for a request that needs another one. */
  readonly keysRefused: number;
}

/** Dry runs at a time; more would take the sandbox's time. */
const triedMax = 8;
/** Maximum number of keys that are tried, the likely ones first. */
const keysMax = 64;
const nearestMax = 3;

export async function waysOf(request: JournaledRequest): Promise<Ways> {
  const draft = draftOf(request);
  const again = await explain(draft);
  if (isAccepted(again)) return { again, ways: [["again", draft]], keysRefused: 0 };
  const { all } = await emulatedOperations();
  const operation = all.find(({ id }) => id === again.operationId);
  const changes =
    operation === undefined
      ? nearestOperations(draft, all)
      : [...changesOf(draft, again, operation), ...(await nearestRecords(draft, again))];
  const others = needsKey(again) ? await otherKeys(draft, again) : [];
  const [changed, withKey] = await Promise.all([firstAccepted(changes), firstAccepted(others)]);
  const isInVain = withKey.length === 0 && [401, 403].includes(again.status ?? 0);
  return {
    again,
    ways: [...changed.slice(0, nearestMax), ...withKey],
    keysRefused: isInVain ? others.length : 0,
  };
}

export function isAccepted({ status }: Explained): boolean {
  return (status ?? 500) < 400;
}

/** Those that a dry run accepts among the first eight, else among the next ones. */
async function firstAccepted(changes: readonly Change[]): Promise<readonly Change[]> {
  if (changes.length === 0) return [];
  const tried = changes.slice(0, triedMax).map(async (change) => {
    return isAccepted(await explain(change[1])) ? [change] : [];
  });
  const found = (await Promise.all(tried)).flat();
  return found.length > 0 ? found : firstAccepted(changes.slice(triedMax));
}

/** Changes for other refusals than those of a field, of a record and of a key. */
function changesOf(
  draft: Draft,
  { record, body }: Explained,
  operation: Operation,
): readonly Change[] {
  const [path, query] = partsOf(draft.target);
  const asked = new URLSearchParams(query ?? "");
  const refused = [...new Set(asked.keys())].filter((name) => refusalsIn(body).has(name));
  for (const name of refused) asked.delete(name);
  const { scope } = record?.shownBy ?? {};
  const isObject = isJsonObject(jsonOrText(draft.body));
  const example = isObject ? "" : exampleOf(operation);
  const changes: readonly (Change | false)[] = [
    scope !== undefined && [
      `with scope=${scope}`,
      { ...draft, target: withQuery(path, [query, `scope=${scope}`].filter(Boolean).join("&")) },
    ],
    refused.length > 0 && [
      `without ${refused.join(", ")}`,
      { ...draft, target: withQuery(path, asked.toString()) },
    ],
    example !== "" && ["with the documented body", { ...draft, body: example }],
  ];
  return changes.filter((change) => change !== false);
}

/** The request as the documented operations whose paths and methods resemble its own, with the ids in its path. */
function nearestOperations(draft: Draft, all: readonly Operation[]): readonly Change[] {
  const [path, query] = partsOf(draft.target);
  const sent = path.split("/");
  const rank = ([, { method, target }]: Change): number =>
    likeness(target, draft.target) + Number(method === draft.method) / 2;
  return all
    .map((operation): Change => {
      const { method } = operation;
      const words = operation.path.split("/");
      const named = words.map((word, at) => (word.startsWith("{") ? (sent[at] ?? "") : word));
      const target = withQuery(named.join("/"), query);
      return [`as ${method} ${target}`, { ...draft, method, target }];
    })
    .toSorted((one, other) => rank(other) - rank(one));
}

function needsKey({ status }: Explained): boolean {
  return [401, 403, 404, 429].includes(status ?? 0);
}

/** The request with each other key on the API of the key; first those that reach its record. */
async function otherKeys({ keyId, ...draft }: Draft, again: Explained): Promise<readonly Change[]> {
  const likely = new Set(again.record?.shownBy.apiKeyIds);
  const keys = (await keysOf()).filter(({ id }) => id !== keyId);
  const rank = ({ id, surface }: (typeof keys)[number]): number =>
    Number(!likely.has(id)) * 2 + Number(surface !== again.surface);
  return keys
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, keysMax)
    .map(({ id, surface }) => {
      const headers = headersFor(draft.headers, surface);
      return [`with the key ${id}`, { ...draft, keyId: id, headers }];
    });
}

/** The request with the ids in its path that resemble the one of a missing record. */
async function nearestRecords(draft: Draft, { record }: Explained): Promise<readonly Change[]> {
  if (record?.exists !== false) return [];
  const { id } = record;
  const [path, query] = partsOf(draft.target);
  const words = path.split("/");
  const at = words.findIndex((word) => decoded(word) === id);
  const kind = words[at - 1] ?? "";
  const known = (await recordsOf())[kind]?.map(([one]) => one) ?? [];
  const ids = new Set(kind === "leads" ? [...known, ...(await leadsLike(id))] : known);
  const near = [...ids].toSorted((one, other) => likeness(other, id) - likeness(one, id));
  return near.slice(0, nearestMax).map((one) => {
    return [`with ${one}`, { ...draft, target: withQuery(words.with(at, one).join("/"), query) }];
  });
}

/** The ids of Leads that have the first or the second half of an id: a typo leaves one of them. */
async function leadsLike(id: string): Promise<readonly string[]> {
  const half = Math.ceil(id.length / 2);
  const halves = [id.slice(0, half), id.slice(half)].filter((part) => part.length > 1);
  const found = halves.map((search) => workspace().leads.list({ search, limit: 100 }));
  return (await Promise.all(found)).flatMap(({ data }) => data.map((lead) => lead.id));
}

/** How many characters two ids share from the start and from the end. */
function likeness(one: string, other: string): number {
  const letters = one.split("");
  const start = letters.findIndex((letter, at) => letter !== other[at]);
  const end = letters.toReversed().findIndex((letter, at) => letter !== other.at(-1 - at));
  return start === -1 ? one.length : start + end;
}
