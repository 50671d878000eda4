/** The package's entry `./client`: a client of the control plane for any runtime that has `fetch`. */
export type { SandboxClientOptions } from "./connection.ts";
export type { SandboxClient } from "./sandbox-client.ts";
export { newSandboxClient } from "./sandbox-client.ts";
export { SandboxError } from "./sandbox-error.ts";
export type { WorkspaceClient } from "./workspace-client.ts";
