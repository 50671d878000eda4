/** The commands of the palette: views, actions, Leads, and every call of the control API. */
import { act, replaceWorld, resetLoss } from "../parts/actions.ts";
import { sandbox, workspace } from "./connection.ts";
import { go, linkTo, views, workspaceId } from "./route.ts";
import { switchTheme, themes } from "./theme.ts";

export interface Command {
  readonly id: string;
  readonly name: string;
  /** Shown after the name, such as the method and path of a call. */
  readonly note: string;
  readonly run: () => unknown;
}

interface DocumentedCall {
  readonly operationId: string;
  readonly summary?: string;
  /** What the call deletes or ends for good. */
  readonly "x-destroys"?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query";
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

/** A call of the control API with its full path. */
export interface ControlCall extends Omit<DocumentedCall, "requestBody"> {
  readonly method: string;
  readonly path: string;
  /** The documented example of its body as text; null for a call without a body. */
  readonly exampleBody: string | null;
}

/** The calls of a path by method. Calls of a workspace have a server URL with the variable `{workspace}`. */
interface PathItem {
  readonly servers: readonly { readonly url: string }[];
  readonly [method: string]: unknown;
}

/** Every documented call of the control API. Calls of a workspace get the id of the current one. */
export async function controlCalls(): Promise<readonly ControlCall[]> {
  const document = await sandbox().documents.control();
  if (!isControlDocument(document))
    throw new Error("The document of the control API has no paths.");
  return Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) => {
    const isOfWorkspace = servers.some(({ url }) => url.includes("{workspace}"));
    const prefix = isOfWorkspace ? `/workspaces/${encodeURIComponent(workspaceId.value)}` : "";
    return Object.entries(methods)
      .filter((entry): entry is [string, DocumentedCall] => isCall(entry[1]))
      .map(([method, { requestBody, ...call }]) => {
        const [content] = Object.values(requestBody?.content ?? {});
        const exampleBody =
          requestBody === undefined ? null : JSON.stringify(content?.example ?? {}, null, 2);
        return { ...call, method: method.toUpperCase(), path: prefix + path, exampleBody };
      });
  });
}

function isCall(value: unknown): value is DocumentedCall {
  return typeof value === "object" && value !== null && "operationId" in value;
}

function isControlDocument(
  document: object,
): document is { readonly paths: Readonly<Record<string, PathItem>> } {
  return "paths" in document && typeof document.paths === "object";
}

export function viewCommands(): readonly Command[] {
  return views.map(({ id, name, key }) => ({
    id: `view-${id}`,
    name: `Go to ${name}`,
    note: `g ${key}`,
    run: () => go(linkTo(id)),
  }));
}

/** Actions that take one step, by the words that people type. */
export function actionCommands(): readonly Command[] {
  const { clock, snapshots } = workspace();
  const steps = { "1 minute": "PT1M", "1 hour": "PT1H", "1 day": "P1D", "30 days": "P30D" };
  const rows: readonly (readonly [name: string, note: string, run: () => unknown])[] = [
    ["New request", "n", () => go(linkTo("activity", "new"))],
    ...Object.entries(steps).map(
      ([name, by]) =>
        [
          `Advance ${name}`,
          "clock",
          () => act(() => clock.advance(by), `${name} passed.`),
        ] as const,
    ),
    ["Freeze the clock", "clock", () => act(() => clock.freeze(), "The clock is frozen.")],
    ["Let the clock run", "clock", () => act(() => clock.run(), "The clock runs.")],
    ["Take a snapshot", "snapshot", () => takeSnapshot(snapshots.take)],
    ["Reset this workspace", "workspace", () => replaceWorld(resetLoss())],
    ...Object.entries(themes).map(
      ([id, name]) => [`Theme: ${name}`, "this browser", () => switchTheme(id)] as const,
    ),
  ];
  return rows.map(([name, note, run]) => ({ id: name, name, note, run }));
}

/** Takes a snapshot with the time as its name. */
async function takeSnapshot(take: (name: string) => Promise<unknown>): Promise<void> {
  const name = `at-${new Date().toISOString().slice(0, 19).replaceAll(":", "-").toLowerCase()}`;
  await act(() => take(name), `Snapshot ${name} was taken.`);
}

/** Leads by a part of their email, name or id: open one, or sign one up. */
export async function leadCommands(text: string): Promise<readonly Command[]> {
  const { leads } = workspace();
  const search = text.replace(/^(?:sign up|open(?: lead)?)\s+/i, "").trim();
  if (search.length < 2) return [];
  const { data } = await leads.list({ search, limit: 5 });
  return data.flatMap(({ id, email, state }) => [
    { id, name: `Open Lead ${email}`, note: state, run: () => go(linkTo("leads", id)) },
    ...(state === "Active"
      ? [
          {
            id: `sign-up-${id}`,
            name: `Sign up ${email}`,
            note: id,
            run: () => act(() => leads.convert(id), `${email} signed up.`),
          },
        ]
      : []),
  ]);
}

export function callCommands(calls: readonly ControlCall[]): readonly Command[] {
  return calls.map(({ operationId, summary, method, path }) => ({
    id: `call-${operationId}`,
    name: summary ?? operationId,
    note: `${method} ${path}`,
    run: () => go(linkTo("call", operationId)),
  }));
}

/** The commands that contain all words of a text: names that start with the text first, then names that contain it. */
export function found(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  const hits = commands.filter(({ id, name, note }) => {
    const all = `${name} ${note} ${id}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ name }: Command): number => {
    const at = name.toLowerCase().indexOf(whole);
    return at === -1 ? 2 : Math.min(at, 1);
  };
  return hits.toSorted((one, other) => rank(one) - rank(other));
}
