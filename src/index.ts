/** The public names of the package. */
export type { ListeningSandbox, Sandbox, SandboxOptions } from "./sandbox.ts";
export { createSandbox } from "./sandbox.ts";
export type { SandboxClientOptions } from "./client/connection.ts";
export type { SandboxClient } from "./client/sandbox-client.ts";
export { newSandboxClient } from "./client/sandbox-client.ts";
export { SandboxError } from "./client/sandbox-error.ts";
export type { WorkspaceClient } from "./client/workspace-client.ts";
