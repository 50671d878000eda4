/** Lets a request adopt its key and the ids in its path, with the registry's adoption. */
import type { Context } from "hono";

import type { ApiKey } from "../../domain/model/api-key.ts";
import { isKeyShape } from "../../domain/model/api-key.ts";
import type { Surface } from "../../domain/model/surface.ts";
import { surfaceName } from "../../domain/model/surface.ts";
import type { Adoption, RenamedId } from "../../world/workspace/registry/adoption.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { EmulatedEnv, RequestContext } from "../../world/workspace/requests/context.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";

/** The workspace of a request and its key's record. */
export interface Home {
  readonly workspace: Workspace;
  readonly apiKey: ApiKey | null;
}

/** What a request says of who sends it: its key, and the surface that it was sent to. */
export interface Sender {
  readonly keyText: string;
  readonly surface: Surface;
}

/** The workspace of the request: its key's, or the default one; a dry run names its own and adopts nothing. */
export function homeOf(
  c: Context<EmulatedEnv>,
  registry: Registry,
  { keyText, surface }: Sender,
): Home {
  const key = isKeyShape(keyText) ? keyText.toLowerCase() : null;
  const { adoption } = registry;
  if (c.env.dryRun === null) {
    const owner = key === null ? null : registry.findKey(key);
    if (owner !== null) return owner;
    const workspace = registry.default();
    if (key === null || adoption.rules() === null) return { workspace, apiKey: null };
    const isFree = (): boolean => !registry.knewKey(key) || adoption.knows(key);
    return { workspace, apiKey: adoption.findOrAdopt(key, surface, isFree) };
  }
  const { workspace } = c.env.dryRun;
  const own = key === null ? null : workspace.findKey(key);
  const isDefault = workspace === registry.default();
  return { workspace, apiKey: own ?? (key !== null && isDefault ? adoption.find(key) : null) };
}

/** Where the adoption stands when a request arrives. */
interface Arrival extends Home, Sender {
  readonly path: string;
  readonly now: number;
  readonly isDryRun: boolean;
}

type Params = Readonly<Record<string, string>>;

/** A request after adoption: the parameters of its path, its key's record, and whether that has no quota. */
type Adopting = Pick<RequestContext, "apiKey" | "params" | "isUnmetered">;

/** Adopts the Firm id or FirmMember id in a request's path, and reads former ids in it as the present ones. */
export function adopting(registry: Registry, arrival: Arrival, params: Params): Adopting {
  const { adoption } = registry;
  const { workspace, apiKey } = arrival;
  if (adoption.rules() === null || workspace !== registry.default()) {
    return { apiKey, params, isUnmetered: false };
  }
  const present = presentParams(adoption, arrival, params);
  // A renamed Firm is another one in the records of its keys.
  const record = apiKey === null ? null : (workspace.findKey(apiKey.key) ?? apiKey);
  const isUnmetered = record !== null && adoption.isUnmetered(arrival.keyText, record);
  return { apiKey: record, params: present, isUnmetered };
}

function presentParams(adoption: Adoption, arrival: Arrival, params: Params): Params {
  const { apiKey, surface, now, path } = arrival;
  const named = namedIn(path, params);
  if (apiKey !== null && !arrival.isDryRun) {
    const by = { apiKey, surface, now };
    adoption.adoptNamed(by);
    if (named !== null) adoption.adoptId(named.kind, named.id, by);
  }
  if (named === null) return params;
  const present = adoption.present(named.kind, named.id);
  return present === named.id ? params : { ...params, [named.param]: present };
}

/** The Firm or FirmMember that a path names: its first parameter. */
function namedIn(path: string, params: Params) {
  const [, segment] = /^(?:\/v1)?\/(firms|firmMembers)\/[^/]/.exec(path) ?? [];
  const [first] = Object.entries(params);
  if (segment === undefined || first === undefined) return null;
  const kind: RenamedId["kind"] = segment === "firms" ? "Firm" : "FirmMember";
  return { kind, param: first[0], id: first[1] };
}

/** Adds to the reason of a 401 or 404 what was adopted instead, and how to change that. */
export function explainNotAdopted(
  { adoption }: Registry,
  context: RequestContext,
  status: number,
): void {
  const { notes, dryRun } = context;
  if (adoption.rules() === null || dryRun !== null || notes.reason === null) return;
  const more =
    status === 401 ? aboutKey(adoption, context) : status === 404 ? aboutId(adoption, context) : "";
  if (more !== "") notes.reason += ` ${more}`;
}

function aboutKey(adoption: Adoption, { keyText, apiKey, surface }: RequestContext): string {
  if (apiKey !== null || keyText === "") return "";
  if (!isKeyShape(keyText)) {
    return "--adopt takes no other key: configure the client with a UUID of version 4 for this run, any one.";
  }
  const named = adoption.rules()?.key.map((key) => key.slice(0, 4)) ?? [];
  if (named.length > 0) {
    return `--adopt names ${listOf(named)}: add this key as another key=UUID.`;
  }
  const taken = adoption.adopted().keys.find((key) => key.surface === surfaceName(surface));
  if (taken === undefined) {
    return "--adopt takes only a key that no workspace has had, on a surface for which the fixture has a key.";
  }
  return `--adopt has taken ${listOf([taken.start])} for ${taken.surface}, and takes one key of a surface: name several with --adopt key=UUID,key=UUID.`;
}

function aboutId(adoption: Adoption, { workspace, path, params }: RequestContext): string {
  const named = namedIn(path, params);
  if (named === null) return "";
  const { kind, id } = named;
  const { firms, firmMembers } = workspace.store();
  if ((kind === "Firm" ? firms : firmMembers).find(id) !== null) return "";
  const flag = kind === "Firm" ? "firm" : "member";
  const rules = adoption.rules();
  const only = kind === "Firm" ? rules?.firm : rules?.member;
  const taken = adoption.adopted().ids.filter((one) => one.kind === kind);
  const starts = taken.map(({ to }) => to.slice(0, 4));
  if (typeof only === "string")
    return `--adopt names ${listOf([only.slice(0, 4)])} as the id of the ${kind}.`;
  if (starts.length === 0) return "";
  return `--adopt has taken ${listOf(starts)} as the id of the ${kind}: choose another with --adopt ${flag}=ID.`;
}

function listOf(starts: readonly string[]): string {
  return starts.map((start) => `${start}...`).join(" and ");
}
