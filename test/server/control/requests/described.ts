import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import type { Opened } from "../opened.ts";

/** A request in the format of `POST explain`. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly apiKeyId?: string;
}

/** A request with its own world. */
export interface DescribedRow {
  readonly name: string;
  /** The status of the response; null for a reset connection. */
  readonly status: number | null;
  readonly request: Described;
  readonly sandbox?: SandboxOptions;
  readonly assumptions?: Readonly<Record<string, string>>;
  /** Prepares the world; can add to the request. */
  readonly before?: (opened: Opened) => Promise<Partial<Described> | void>;
}

/** The default key of these requests. */
export const apiKeyId = "HPkeySbx";

/** A GET with that key. */
export function get(path: string, headers: Readonly<Record<string, string>> = {}): Described {
  return { method: "GET", path, headers, apiKeyId };
}
