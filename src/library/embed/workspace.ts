import type { SurfaceName } from "../../domain/model/surface.ts";
import { surfaceNames, surfaces } from "../../domain/model/surface.ts";
import type { SandboxClient } from "../client/sandbox-client.ts";
import { SandboxError } from "../client/sandbox-error.ts";
import type { WorkspaceClient } from "../client/workspace-client.ts";

/** A world in the format of a fixture file. */
export type FixtureWorld = Unchanged<Parameters<WorkspaceClient["state"]["put"]>[0]>;

/** A read-only document, so that one declared `as const` is accepted too. */
type Unchanged<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
  : Value;

type Creation = NonNullable<Parameters<SandboxClient["workspaces"]["create"]>[0]>;
type Created = Awaited<ReturnType<SandboxClient["workspaces"]["create"]>>;

/** The options of a new workspace in the control API; the fixture can also be a world. */
export interface WorkspaceOptions extends Omit<Creation, "fixture"> {
  /** The name of a fixture of the sandbox, or a world. */
  readonly fixture?: string | FixtureWorld;
}

/** A workspace with the configuration for a program under test: a URL, a key and the key's Firm. */
export interface SandboxWorkspace extends AsyncDisposable {
  readonly id: string;
  /** The base URL of the emulated API; append the version segment, such as `/v1`. */
  readonly url: string;
  /** A key of the first Firm, preferably one of the Partner API in the sandbox environment. */
  readonly apiKey: string;
  /** The Firm of `apiKey`. */
  readonly firmId: string;
  /** The owner of that Firm, or its first member when it has no owner. */
  readonly firmMemberId: string;
  /** The first referral code of that Firm. */
  readonly referralCodeId: string;
  /** The first key of each surface, if the fixture has one. */
  readonly apiKeys: Readonly<Partial<Record<SurfaceName, string>>>;
  readonly firms: Created["firms"];
  /** A `fetch` for the program under test. It adds no key: the program sends its own. */
  readonly fetch: typeof globalThis.fetch;
  /** The control plane of this workspace. */
  readonly client: WorkspaceClient;
  /** The requests to the workspace with statuses, rules and reasons, as text. */
  readonly report: (options?: ReportOptions) => Promise<string>;
  /** Drops the workspace, now or when nothing used it for some time; further calls do nothing. */
  readonly drop: (when?: DropOptions) => Promise<void>;
}

/** What a report of a workspace contains. */
export interface ReportOptions {
  /** Links to the console, which lead nowhere after the workspace was dropped; true by default. */
  readonly links?: boolean;
}

/** When a workspace is dropped. */
export type DropOptions = NonNullable<Parameters<SandboxClient["workspaces"]["drop"]>[1]>;

/** How a workspace reaches its sandbox. */
export interface WorkspaceHome {
  readonly client: SandboxClient;
  readonly fetch: typeof globalThis.fetch;
  readonly url: () => string;
  /** Creates a workspace from a world. Throws if the sandbox accepts no worlds. */
  readonly createOf: (
    world: FixtureWorld,
    options: Omit<Creation, "fixture">,
  ) => Promise<CreatedWorkspace>;
}

/** A new workspace, and a function that releases its world after it is dropped. */
export interface CreatedWorkspace {
  readonly created: Created;
  readonly client: WorkspaceClient;
  readonly forget: () => void;
}

/** Creates a workspace in the sandbox of `home`. */
export async function newWorkspace(
  home: WorkspaceHome,
  { fixture, ...options }: WorkspaceOptions,
): Promise<SandboxWorkspace> {
  const { created, client, forget } =
    typeof fixture === "object"
      ? await home.createOf(fixture, options)
      : await createNamed(home.client, fixture === undefined ? options : { ...options, fixture });
  const { id, firms } = created;
  let isDropped = false;
  const drop = async (when: DropOptions = {}): Promise<void> => {
    if (isDropped) return;
    isDropped = true;
    await home.client.workspaces.drop(id, when).catch((error: unknown) => {
      // The test may have dropped it, or moved its clock past its time to live.
      if (!(error instanceof SandboxError) || error.status !== 404) throw error;
    });
    if (when.afterSeconds === undefined) forget();
  };
  return {
    id,
    get url() {
      return home.url();
    },
    get apiKey() {
      return apiKeyOfFirm(firmOf(firms));
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
    report: ({ links = true } = {}) => client.report({ links }),
    drop,
    [Symbol.asyncDispose]: () => drop(),
  };
}

async function createNamed(client: SandboxClient, options: Creation): Promise<CreatedWorkspace> {
  const created = await client.workspaces.create(options);
  return { created, client: client.workspace(created.id), forget: () => {} };
}

type Firm = Created["firms"][number];

function firmOf([firm]: Created["firms"]): Firm {
  return needed("no Firm", firm);
}

function apiKeyOfFirm({ apiKeys }: Firm): string {
  const key = apiKeys.find(isOf("partner-sandbox")) ?? apiKeys[0];
  return needed("no API key for its first Firm", key).key;
}

function memberOf({ firmMembers }: Firm): string {
  const member = firmMembers.find(({ isOwner }) => isOwner) ?? firmMembers[0];
  return needed("no FirmMember of its first Firm", member).id;
}

/** A custom world may lack records that most tests need. That is an error only for tests that use them. */
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
