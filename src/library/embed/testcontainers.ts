/** The sandbox as a container of Testcontainers. */
import type { StartedTestContainer } from "testcontainers";
import { AbstractStartedContainer, GenericContainer, Wait } from "testcontainers";

import packageJson from "../../../package.json" with { type: "json" };
import type { Config, SettingName } from "../../server/settings/config.ts";
import { settings } from "../../server/settings/config.ts";
import type { SandboxClient } from "../client/sandbox-client.ts";
import { newSandboxClient } from "../client/sandbox-client.ts";
import type { FixtureWorld, SandboxWorkspace, WorkspaceOptions } from "./workspace.ts";
import { newWorkspace } from "./workspace.ts";

const port = 4610;
const fixtureFile = "/tmp/lead-sandbox/given.json";
const assumptionsFile = "/tmp/lead-sandbox/assumptions.json";

/** The image of this version of the package. */
export const defaultImage = `lead-sandbox:${packageJson.version}`;

/** The settings of the server, except its addresses; assumptions have their own method. */
export type ContainerSettings = Partial<Omit<Config, "assumptions" | "host" | "port">>;

/** Options of a workspace in a container; `fixture` names a fixture of the image. */
export interface ContainerWorkspaceOptions extends Omit<WorkspaceOptions, "fixture"> {
  readonly fixture?: string;
}

/** A sandbox container before its start; each `with…` method returns the container. */
export class LeadSandboxContainer extends GenericContainer {
  #token: string | undefined;
  #hasPublicUrl = false;

  constructor(image: string = defaultImage) {
    super(image);
    this.withExposedPorts(port)
      .withWaitStrategy(Wait.forHttp("/readyz", port).forStatusCode(200))
      .withStartupTimeout(60_000);
  }

  /** Sets settings of the server by name. */
  withSettings(values: ContainerSettings): this {
    this.#token = values.controlToken ?? this.#token;
    this.#hasPublicUrl ||= typeof values.publicUrl === "string";
    return this.withEnvironment(environmentOf(values));
  }

  /** Sets the world that workspaces start from: the name of a fixture of the image, or a world. */
  withFixture(fixture: string | FixtureWorld): this {
    if (typeof fixture === "string") return this.withSettings({ fixture });
    return this.withCopyContentToContainer([
      { content: JSON.stringify(fixture), target: fixtureFile },
    ]).withSettings({ fixture: fixtureFile });
  }

  /** Sets the seed of ids, keys and every other random choice. */
  withSeed(seed: number): this {
    return this.withSettings({ seed });
  }

  /** Sets the requests per hour of every key; null for no limit. */
  withQuota(perHour: number | null): this {
    return this.withSettings({ quota: perHour });
  }

  /** Sets choices by rule id, for every workspace. */
  withAssumptions(assumptions: Readonly<Record<string, string>>): this {
    return this.withCopyContentToContainer([
      { content: JSON.stringify(assumptions), target: assumptionsFile },
    ]).withEnvironment({ [variableOf("assumptions")]: assumptionsFile });
  }

  /** Stores the workspaces in `folder` of this machine, an absolute path that the container's user can write to. */
  withData(folder: string): this {
    return this.withBindMounts([{ source: folder, target: "/data", mode: "rw" }]).withSettings({
      data: "/data",
    });
  }

  /** Sets the token that the control API requires. The client of the started container sends it. */
  withControlToken(token: string): this {
    return this.withSettings({ controlToken: token });
  }

  override async start(): Promise<StartedLeadSandboxContainer> {
    const started = new StartedLeadSandboxContainer(await super.start(), this.#token);
    // The mapped port is known only now.
    if (!this.#hasPublicUrl) await started.getClient().publicUrl.set(started.getUrl());
    return started;
  }
}

/** A sandbox that runs in a container. */
export class StartedLeadSandboxContainer extends AbstractStartedContainer {
  readonly #token: string | undefined;

  constructor(started: StartedTestContainer, token?: string) {
    super(started);
    this.#token = token;
  }

  /** The base URL of the emulated API, without the version segment and without a trailing slash. */
  getUrl(): string {
    return `http://${this.getHost()}:${this.getMappedPort(port)}`;
  }

  /** A client of the container's control plane. */
  getClient(): SandboxClient {
    return newSandboxClient({ url: this.getUrl(), token: this.#token });
  }

  /** Creates a workspace for one test. */
  createWorkspace(options: ContainerWorkspaceOptions = {}): Promise<SandboxWorkspace> {
    const home = {
      client: this.getClient(),
      fetch: globalThis.fetch,
      url: () => this.getUrl(),
      createOf: noWorlds,
    };
    return newWorkspace(home, options);
  }
}

function noWorlds(): never {
  throw new TypeError(
    "A running container accepts no fixture. Give it one with withFixture before it starts.",
  );
}

function environmentOf(values: ContainerSettings): Record<string, string> {
  return Object.fromEntries(
    settings.flatMap(({ name, variable }) => {
      const text = environmentValue(name, Reflect.get(values, name));
      return text === null ? [] : [[variable, text]];
    }),
  );
}

/** The value of a setting's environment variable; null if it is not set. */
function environmentValue(name: string, value: unknown): string | null {
  if (name === "quota" && value === null) return "off";
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return value.join(",");
  if (typeof value === "object") {
    return Object.entries(value)
      .filter(([, one]) => one !== null)
      .flatMap(([key, one]) => [one].flat().map((each) => `${key}=${String(each)}`))
      .join(",");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

function variableOf(name: SettingName): string {
  const setting = settings.find((one) => one.name === name);
  if (setting === undefined) throw new Error(`Unknown setting ${name}.`);
  return setting.variable;
}
