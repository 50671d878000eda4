/** The public exports of the package. */
export type { SandboxClientOptions } from "./client/connection.ts";
export type { SandboxClient } from "./client/sandbox-client.ts";
export { newSandboxClient } from "./client/sandbox-client.ts";
export { SandboxError } from "./client/sandbox-error.ts";
export type { WorkspaceClient } from "./client/workspace-client.ts";
export type { ListeningSandbox, ListenOptions, Sandbox, SandboxOptions } from "./embed/sandbox.ts";
export { createSandbox } from "./embed/sandbox.ts";
export { openSandbox } from "./embed/test-sandbox.ts";
export type { FixtureWorld, SandboxWorkspace, WorkspaceOptions } from "./embed/workspace.ts";
