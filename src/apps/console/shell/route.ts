/** The URL of each place: `#/{workspace}/{view}/{id}?{query}`. Every view, row and filter has one. */
import { computed, effect, signal } from "@preact/signals";

import { decoded } from "../../../base/values/decoded.ts";

/** The views, each with its key and the paragraph of the guide about it. */
const rows = [
  ["activity", "Activity", "a", "console#from-a-refusal-to-an-answer"],
  ["leads", "Leads", "l", "world#get-a-lead-that-has-converted-with-a-plan"],
  ["mail", "Mail", "m", "mail#read-the-mail"],
  ["limits", "Time and limits", "t", "world#get-a-429-without-sending-five-hundred-requests"],
  ["faults", "Faults", "f", "faults"],
  ["rules", "Rules", "r", "contracts#which-rules-are-guesses-and-what-to-test-then"],
  ["coverage", "Coverage", "c", "world#what-a-run-never-reached"],
  ["world", "World", "w", "test#data-of-your-own"],
  ["reports", "Reports", "p", "explore#replay-a-finding"],
  ["connect", "Connect", "o", "start"],
] as const;
export const views = rows.map(([id, name, key, guide]) => ({ id, name, key, guide }));
export type ViewId = (typeof rows)[number][0];

export interface Place {
  readonly workspace: string;
  readonly view: ViewId;
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

const home: Place = { workspace: "default", view: "activity", id: null, query: {} };

/** The place of a fragment. Missing or unknown parts default to the home view. */
export function placeIn(fragment: string): Place {
  const [path = "", ...rest] = fragment.replace(/^#/, "").split("?");
  const [workspace = "", view = "", id = ""] = path.split("/").slice(1).map(decoded);
  return {
    workspace: workspace === "" ? home.workspace : workspace,
    view: views.find((one) => one.id === view)?.id ?? home.view,
    id: id === "" ? null : id,
    query: Object.fromEntries(new URLSearchParams(rest.join("?"))),
  };
}

export function fragmentOf({ workspace, view, id, query }: Place): string {
  const parts = [workspace, view, ...(id === null ? [] : [id])].map(encodeURIComponent);
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== ""),
  ).toString();
  return `#/${parts.join("/")}${search === "" ? "" : `?${search}`}`;
}

const fragment = signal(globalThis.location?.hash ?? "");

export const place = computed(() => placeIn(fragment.value));

export const workspaceId = computed(() => place.value.workspace);

/** How many mails the user has not opened yet. */
export const unread = signal(0);

/** Follows the address bar, and names the place in the title of the page. */
export function followAddress(): void {
  effect(() => {
    const { view, id, workspace } = place.value;
    const name = views.find((one) => one.id === view)?.name ?? "";
    const title = [...(id === null ? [] : [id]), name, workspace, "lead-sandbox"].join(" · ");
    document.title = unread.value === 0 ? title : `(${unread.value}) ${title}`;
  });
  addEventListener("hashchange", () => {
    fragment.value = location.hash;
  });
}

/** A link to a place, by default in the current workspace; a view without an id shows its list. */
export function linkTo(
  view: ViewId,
  id: string | null = null,
  query: Place["query"] = {},
  workspace = workspaceId.value,
): string {
  return fragmentOf({ workspace, view, id, query });
}

/** Goes to a link. `replace` adds no history entry, such as for each letter of a filter. */
export function go(link: string, { replace = false } = {}): void {
  if (link === location.hash) return;
  if (replace) history.replaceState(null, "", link);
  else location.hash = link;
  // Updates at once: the next key may arrive before the browser's event.
  fragment.value = location.hash;
}

/** Changes the query of the current place without a history entry; without an offset, a list shows its start. */
export function setQuery(change: Place["query"]): void {
  const { query, ...rest } = place.value;
  go(fragmentOf({ ...rest, query: { ...query, offset: "", ...change } }), { replace: true });
}
