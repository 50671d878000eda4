import type { SandboxOptions } from "../../src/sandbox.ts";
import type { Opened } from "./opened.ts";

/** A request as `POST explain` takes it. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly apiKeyId?: string;
}

/** A described request in a world of its own. */
export interface DescribedRow {
  readonly name: string;
  /** The status of the response; null when the connection is cut. */
  readonly status: number | null;
  readonly request: Described;
  readonly sandbox?: SandboxOptions;
  readonly assumptions?: Readonly<Record<string, string>>;
  /** Brings the world about, and may add to the request. */
  readonly before?: (opened: Opened) => Promise<Partial<Described> | void>;
}

/** The key that most of these carry. */
export const apiKeyId = "HPkeySbx";

/** A GET with that key. */
export function get(path: string, headers: Readonly<Record<string, string>> = {}): Described {
  return { method: "GET", path, headers, apiKeyId };
}
