/** The public exports of the package. */
export type { SandboxClientOptions } from "./library/client/connection.ts";
export type { SandboxClient } from "./library/client/sandbox-client.ts";
export { newSandboxClient } from "./library/client/sandbox-client.ts";
export { SandboxError } from "./library/client/sandbox-error.ts";
export type { WorkspaceClient } from "./library/client/workspace-client.ts";
export type {
  ListeningSandbox,
  ListenOptions,
  Sandbox,
  SandboxOptions,
} from "./library/embed/sandbox.ts";
export { createSandbox } from "./library/embed/sandbox.ts";
export { openSandbox } from "./library/embed/test-sandbox.ts";
export type {
  FixtureWorld,
  SandboxWorkspace,
  WorkspaceOptions,
} from "./library/embed/workspace.ts";
