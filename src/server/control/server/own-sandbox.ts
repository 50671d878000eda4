/** What MCP is served with at an address of the control plane, whose client it is. */
import type { BodyOwner } from "../../../network/http/body-memory.ts";

/** A sandbox that calls itself, without a socket. */
export interface OwnSandbox {
  /** The token for its own calls: that of the workspace, or the control token for none and for the default one. */
  readonly tokenOf: (workspace: string | null) => string | null;
  /** Whose bodies those of the address of a workspace are, null for that of all. */
  readonly ownerOf: (workspace: string | null) => BodyOwner;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Gets what no client may see. */
  readonly log: (text: string) => void;
}

/** What a request of MCP is about: the workspace of its path or all, and the token for its calls. */
export interface McpTarget {
  readonly workspace: string | null;
  readonly token: string | null;
}

/** Answers a request whose body has arrived. */
export type McpHandler = (request: Request, target: McpTarget) => Promise<Response>;
