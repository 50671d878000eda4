/** The public names of the package. */
export type { ListeningSandbox, Sandbox, SandboxOptions } from "./sandbox.ts";
export { createSandbox } from "./sandbox.ts";
