/** The operations of the emulated API and of the control API, as their OpenAPI documents describe them. */
import { sandbox, workspace } from "./connection.ts";
import { workspaceId } from "./route.ts";

/** The page of the control API, relative to the console. It can send each call. */
export const controlPage = "docs?urls.primaryName=Control%20API";

/** The part of a JSON Schema that the console reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, Readonly<{ schema?: Schema; example?: unknown }>>>;
  };
  readonly tags?: readonly string[];
}

type Servers = readonly { readonly url: string }[];
type PathItem = Readonly<Record<string, Described>> & { readonly servers?: Servers };

interface ApiDocument {
  readonly servers: Servers;
  /** Each path has a description for each method, and may have servers of its own. */
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Schemas };
}

export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  /** From the root of the server, with its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema and the example of its JSON body; null for an operation without one. */
  readonly body: { readonly schema: Schema; readonly example: unknown } | null;
  /** Its group on the page of the API. */
  readonly tag: string;
}

type Schemas = Readonly<Record<string, Schema>>;
export type Operations = Readonly<{ all: readonly Operation[]; schemas: Schemas }>;

/** The operations of the emulated API under the assumptions of the workspace. */
export async function emulatedOperations(): Promise<Operations> {
  return operationsIn(await workspace().documents.emulated());
}

/** The calls of the control API; those of a workspace for the current one. */
export async function controlCalls(): Promise<readonly Operation[]> {
  return operationsIn(await sandbox().documents.control()).all;
}

function operationsIn(document: object): Operations {
  if (!isApiDocument(document)) throw new Error("The OpenAPI document has no paths.");
  const { servers, paths, components } = document;
  const all = Object.entries(paths).flatMap(([path, { servers: own = servers, ...methods }]) => {
    // The last server of a call of a workspace names the workspace; the first is its short form.
    // Paths of calls follow the base of this page, which has the path of a public URL already.
    const url = own.at(-1)?.url.replace(/^.*(?=\/_sandbox)/, "") ?? "";
    const base = url.replace("{workspace}", encodeURIComponent(workspaceId.value));
    return Object.entries(methods).map(([method, described]) =>
      operationOf(base + path, method, described),
    );
  });
  return { all, schemas: components.schemas };
}

function operationOf(path: string, method: string, described: Described): Operation {
  const { operationId: id, summary, parameters = [], requestBody } = described;
  const content = requestBody?.content["application/json"];
  const body =
    content === undefined ? null : { schema: content.schema ?? {}, example: content.example ?? {} };
  const [tag = ""] = described.tags ?? [];
  return { id, summary, method: method.toUpperCase(), path, parameters, body, tag };
}

function isApiDocument(document: object): document is ApiDocument {
  return "paths" in document && "components" in document && "servers" in document;
}

/** The documented body of an operation as text; empty without one. */
export function exampleOf({ body }: Operation): string {
  return body === null ? "" : JSON.stringify(body.example, null, 2);
}

export function filledPath(path: string, valueOf: (name: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(valueOf(name)));
}
