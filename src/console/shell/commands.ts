/** The commands of the palette: every view, and every call of the control API. */
import { sandbox } from "./connection.ts";
import { go, linkTo, views, workspaceId } from "./route.ts";

export interface Command {
  readonly id: string;
  readonly name: string;
  /** Shown after the name, such as the method and path of a call. */
  readonly note: string;
  readonly run: () => void;
}

/** The parts of the control API's document that the console reads. */
export interface ControlDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
}

/** The calls of a path by method. Calls of a workspace have a server URL with the variable `{workspace}`. */
interface PathItem {
  readonly servers: readonly { readonly url: string }[];
  readonly [method: string]: unknown;
}

export interface DocumentedCall {
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
export interface ControlCall extends Pick<
  DocumentedCall,
  "operationId" | "summary" | "parameters" | "x-destroys"
> {
  readonly method: string;
  readonly path: string;
  /** The documented example of its body as text; null for a call without a body. */
  readonly exampleBody: string | null;
}

/** Every documented call of the control API. Calls of a workspace get the id of the current one. */
export async function controlCalls(): Promise<readonly ControlCall[]> {
  const document = await sandbox().documents.control();
  if (!isControlDocument(document))
    throw new Error("The document of the control API has no paths.");
  return Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) => {
    const isOfWorkspace = servers.some(({ url }) => url.includes("{workspace}"));
    return Object.entries(methods)
      .filter((entry): entry is [string, DocumentedCall] => isCall(entry[1]))
      .map(([method, call]) => ({
        ...call,
        method: method.toUpperCase(),
        path: isOfWorkspace ? `${workspacePath()}${path}` : path,
        exampleBody: exampleBody(call),
      }));
  });
}

function isCall(value: unknown): value is DocumentedCall {
  return typeof value === "object" && value !== null && "operationId" in value;
}

function isControlDocument(document: object): document is ControlDocument {
  return "paths" in document && typeof document.paths === "object";
}

function workspacePath(): string {
  return `/workspaces/${encodeURIComponent(workspaceId.value)}`;
}

function exampleBody({ requestBody }: DocumentedCall): string | null {
  if (requestBody === undefined) return null;
  const [content] = Object.values(requestBody.content);
  return JSON.stringify(content?.example ?? {}, null, 2);
}

export function viewCommands(): readonly Command[] {
  return views.map(({ id, name, key }) => ({
    id: `view-${id}`,
    name: `Go to ${name}`,
    note: `g ${key}`,
    run: () => go(linkTo(id)),
  }));
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
