import type { SandboxClient } from "../client/sandbox-client.ts";
import type { WorkspaceClient } from "../client/workspace-client.ts";
import type { SurfaceName } from "../domain/surface.ts";
import { surfaceNames, surfaces } from "../domain/surface.ts";
import { newReport, systemNow } from "./report.ts";

/** A world as a fixture's file has it. */
export type FixtureWorld = Unchanged<Parameters<WorkspaceClient["state"]["put"]>[0]>;

/** A read-only document, so that one declared `as const` is accepted too. */
type Unchanged<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
  : Value;

type Creation = NonNullable<Parameters<SandboxClient["workspaces"]["create"]>[0]>;
type Created = Awaited<ReturnType<SandboxClient["workspaces"]["create"]>>;

/** What a workspace is made from, as the control API takes it, and as the fixture also a world itself. */
export interface WorkspaceOptions extends Omit<Creation, "fixture"> {
  /** The name of a fixture of the sandbox, or a world. */
  readonly fixture?: string | FixtureWorld;
}

/** A workspace with what a program under test is configured with: where to send requests, a key, the Firm of the key. */
export interface SandboxWorkspace extends AsyncDisposable {
  readonly id: string;
  /** Where the emulated API is; it needs the version segment, such as `/v1`, after it. */
  readonly url: string;
  /** A key of the first Firm: that of the Partner API in the sandbox environment where it has one. */
  readonly apiKey: string;
  /** The Firm of `apiKey`. */
  readonly firmId: string;
  /** The owner of that Firm, or its first member when it has no owner. */
  readonly firmMemberId: string;
  /** The first referral code of that Firm. */
  readonly referralCodeId: string;
  /** The first key for each surface that the fixture has one for. */
  readonly apiKeys: Readonly<Partial<Record<SurfaceName, string>>>;
  readonly firms: Created["firms"];
  /** For a program under test that can be given a `fetch`. It adds nothing: the program sends its own key. */
  readonly fetch: typeof globalThis.fetch;
  /** The control plane of this workspace. */
  readonly client: WorkspaceClient;
  /** The requests that came to the workspace since it was made, with statuses, rules and reasons, as text. */
  readonly report: () => Promise<string>;
  /** Puts the workspace away; again does nothing. */
  readonly drop: () => Promise<void>;
}

/** How a workspace reaches its sandbox. */
export interface WorkspaceHome {
  readonly client: SandboxClient;
  readonly fetch: typeof globalThis.fetch;
  readonly url: () => string;
  /** Where it is served with the console, without a slash at the end; null when it is not. */
  readonly servedAt: () => string | null;
  /** Makes one of a world, where the sandbox can. */
  readonly createOf: (world: FixtureWorld, options: Omit<Creation, "fixture">) => Promise<Made>;
}

/** A workspace that was made, and what lets go of its world once it is dropped. */
export interface Made {
  readonly created: Created;
  readonly client: WorkspaceClient;
  readonly forget: () => void;
}

/** A workspace of its own in the sandbox of `home`. */
export async function newWorkspace(
  home: WorkspaceHome,
  { fixture, ...options }: WorkspaceOptions,
): Promise<SandboxWorkspace> {
  const createdAt = systemNow();
  const { created, client, forget } =
    typeof fixture === "object"
      ? await home.createOf(fixture, options)
      : await createNamed(home.client, fixture === undefined ? options : { ...options, fixture });
  const { id, firms } = created;
  const report = newReport(id, createdAt, client, home.client, home.servedAt);
  let isDropped = false;
  const drop = async (): Promise<void> => {
    if (isDropped) return;
    isDropped = true;
    await home.client.workspaces.drop(id);
    forget();
  };
  return {
    id,
    get url() {
      return home.url();
    },
    get apiKey() {
      return keyOf(firmOf(firms));
    },
    get firmId() {
      return firmOf(firms).id;
    },
    get firmMemberId() {
      return memberOf(firmOf(firms));
    },
    get referralCodeId() {
      return needed("no referral code of its first Firm", firmOf(firms).referralCodes[0]).id;
    },
    apiKeys: keysBySurface(firms),
    firms,
    fetch: home.fetch,
    client,
    report,
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

async function createNamed(client: SandboxClient, options: Creation): Promise<Made> {
  const created = await client.workspaces.create(options);
  return { created, client: client.workspace(created.id), forget: () => {} };
}

type Firm = Created["firms"][number];

function firmOf([firm]: Created["firms"]): Firm {
  return needed("no Firm", firm);
}

function keyOf({ apiKeys }: Firm): string {
  const key = apiKeys.find(isOf("partner-sandbox")) ?? apiKeys[0];
  return needed("no API key for its first Firm", key).key;
}

function memberOf({ firmMembers }: Firm): string {
  const member = firmMembers.find(({ isOwner }) => isOwner) ?? firmMembers[0];
  return needed("no FirmMember of its first Firm", member).id;
}

/** A custom world may lack what most tests need; that is an error only when it is used. */
function needed<Value>(what: string, value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new Error(`The fixture of this workspace has ${what}: add one to it.`);
}

type Key = Firm["apiKeys"][number];

function isOf(name: SurfaceName): (key: Key) => boolean {
  const { api, environment } = surfaces[name];
  return (key) => key.roleType === api && key.environment === environment;
}

function keysBySurface(firms: Created["firms"]): SandboxWorkspace["apiKeys"] {
  const keys = firms.flatMap(({ apiKeys }) => apiKeys);
  const found = surfaceNames.map((name) => [name, keys.find(isOf(name))?.key] as const);
  return Object.fromEntries(found.filter(([, key]) => key !== undefined));
}
