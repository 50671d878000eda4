/** The requests and answers of a test, as text for a failure message. */
import type { SandboxClient } from "../client/sandbox-client.ts";
import type { WorkspaceClient } from "../client/workspace-client.ts";
import { requestLink } from "../http/control-paths.ts";

type Journaled = Awaited<ReturnType<WorkspaceClient["requests"]["list"]>>["data"][number];

const shownMax = 50;
const bodiesMax = 3;
const bodyCharactersMax = 600;

/** What a report of a workspace contains. */
export interface ReportOptions {
  /** Links to the console, which lead nowhere after the workspace was dropped; true by default. */
  readonly links?: boolean;
}

/** The system time, even while a test fakes it. */
export const systemNow = Date.now;

/**
 * Creates the report of a workspace that was created at the system time `createdAt`. It includes later requests
 * with an unknown key. These belong to no workspace, so the default workspace records them with times of its
 * clock.
 */
export function newReport(
  id: string,
  createdAt: number,
  workspace: Pick<WorkspaceClient, "requests">,
  sandbox: Pick<SandboxClient, "requests" | "clock">,
  servedAt: () => string | null,
): (options?: ReportOptions) => Promise<string> {
  const linkTo =
    (workspaceId: string): Link =>
    (requestId) => {
      const url = servedAt();
      return url === null ? null : requestLink(url, workspaceId, requestId);
    };
  return async ({ links = true } = {}) => {
    const linksOf = (workspaceId: string): Link => (links ? linkTo(workspaceId) : () => null);
    const asked = systemNow();
    const now = Date.parse((await sandbox.clock.get()).now);
    // A clock reading between request and response means that the clock shows system time.
    const ahead = now - Math.min(Math.max(now, asked), systemNow());
    const [own, all] = await Promise.all([
      workspace.requests.list({ limit: shownMax }),
      sandbox.requests.list({ limit: shownMax }),
    ]);
    const strangers = all.data.filter(
      ({ apiKeyId, at }) => apiKeyId === null && Date.parse(at) >= createdAt + ahead,
    );
    return [
      heading(id, own.meta.total),
      ...lines(own.data, linksOf(id)),
      ...(strangers.length === 0
        ? []
        : ["With no key that the sandbox knows:", ...lines(strangers, linksOf("default"))]),
      ...bodies([...strangers.toReversed(), ...own.data.toReversed()]),
    ].join("\n");
  };
}

function heading(id: string, total: number): string {
  if (total === 0) return `No request came to the workspace ${id} of the sandbox.`;
  const shown = total > shownMax ? `, the last ${shownMax} of them` : "";
  return `Requests to the workspace ${id} of the sandbox: ${total}${shown}`;
}

/** The link to a request in the console, or null. */
type Link = (requestId: string) => string | null;

/** Oldest first. */
function lines(newestFirst: readonly Journaled[], link: Link): readonly string[] {
  return newestFirst
    .toReversed()
    .flatMap(({ id, method, path, query, status, rules, reason }) => [
      `  ${method} ${path}${query === "" ? "" : `?${query}`} → ${status === 0 ? "no answer" : status}  ${rules.join(", ")}`,
      ...(reason === undefined ? [] : [`    ${reason.split("\n", 1)[0]}`]),
      ...[link(id)].flatMap((row) => (row === null ? [] : [`    ${row}`])),
    ]);
}

/** The bodies of the last refusals. */
function bodies(oldestFirst: readonly Journaled[]): readonly string[] {
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
  return body.length > bodyCharactersMax ? `${body.slice(0, bodyCharactersMax)}…` : body;
}
