/** The operations of the emulated API, as its document describes them, and the records that their paths can name. */
import { sandbox, workspace } from "../shell/connection.ts";
import { workspaceId } from "../shell/route.ts";

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
  readonly description?: string;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, DescribedBody>> };
}

interface DescribedBody {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface ApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema and the example of its JSON body; null for an operation without one. */
  readonly body: { readonly schema: Schema; readonly example: unknown } | null;
}

export interface Operations {
  readonly all: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** The operations under the assumptions of the workspace. */
export async function operationsOf(): Promise<Operations> {
  const document = await workspace().documents.emulated();
  if (!isApiDocument(document)) throw new Error("The document of the emulated API has no paths.");
  const base = document.servers[0]?.url ?? "";
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, described]) => operationOf(base + path, method, described)),
  );
  return { all, schemas: document.components.schemas };
}

function operationOf(path: string, method: string, described: Described): Operation {
  const { operationId: id, summary, parameters = [], requestBody } = described;
  const content = requestBody?.content["application/json"];
  const body =
    content === undefined ? null : { schema: content.schema ?? {}, example: content.example ?? {} };
  return { id, summary, method: method.toUpperCase(), path, parameters, body };
}

function isApiDocument(document: object): document is ApiDocument {
  return "paths" in document && "components" in document && "servers" in document;
}

/** Ids of records by the last word of the path before the parameter, each with a name. */
export type Records = Readonly<Record<string, readonly (readonly [id: string, name: string])[]>>;

/** The newest records of the workspace that a path can name. */
export async function recordsOf(): Promise<Records> {
  const [{ firms }, { data: leads }, workflows] = await Promise.all([
    sandbox().workspaces.get(workspaceId.value),
    workspace().leads.list({ limit: 100 }),
    workspace().workflows.get(),
  ]);
  return {
    firms: firms.map(({ id, name }) => [id, name]),
    firmMembers: firms.flatMap(({ firmMembers }) =>
      firmMembers.map(({ id, email }) => [id, email] as const),
    ),
    referralCodes: firms.flatMap(({ name, referralCodes }) =>
      referralCodes.map(({ id }) => [id, `code of ${name}`] as const),
    ),
    leads: leads.map(({ id, email }) => [id, email]),
    plans: leads.flatMap(({ email, plan_ids: ids }) =>
      ids.map((id) => [id, `Plan of ${email}`] as const),
    ),
    clientProfiles: leads.flatMap(({ email, clientProfileId: id }) =>
      id === null ? [] : [[id, `client ${email}`] as const],
    ),
    workflows: workflows.map(({ id }) => [id, "workflow"]),
  };
}

/** The kind of records that a parameter of a path names: `leads` for `/leads/{leadId}`. */
export function kindIn(path: string, parameter: string): string {
  return path.split(`/{${parameter}}`)[0]?.split("/").at(-1) ?? "";
}
