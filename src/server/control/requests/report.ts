/** The requests and answers of a workspace as text, for the message of a failed test in any language. */
import * as z from "zod";

import { visible } from "../../../base/texts/visible.ts";
import { requestLink } from "../../../network/http/control-paths.ts";
import type { JournalEntry } from "../../../world/workspace/logs/journal.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { textType } from "../calls/media-types.ts";
import { withQuery } from "../calls/operation.ts";
import { showClock } from "../time-and-quotas/show-clock.ts";
import { showRequest } from "./show-request.ts";
import type { ShownRequest } from "./shown-request.ts";

const requestsMax = 50;
const rulesMax = 2;
const bodiesMax = 3;
const bodyCharactersMax = 600;

/** GET `W/report`. Only ASCII marks: test runners of other languages print to consoles that know nothing else. */
export const getReport = withQuery({
  id: "get-report",
  summary:
    "Report the last 50 requests with the rules and reasons of their answers, the newest mail and the clock, as text",
  method: "GET",
  path: "/report",
  query: z.strictObject({
    links: z
      .boolean()
      .default(false)
      .describe("Whether each request links to the console, which cannot show a dropped workspace"),
  }),
  answer: null,
  mediaType: textType,
  run({ registry, workspace, server, holder }, { links }) {
    const url = links ? server.address.servedAt() : null;
    const own = requestsOf(registry, workspace.journal.entries());
    const seesOwn = server.isIsolated && typeof holder?.workspaceId === "string";
    const strangers =
      seesOwn || workspace === registry.default()
        ? []
        : strangersOf(registry, registry.knownSince(workspace.id));
    const lines = [
      heading(workspace),
      ...own.flatMap((request) => linesOf(request, url, workspace.id)),
      ...(strangers.length === 0 ? [] : [strangersHeading]),
      ...strangers.flatMap((request) => linesOf(request, url, registry.default().id)),
      ...mailLine(workspace),
      ...clockLine(workspace),
      ...bodies([...strangers, ...own]),
    ];
    return { status: 200, body: visible(lines.join("\n")), mediaType: textType };
  },
});

function heading({ id, journal }: Workspace): string {
  const total = journal.standing().entries;
  if (total === 0) return `No request came to the workspace ${id} of the sandbox.`;
  const shown = total > requestsMax ? `, the last ${requestsMax} of them` : "";
  return `Requests to the workspace ${id} of the sandbox: ${total}${shown}`;
}

const strangersHeading = "With no key that the sandbox knows (parallel tests share these):";

/** The newest of these entries, oldest first. */
function requestsOf(
  registry: Registry,
  newestFirst: readonly JournalEntry[],
): readonly ShownRequest[] {
  const shown = newestFirst.slice(0, requestsMax).map((entry) => showRequest(registry, entry));
  return shown.toReversed();
}

/**
 * The requests with an unknown key since a moment of the system's time. They belong to no workspace, so tests that run
 * at the same time share them.
 */
function strangersOf(registry: Registry, since: number): readonly ShownRequest[] {
  const unknown = ({ apiKeyId, receivedAt }: JournalEntry): boolean =>
    apiKeyId === null && receivedAt >= since;
  return requestsOf(registry, registry.default().journal.entries().filter(unknown));
}

function linesOf(
  { id, method, path, query, status, rules, reason }: ShownRequest,
  url: string | null,
  workspaceId: string,
): readonly string[] {
  const shownRules = rules.length > rulesMax ? [...rules.slice(0, rulesMax), "..."] : rules;
  const [why = ""] = reason?.split("\n", 1) ?? [];
  return [
    `  ${method} ${path}${query === "" ? "" : `?${query}`} -> ${status === 0 ? "no answer" : status}  ${shownRules.join(", ")}`,
    ...(why === "" ? [] : [`    ${why}`]),
    ...(url === null ? [] : [`    ${requestLink(url, workspaceId, id)}`]),
  ];
}

function mailLine(workspace: Workspace): readonly string[] {
  if (!workspace.isOpen()) return [];
  const { rows, total } = workspace.store().outbox.list({}, { limit: 1, offset: 0 });
  return rows.map(
    ({ content, to, subject }) =>
      `Mail: ${total} captured; the newest: ${content.kind} to ${to.join(", ")}: ${subject}`,
  );
}

/** Nothing for the system's clock. */
function clockLine(workspace: Workspace): readonly string[] {
  const { now, mode, offsetMs, rate } = showClock(workspace);
  if (mode === "frozen") return [`Clock: ${now}, frozen`];
  if (rate !== 1) return [`Clock: ${now}, ${rate} times as fast as the system's`];
  return Math.abs(offsetMs ?? 0) < 1_000 ? [] : [`Clock: ${now}, ahead of the system's`];
}

/** The bodies of the last refusals. */
function bodies(oldestFirst: readonly ShownRequest[]): readonly string[] {
  const refused = oldestFirst.filter(
    ({ status, response }) => status >= 400 && response.body !== null,
  );
  return refused
    .slice(-bodiesMax)
    .flatMap(({ method, path, status, response }) => [
      `Answer ${status} to ${method} ${path}:`,
      `  ${shortened(response.body ?? "")}`,
    ]);
}

function shortened(body: string): string {
  return body.length > bodyCharactersMax ? `${body.slice(0, bodyCharactersMax)}...` : body;
}
