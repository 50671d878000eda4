/**
 * Adoption: the sandbox takes the API key and the ids that a client has in its configuration. A key becomes an alias
 * of the default Firm's key and is known by its hash alone; an id replaces the one of the fixture everywhere.
 */
import type { ApiKey } from "../../../domain/model/api-key.ts";
import { keyRefusal } from "../../../domain/model/api-key.ts";
import type { Firm } from "../../../domain/model/firm.ts";
import type { Surface, SurfaceName } from "../../../domain/model/surface.ts";
import { surfaceName } from "../../../domain/model/surface.ts";
import type { RenamedKind } from "../../store/rename.ts";
import { sha256 } from "../sha256.ts";
import type { Workspace } from "../workspace.ts";

/** What may be adopted: these keys and ids alone, or the first ones that no record has where none is named. */
export interface AdoptionRules {
  readonly key: readonly string[];
  readonly firm: string | null;
  readonly member: string | null;
}

/** A key that stands for the default Firm's key of a surface. */
export interface AdoptedKey {
  /** SHA-256 of the key in lower case, as base64url. */
  readonly hash: string;
  /** Its first four characters. */
  readonly start: string;
  readonly surface: SurfaceName;
}

/** An id of the fixture and the one that replaced it. */
export interface RenamedId {
  readonly kind: RenamedKind;
  readonly from: string;
  readonly to: string;
}

/** Everything that a sandbox adopted. It holds no key. */
export interface Adopted {
  readonly keys: readonly AdoptedKey[];
  readonly ids: readonly RenamedId[];
}

export interface Adoption {
  /** Null while it is off. */
  readonly rules: () => AdoptionRules | null;
  /** Adopts by `rules` from now on; false if they name no key, and any key must not be adopted. */
  readonly turnOn: (rules: AdoptionRules) => boolean;
  /** The key of a surface that clients are configured with; null without one. */
  readonly keyOf: (surface: Surface) => ApiKey | null;
  readonly adopted: () => Adopted;
  /** Takes the pairs of another sandbox, before the first request. */
  readonly takeOver: (adopted: Adopted) => void;
  /** Whether the key was adopted, or is named to be. */
  readonly knows: (key: string) => boolean;
  /** The record that an adopted key stands for. */
  readonly find: (key: string) => ApiKey | null;
  /** The same; adopts the key first if the surface has none yet. `isFree` says whether no workspace has or had it. */
  readonly findOrAdopt: (key: string, surface: Surface, isFree: () => boolean) => ApiKey | null;
  /**
   * Whether requests of this record by the adopted key are free of its quota. They are, unless a call set another
   * quota than the record had.
   */
  readonly isUnmetered: (keyText: string, record: ApiKey) => boolean;
  /** The present id of a record that a path names by the id that it had before. */
  readonly present: (kind: RenamedKind, id: string) => string;
  /** Gives the key's Firm, or its first FirmMember, that id; does nothing if the id may not be adopted. */
  readonly adoptId: (kind: RenamedKind, id: string, by: AdoptingRequest) => void;
  /** Gives the key's Firm and its first FirmMember the ids that are named in the rules. */
  readonly adoptNamed: (by: AdoptingRequest) => void;
  /** Renames again in a workspace whose records were replaced. */
  readonly applyTo: (workspace: Workspace) => void;
}

/** The request, or the provider state, that adopts an id. */
export interface AdoptingRequest {
  readonly apiKey: ApiKey;
  readonly surface: Surface;
  /** In epoch milliseconds. */
  readonly now: number;
}

export interface AdoptionOptions {
  readonly workspace: () => Workspace;
  readonly rules: AdoptionRules | null;
  /** Whether an adopted key has the quota of its record. */
  readonly isMetered: boolean;
  /** Whether it can be turned on without naming a key. */
  readonly adoptsAnyKey: boolean;
}

export function newAdoption(options: AdoptionOptions): Adoption {
  let { rules } = options;
  const shared = { ...options, rules: () => rules };
  const { keys, takeKeys, refresh, ...aliases } = newAliases(shared);
  const { ids, takeIds, renameIn, ...renames } = newRenames(shared);
  return {
    ...aliases,
    ...renames,
    rules: shared.rules,
    turnOn(next) {
      if (next.key.length === 0 && !options.adoptsAnyKey) return false;
      rules = next;
      return true;
    },
    keyOf: (surface) => defaultKey(options.workspace(), surfaceName(surface)),
    adopted: () => ({ keys: keys(), ids: ids() }),
    takeOver(adopted) {
      takeKeys(adopted.keys);
      takeIds(adopted.ids);
    },
    applyTo(renewed) {
      renameIn(renewed);
      refresh();
    },
  };
}

type Shared = Pick<AdoptionOptions, "workspace" | "isMetered"> & {
  readonly rules: () => AdoptionRules | null;
};

/** The adopted keys. */
function newAliases({ workspace, rules, isMetered }: Shared) {
  const keys = new Map<string, Alias>();
  const quotaOf = ({ surface }: AdoptedKey): Alias["quota"] =>
    defaultKey(workspace(), surface)?.quotaPerHour ?? null;
  const add = (key: AdoptedKey): void => void keys.set(key.hash, { ...key, quota: quotaOf(key) });
  const find = (key: string): ApiKey | null => {
    const alias = keys.size === 0 ? undefined : keys.get(hashOf(key));
    return alias === undefined ? null : defaultKey(workspace(), alias.surface);
  };
  const isNamed = (key: string): boolean => rules()?.key.includes(key) === true;
  const mayAdopt = (key: string, surface: SurfaceName): boolean => {
    const named = rules()?.key ?? null;
    if (named === null) return false;
    if (named.length > 0) return isNamed(key);
    return [...keys.values()].every((known) => known.surface !== surface);
  };
  return {
    keys: () => Array.from(keys.values(), ({ hash, start, surface }) => ({ hash, start, surface })),
    takeKeys: (taken: readonly AdoptedKey[]) => taken.forEach(add),
    refresh: () => [...keys.values()].forEach(add),
    knows: (key: string) => isNamed(key) || (keys.size > 0 && keys.has(hashOf(key))),
    find,
    findOrAdopt(key: string, surface: Surface, isFree: () => boolean): ApiKey | null {
      const known = find(key);
      const name = surfaceName(surface);
      if (known !== null || !mayAdopt(key, name) || !isFree()) return known;
      if (defaultKey(workspace(), name) === null) return null;
      add({ hash: hashOf(key), start: key.slice(0, 4), surface: name });
      return find(key);
    },
    isUnmetered(keyText: string, record: ApiKey): boolean {
      if (isMetered || keys.size === 0) return false;
      const alias = keys.get(hashOf(keyText.toLowerCase()));
      return alias !== undefined && alias.quota === record.quotaPerHour;
    },
  };
}

/** The adopted ids. */
function newRenames({ workspace, rules }: Shared) {
  let ids: readonly RenamedId[] = [];
  const rename = (renamed: RenamedId): void => {
    applyTo(workspace(), renamed);
    ids = [...ids, renamed];
  };
  const replaced = (
    kind: RenamedKind,
    { apiKey, surface, now }: AdoptingRequest,
  ): string | null => {
    const usual = defaultKey(workspace(), surfaceName(surface));
    if (keyRefusal(apiKey, now) !== null || usual?.firmId !== apiKey.firmId) return null;
    const { firmId } = apiKey;
    const current = kind === "Firm" ? firmId : firstMember(workspace(), firmId);
    return ids.some((one) => one.kind === kind && one.to === current) ? null : current;
  };
  const adoptId = (kind: RenamedKind, id: string, by: AdoptingRequest): void => {
    const known = rules();
    const named = kind === "Firm" ? known?.firm : known?.member;
    if (known === null || (typeof named === "string" && named !== id)) return;
    if (!isAdoptable(id) || isKnown(workspace(), kind, id)) return;
    const current = replaced(kind, by);
    if (current !== null) rename({ kind, from: current, to: id });
  };
  return {
    ids: () => ids,
    takeIds: (taken: readonly RenamedId[]) => taken.forEach(rename),
    present(kind: RenamedKind, id: string): string {
      const renamed = ids.find((one) => one.kind === kind && one.from === id);
      if (renamed === undefined || isKnown(workspace(), kind, id)) return id;
      return isKnown(workspace(), kind, renamed.to) ? renamed.to : id;
    },
    adoptId,
    adoptNamed(by: AdoptingRequest): void {
      const { firm = null, member = null } = rules() ?? {};
      if (firm !== null) adoptId("Firm", firm, by);
      if (member === null) return;
      const apiKey = workspace().findKey(by.apiKey.key) ?? by.apiKey;
      adoptId("FirmMember", member, { ...by, apiKey });
    },
    renameIn: (renewed: Workspace) => ids.forEach((renamed) => applyTo(renewed, renamed)),
  };
}

/** An adopted key with the quota that its record had at first. */
interface Alias extends AdoptedKey {
  readonly quota: ApiKey["quotaPerHour"];
}

function hashOf(key: string): string {
  return sha256(key).toString("base64url");
}

/** Ids as a fixture may have them, except what a client sends whose configuration is broken. */
function isAdoptable(id: string): boolean {
  return /^[^\ud800-\udfff\p{Cc}]{1,64}$/u.test(id) && !broken.test(id);
}

/** What a missing value becomes in a path, and a placeholder that nothing replaced. */
const broken = /^(?:undefined|null|none|nil|nan|\[object .*\]|\{.*\}|:\w+|\$\{?.*)$/i;

function isKnown(workspace: Workspace, kind: RenamedKind, id: string): boolean {
  const { firms, firmMembers } = workspace.store();
  return (kind === "Firm" ? firms : firmMembers).find(id) !== null;
}

/** Renames unless the record is gone or another one has the id by now. */
function applyTo(workspace: Workspace, { kind, from, to }: RenamedId): void {
  if (!isKnown(workspace, kind, from) || isKnown(workspace, kind, to)) return;
  // Part of every reset, which no limit stops.
  const store = workspace.store();
  store.transaction(() => store.rename(kind, from, to));
  workspace.keysChanged();
}

/** The key of a surface that clients are configured with: that of the first Firm with one for the API. */
function defaultKey(workspace: Workspace, name: SurfaceName): ApiKey | null {
  const [role, environment] = name.split("-");
  const ofRole = workspace.keys().filter((key) => key.roleType.toLowerCase() === role);
  const [only, ...others] = ofRole.filter((key) => key.environment === environment);
  if (only === undefined || others.length === 0) return only ?? null;
  const order = new Map(
    workspace.directory().firms.map(({ id }, at): [Firm["id"], number] => [id, at]),
  );
  const inOrder = ofRole.toSorted(
    (one, other) => firmPosition(order, one) - firmPosition(order, other),
  );
  const firm = inOrder.find((key) => key.environment === "sandbox")?.firmId;
  const such = inOrder.filter((key) => key.environment === environment);
  return such.find(({ firmId }) => firmId === firm) ?? such[0] ?? null;
}

function firmPosition(order: ReadonlyMap<string, number>, { firmId }: ApiKey): number {
  return order.get(firmId) ?? Number.POSITIVE_INFINITY;
}

/** The FirmMember that clients are configured with: the owner, or the first one. */
function firstMember(workspace: Workspace, firmId: string): string | null {
  const members = workspace.directory().firmMembers.filter((member) => member.firmId === firmId);
  return (members.find(({ isOwner }) => isOwner) ?? members[0])?.id ?? null;
}
